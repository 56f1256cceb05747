package shell

import "strings"

// splitStrings returns the words of env, with -S TEXT replaced by the words that it
// expands to.
func splitStrings(words []Word) []Word {
	for i := 1; i < len(words); i++ {
		w, separate := words[i], Word{Text: UnknownText}
		text, given := optionValue(w, separate, "S", "split-string")
		switch {
		case !strings.HasPrefix(w.Text, "-") && !strings.Contains(w.Text, "="):
			return words
		case !given || strings.HasPrefix(w.Text, "--") && !strings.HasPrefix(w.Text, "--s"):
			continue
		}
		rest := words[i+1:]
		if text == separate {
			if len(rest) == 0 {
				return words
			}
			text, rest = rest[0], rest[1:]
		}
		split := []Word{{}}
		if text = text.template(); text.Known {
			split = splitText(text.Text)
		}
		all := append([]Word{words[0]}, split...)
		return splitStrings(append(all, rest...))
	}
	return words
}

// splitText splits a text as env -S does.
func splitText(text string) (words []Word) {
	var b strings.Builder
	inWord, known, quote := false, true, byte(0)
	end := func() {
		if inWord {
			words = append(words, Word{Text: b.String(), Known: known, Path: b.String(), Single: true})
		}
		b.Reset()
		inWord, known = false, true
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && quote != '\'' && i+1 < len(text):
			i++
			switch text[i] {
			case 'c':
				end()
				return words
			case '_', 'f', 'n', 'r', 't', 'v':
				if text[i] == '_' && quote == 0 {
					end()
					continue
				}
				b.WriteByte(map[byte]byte{'_': ' ', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v'}[text[i]])
			default:
				b.WriteByte(text[i])
			}
			inWord = true
		case c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote, inWord = c, true
		case quote == 0 && strings.IndexByte(" \t\n\v\f\r", c) >= 0:
			end()
		case quote == 0 && c == '#' && !inWord:
			return words
		case c == '$' && quote != '\'':
			inWord, known = true, false
			if text[i+1:] != "" && text[i+1] == '{' {
				i += strings.IndexByte(text[i:]+"}", '}')
			}
		default:
			b.WriteByte(c)
			inWord = true
		}
	}
	end()
	return words
}
