package policy

import (
	"slices"
	"strings"
)

// runner is what is known of a program that runs others: a row of [runners].
type runner struct {
	// options are its own, before the command or the verb; nil when none are known.
	*options
	begins begin
	words  int // words of its own before the command
	// marks are letters of options that name the text which it replaces, until begins a word that ends the command.
	marks string
	until string
	// verbs are those behind its options; one that is not here runs nothing.
	verbs table[*runner]
	// behind are options behind which a command begins, up to ";" or "+".
	behind []string
	// scripts are options whose values are texts for a shell, folders those that name the folder in which it works.
	scripts optionNames
	folders optionNames
	// reads returns further texts that it hands to a shell.
	reads func(*simple) []word
	// entry are options that name the program of which the words behind are arguments.
	entry optionNames
	// code is the language of the programs that it takes as a word.
	code *language

	harmless bool // the command does the same with it as without, so that what is allowed alone is allowed behind it
	here     bool // the command runs in the shell itself, and may take it to another folder
	later    bool // the texts run later, wherever the shell is then
	assigns  bool // NAME=value before the command
	splits   bool // -S TEXT, --split-string=TEXT stands for the words of a text
	strict   bool // its options stand before the verb only
	fewer    bool // there may be fewer words of its own
	adds     bool // the command gets words that are not in the text
	shell    bool // the words, joined, are a text for a shell
	isShell  bool // it is one itself
	soft     bool // of a text that is computed in part, the rest is read
}

// begin says where the command stands.
type begin int

const (
	nowhere    begin = iota
	atOperand        // behind the options and [runner.words]
	atDashes         // behind "--", else as atOperand
	atAnyWord        // at any of the words
	behindVerb       // as its verb says
)

// launcher runs a command that nobody here finds among its own words.
var launcher = runner{begins: atAnyWord, shell: true}

// wrapped is what a command runs.
type wrapped struct {
	// commands are all that it may be: more than one where its options can be read in several ways.
	commands [][]word
	// scripts are texts for a shell that it runs.
	scripts []word
	// words are those of the command, with those that an option holds in one text.
	words []word
	// folders are those to which the program goes first; certain says that no option was taken for another.
	folders []word
	certain bool
	// starts are the folders below which it runs the commands, each where it finds a file.
	starts []word
	// more: with words added that nobody can tell.
	more bool

	harmless, here, later bool // as of the [runner]
}

// unwrap returns the commands and the texts that a command runs.
func unwrap(of *simple) wrapped {
	if len(of.words) == 0 || !of.words[0].known {
		return wrapped{}
	}
	c, name := *of, of.words[0].program()
	row, ok := runners.of(name)
	if git := gitWords(c.words); !ok && git != nil { // git-push
		c.words = git
		row, ok = runners.of("git")
	}
	if !ok {
		return wrapped{words: c.words}
	}
	if row.splits {
		c.words = splitStrings(c.words)
	}
	out := row.unwrap(&c)
	out.words = c.words
	out.harmless = out.harmless && len(out.commands) == 1 && of.words[0].text == name
	return out
}

func (r *runner) unwrap(c *simple) wrapped {
	starts, certain := r.starts(c.words)
	out := wrapped{more: r.adds || r.behind != nil, here: r.here, later: r.later, harmless: r.harmless && certain, certain: certain, commands: r.behindOptions(c.words)}
	out.scripts = r.scripts.texts(c.words[1:])
	if r.reads != nil {
		out.scripts = append(out.scripts, r.reads(c)...)
	}
	if r.code != nil {
		out.scripts = append(out.scripts, r.code.texts(c)...)
	}
	if r.soft {
		for i, text := range out.scripts {
			out.scripts[i] = text.template()
		}
	}
	for _, i := range starts {
		if r.begins == behindVerb {
			out.take(r.verb(c, i))
			continue
		}
		inner := r.inner(c.words, i)
		if len(inner) == 0 && (r.adds && r.until != "" || c.more) {
			inner = []word{{}} // what is added is the command
		}
		for _, program := range r.entry.values(c.words[1:min(i, len(c.words))]) {
			out.commands = append(out.commands, append([]word{program}, inner...))
		}
		if len(inner) == 0 {
			continue
		}
		out.commands = append(out.commands, inner)
		if r.shell {
			out.scripts = append(out.scripts, scripts(inner)...)
		}
	}
	own := c.words[1:]
	if len(starts) > 0 && (len(out.commands) > 0 || r.strict) {
		own = c.words[1:max(1, min(starts[0], len(c.words)))]
	}
	out.folders = append(r.folders.folders(own), out.folders...)
	if slices.ContainsFunc(own, func(w word) bool { return w.text == "-execdir" || w.text == "-okdir" }) {
		out.starts = own[:slices.IndexFunc(own, func(w word) bool { return strings.HasPrefix(w.text, "-") })]
	}
	return out
}

