package policy

import (
	"slices"
	"strings"
)

// wrapped is what a wrapper runs.
type wrapped struct {
	// commands are all that it may be: more than one where its options can be read in several ways.
	commands [][]word
	// scripts are texts for a shell that it runs.
	scripts []word
	// harmless: the one command does what it does alone; more: with words added that nobody can tell.
	harmless, more bool
}

// unwrap returns the commands that words run through a wrapper; more says that words may follow them.
func unwrap(words []word, more bool) wrapped {
	if len(words) == 0 || !words[0].known {
		return wrapped{}
	}
	name := words[0].program()
	w, ok := wrappers.of(name)
	verbs, _ := running.of(name)
	switch {
	case !ok && len(words) > 1 && slices.Contains(verbs, words[1].text):
		w, words = launcher, words[1:]
	case !ok:
		return wrapped{commands: append(findExec(name, words), gitRuns(words)...), more: true}
	}
	starts, certain := w.starts(words)
	out := wrapped{harmless: w.harmless && certain && words[0].text == name, more: w.adds}
	for _, i := range starts {
		inner := w.inner(words, i)
		if len(inner) == 0 && (w.adds && w.until != "" || more) {
			inner = []word{{}} // what is added is the command
		}
		if len(inner) == 0 {
			continue
		}
		out.commands = append(out.commands, inner)
		if w.shell {
			out.scripts = append(out.scripts, scripts(inner)...)
		}
	}
	return out
}

// starts are the places where the command may begin; certain says that it is this one.
func (w *wrapper) starts(words []word) (at []int, certain bool) {
	reach, certain := make([]bool, len(words)+w.words+3), true
	reach[1] = true
	for i := 1; i <= len(words); i++ {
		if w.anywhere && i < len(words) {
			at = append(at, i)
			continue
		}
		if !reach[i] {
			continue
		}
		switch step := w.step(words, i); step {
		case takesNothing:
			reach[i+1] = true
		case takesNext:
			reach[i+2] = true
		case takesPerhaps:
			reach[i+1], reach[i+2], certain = true, true, false
		case begins:
			at = append(at, min(i+w.words, len(words)))
		}
	}
	return at, certain && len(at) == 1 && !w.anywhere
}

// begins is where the words of the wrapper's own options end.
const begins takes = -1

// step tells what the word at i is: an option and what it takes, or the begin of the command.
func (w *wrapper) step(words []word, i int) takes {
	switch {
	case i == len(words) || !words[i].known:
		return begins
	case words[i].text == "--" || words[i].text == "-" || w.assigns && strings.Contains(words[i].text, "="):
		return takesNothing
	case strings.HasPrefix(words[i].text, "-"):
		return w.takes(words[i].text)
	}
	return begins
}

// inner is the command that begins at start, with those words unknown in which the wrapper puts
// a text of its own.
func (w *wrapper) inner(words []word, start int) []word {
	inner := words[start:]
	if w.until != "" {
		if end := slices.IndexFunc(inner, func(x word) bool { return strings.HasPrefix(x.text, w.until) }); end >= 0 {
			inner = inner[:end]
		}
	}
	if !w.adds {
		return inner
	}
	marks := []string{"{}"}
	if w.until != "" {
		marks = append(marks, "{")
	}
	for i := 1; i < start; i++ {
		next := word{}
		if i+1 < len(words) {
			next = words[i+1]
		}
		if mark, given := optionValue(words[i], next, w.marks, "replace"); given && mark.text != "" {
			marks = append(marks, mark.text)
		}
	}
	return placeholders(inner, marks)
}

// placeholders returns words with those unknown in which one of the marks stands.
func placeholders(words []word, marks []string) []word {
	out := slices.Clone(words)
	for i, w := range out {
		if slices.ContainsFunc(marks, func(m string) bool { return strings.Contains(w.text, m) }) {
			out[i] = word{text: w.text}
		}
	}
	return out
}

// scripts are the texts that words are for a shell that gets them joined. Where one is not known
// the others are read alone: as a text of their own, or what an option gives.
func scripts(words []word) (all []word) {
	if text := joined(words); text.known {
		if strings.ContainsAny(text.text, " \t\n;&|<>()$`\\\"'") {
			all = append(all, text)
		}
	}
	for _, w := range words {
		if !w.known || !strings.ContainsAny(w.text, " \t\n;&|") {
			continue
		}
		all = append(all, w)
		if strings.HasPrefix(w.text, "-") && len(w.text) > 2 {
			_, long, _ := strings.Cut(w.text, "=")
			for _, text := range []string{long, w.text[2:], w.text[3:]} { // --command=TEXT, -cTEXT, -qcTEXT
				all = append(all, word{text: text, known: true})
			}
		}
	}
	return all
}

// findExec returns the commands that find runs.
func findExec(name string, words []word) (all [][]word) {
	if !slices.Contains([]string{"find", "gfind", "fd", "fdfind"}, name) {
		return nil
	}
	for i, w := range words {
		if w.known && slices.Contains([]string{"-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "--exec-batch"}, w.text) && i+1 < len(words) {
			command := words[i+1:]
			if end := slices.IndexFunc(command, func(w word) bool { return w.text == ";" || w.text == "+" }); end >= 0 {
				command = command[:end]
			}
			all = append(all, placeholders(command, []string{"{}", "{/", "{."}))
		}
	}
	return all
}
