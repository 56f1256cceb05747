package shell

import "strings"

// options describes the known options that precede a program's own words.
type options struct {
	valued string   // letters that take a value: the rest of their word, else the next word
	joined string   // letters that take the rest of their word, if there is one
	flags  string   // letters that take nothing
	long   []string // names that take a value
	bare   []string // names that take nothing, or only what follows "="
}

// takes states whether an option has its value in the next word.
type takes int

const (
	takesNothing takes = iota
	takesNext
	takesPerhaps // an unknown option
)

// takes reads a word that begins with "-".
func (o *options) takes(text string) takes {
	if o == nil {
		o = &options{}
	}
	if name, long := strings.CutPrefix(text, "--"); long {
		return o.longTakes(name)
	}
	for i, letter := range text[1:] {
		switch {
		case strings.ContainsRune(o.valued, letter):
			if i+2 == len(text) {
				return takesNext
			}
			return takesNothing
		case strings.ContainsRune(o.joined, letter):
			return takesNothing
		case !strings.ContainsRune(o.flags, letter):
			return takesPerhaps
		}
	}
	return takesNothing
}

func (o *options) longTakes(name string) takes {
	if strings.Contains(name, "=") {
		return takesNothing
	}
	for _, l := range o.long {
		if l == name {
			return takesNext
		}
	}
	for _, l := range o.bare {
		if l == name {
			return takesNothing
		}
	}
	return takesPerhaps // unknown, or a name cut short
}

// OptionNames are options, by the letters of short ones and the names of long ones.
type OptionNames struct {
	Letters string
	Names   []string
}

// Texts returns what the options are given among words, with words that may follow.
func (o *OptionNames) Texts(words []Word) (all []Word) {
	for _, text := range o.values(words) {
		all = append(all, continued(text))
	}
	return all
}

// values returns what the options are given among words.
func (o *OptionNames) values(words []Word) (all []Word) {
	if o.Letters == "" && o.Names == nil {
		return nil
	}
	for i, w := range words {
		next := Word{}
		if i+1 < len(words) {
			next = words[i+1]
		}
		if text, given := optionValue(w, next, o.Letters, o.Names...); given {
			all = append(all, text)
		}
	}
	return all
}

// folders returns what the options are given among words. A letter counts at the begin or the end of its word.
func (o *OptionNames) folders(words []Word) (all []Word) {
	for i, w := range words {
		next := Word{}
		if i+1 < len(words) {
			next = words[i+1]
		}
		value, given := optionValue(w, next, o.Letters, o.Names...)
		at := strings.IndexAny(w.Text, o.Letters)
		if given && (strings.HasPrefix(w.Text, "--") || at == 1 || at == len(w.Text)-1) {
			all = append(all, value)
		}
	}
	return all
}

// optionValue returns what a word gives to one of the letters or, also cut short, to one of the
// names; next is the word behind it.
func optionValue(w, next Word, letters string, names ...string) (value Word, given bool) {
	if !strings.HasPrefix(w.Text, "-") || len(w.Text) < 2 {
		return Word{}, false
	}
	if name, long := strings.CutPrefix(w.Text, "--"); long {
		name, text, joined := strings.Cut(name, "=")
		for _, n := range names {
			switch {
			case name == "" || !strings.HasPrefix(n, name):
			case joined:
				return Word{Text: text, Known: w.Known, Path: text}, true
			default:
				return next, true
			}
		}
		return Word{}, false
	}
	i := strings.IndexAny(w.Text[1:], letters)
	switch {
	case i < 0:
		return Word{}, false
	case i+2 < len(w.Text):
		return Word{Text: w.Text[i+2:], Known: w.Known, Path: w.Text[i+2:]}, true
	}
	return next, true
}