// worksIn are the places in which the program works.
func (w *wrapped) worksIn(at places) places {
	for _, start := range w.starts {
		at = at.or(opened(at.each(func(st standing) standing { return st.to(start) })))
	}
	if len(w.folders) == 0 {
		return at
	}
	to := at.each(func(st standing) standing {
		for _, folder := range w.folders {
			st = st.to(folder)
		}
		return st
	})
	if w.certain {
		return to
	}
	return at.or(to)
}

// lead is where the shell is behind the program, which itself leads as own says.
func (w *wrapped) lead(own flow, inner ...flow) flow {
	if !w.here || len(inner) == 0 {
		return own
	}
	f := inner[0]
	for _, g := range inner[1:] {
		f = flow{ok: f.ok.or(g.ok), fail: f.fail.or(g.fail)}
	}
	return f
}

func (w *wrapped) take(o wrapped) {
	w.commands = append(w.commands, o.commands...)
	w.scripts = append(w.scripts, o.scripts...)
	w.folders = append(w.folders, o.folders...)
	w.more = w.more || o.more
}

// verb is what the verb at i runs; one that is computed may be any.
func (r *runner) verb(c *simple, i int) (out wrapped) {
	if i >= len(c.words) {
		if c.more && !r.strict {
			out.commands = [][]word{{{}}} // the verb and the command are added
		}
		return out
	}
	inner := *c
	inner.words = c.words[i:]
	for _, verb := range r.verbs {
		if !inner.words[0].known || inner.words[0].text == verb.name {
			out.take(verb.is.unwrap(&inner))
		}
	}
	return out
}

// starts are the places where the command may begin; certain says that it is this one.
func (r *runner) starts(words []word) (at []int, certain bool) {
	switch end := dashes(words); {
	case r.begins == nowhere:
		return nil, true
	case r.begins == atAnyWord:
		for i := 1; i <= len(words); i++ {
			at = append(at, i)
		}
		return at, false
	case r.begins == atDashes && end > 0:
		return []int{end + 1}, true
	}
	reach, certain := make([]bool, len(words)+r.words+3), true
	reach[1] = true
	for i := 1; i <= len(words); i++ {
		if !reach[i] {
			continue
		}
		last := min(i+r.words, len(words))
		switch r.step(words, i) {
		case takesNothing:
			reach[i+1] = true
		case takesNext:
			reach[i+2] = true
		case takesPerhaps:
			reach[i+1], reach[i+2], certain = true, true, false
		case takesAny: // no words, or any of its own
			for k := last; k <= len(words); k++ {
				at = append(at, k)
			}
		case begins:
			for k := i; r.fewer && k < last; k++ {
				at = append(at, k)
			}
			at = append(at, last)
		}
	}
	slices.Sort(at)
	at = slices.Compact(at)
	return at, certain && len(at) == 1
}

// dashes is where "--" stands, 0 when it does not.
func dashes(words []word) int {
	return max(0, slices.IndexFunc(words, func(w word) bool { return w.known && w.text == "--" }))
}

const (
	begins   takes = -1 // the options end here
	takesAny takes = -2 // a word of which a shell may make several
)

// step tells what the word at i is: an option and what it takes, or the begin of the command.
func (r *runner) step(words []word, i int) takes {
	switch {
	case i < len(words) && !words[i].known && words[i].single && r.assigns && isAssignment(words[i].partly):
		return takesNothing
	case i == len(words) || !words[i].known && (words[i].single || r.words == 0):
		return begins
	case !words[i].known:
		return takesAny
	case words[i].text == "--" || words[i].text == "-" || r.assigns && strings.Contains(words[i].text, "="):
		return takesNothing
	case strings.HasPrefix(words[i].text, "-"):
		return r.takes(words[i].text)
	}
	return begins
}

// isAssignment reports whether a text is NAME=VALUE.
func isAssignment(text string) bool {
	name, _, sets := strings.Cut(text, "=")
	return sets && name != "" && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

// inner is the command that begins at start, with those words unknown in which the program puts
// a text of its own.
func (r *runner) inner(words []word, start int) []word {
	inner := words[min(start, len(words)):]
	if r.until != "" {
		if end := slices.IndexFunc(inner, func(x word) bool { return strings.HasPrefix(x.text, r.until) }); end >= 0 {
			inner = inner[:end]
		}
	}
	if !r.adds {
		return inner
	}
	marks := []string{"{}"}
	if r.until != "" {
		marks = append(marks, "{")
	}
	for i := 1; i < start; i++ {
		next := word{}
		if i+1 < len(words) {
			next = words[i+1]
		}
		if mark, given := optionValue(words[i], next, r.marks, "replace"); given && mark.text != "" {
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

// behindOptions returns the commands behind options such as -exec of find.
func (r *runner) behindOptions(words []word) (all [][]word) {
	for i, w := range words {
		if w.known && slices.Contains(r.behind, w.text) && i+1 < len(words) {
			command := words[i+1:]
			if end := slices.IndexFunc(command, func(w word) bool { return w.text == ";" || w.text == "+" }); end >= 0 {
				command = command[:end]
			}
			all = append(all, placeholders(command, []string{"{}", "{/", "{."}))
		}
	}
	return all
}
