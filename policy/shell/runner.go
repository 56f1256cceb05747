package shell

import (
	"slices"
	"strings"
)

// runner is what is known of a program that runs others: a row of [runners].
type runner struct {
	// options are its own, before the command or the verb; nil when none are known.
	*options
	begins begin
	words  int // the program's own words before the command
	// marks are letters of options that name the text which it replaces, until begins a word that ends the command.
	marks string
	until string
	// verbs are those behind its options; one that is not here runs nothing.
	verbs Table[*runner]
	// behind are options behind which a command begins, up to ";" or "+".
	behind []string
	// scripts are options whose values are texts for a shell, folders those that name the folder in which it works.
	scripts OptionNames
	folders OptionNames
	// reads returns further texts that it hands to a shell.
	reads func(*Simple) []Word
	// entry are options that name the program of which the words behind are arguments.
	entry OptionNames
	// code is the language of the programs that it takes as a word.
	code *language

	harmless bool // the command does the same with it as without, so that what is allowed alone is allowed behind it
	here     bool // the command runs in the shell itself, and may take it to another folder
	later    bool // the texts run later, wherever the shell is then
	assigns  bool // NAME=value before the command
	splits   bool // -S TEXT, --split-string=TEXT expands to the words of a text
	strict   bool // its options precede the verb only
	fewer    bool // there may be fewer words of its own
	adds     bool // the command gets words that are not in the text
	shell    bool // the words, joined, are a text for a shell
	isShell  bool // it is one itself
	soft     bool // of a text that is computed in part, the rest is read
}

// begin is where the command begins.
type begin int

const (
	nowhere    begin = iota
	atOperand        // behind the options and [runner.words]
	atDashes         // behind "--", else as atOperand
	atAnyWord        // at any of the words
	behindVerb       // as its verb says
)

// RunsOthers reports whether it is known of a program what it runs of its words.
func RunsOthers(program string) bool {
	_, known := runners.Of(program)
	return known
}

// launcher runs a command that cannot be located among its own words.
var launcher = runner{begins: atAnyWord, shell: true}

// wrapped is what a command runs.
type wrapped struct {
	// commands are all that it may be: more than one where its options can be read in several ways.
	commands [][]Word
	// scripts are texts for a shell that it runs.
	scripts []Word
	// words are those of the command, with those that an option holds in one text.
	words []Word
	// folders are those to which the program goes first; certain says that no option was taken for another.
	folders []Word
	certain bool
	// starts are the folders below which it runs the commands, each where it finds a file.
	starts []Word
	// more: with added words that cannot be determined.
	more bool

	harmless, here, later bool // as of the [runner]
}

// unwrap returns the commands and the texts that a command runs.
func unwrap(of *Simple) wrapped {
	if len(of.Words) == 0 || !of.Words[0].Known {
		return wrapped{}
	}
	c, name := *of, of.Words[0].Program()
	row, ok := runners.Of(name)
	if git := gitWords(c.Words); !ok && git != nil { // git-push
		c.Words = git
		row, ok = runners.Of("git")
	}
	if !ok {
		return wrapped{words: c.Words}
	}
	if row.splits {
		c.Words = splitStrings(c.Words)
	}
	out := row.unwrap(&c)
	out.words = c.Words
	out.harmless = out.harmless && len(out.commands) == 1 && of.Words[0].Text == name
	return out
}

func (r *runner) unwrap(c *Simple) wrapped {
	starts, certain := r.starts(c.Words)
	out := wrapped{more: r.adds || r.behind != nil, here: r.here, later: r.later, harmless: r.harmless && certain, certain: certain, commands: r.behindOptions(c.Words)}
	out.scripts = r.scripts.Texts(c.Words[1:])
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
		inner := r.inner(c.Words, i)
		if len(inner) == 0 && (r.adds && r.until != "" || c.More) {
			inner = []Word{{}} // what is added is the command
		}
		for _, program := range r.entry.values(c.Words[1:min(i, len(c.Words))]) {
			out.commands = append(out.commands, append([]Word{program}, inner...))
		}
		if len(inner) == 0 {
			continue
		}
		out.commands = append(out.commands, inner)
		if r.shell {
			out.scripts = append(out.scripts, scripts(inner)...)
		}
	}
	own := c.Words[1:]
	if len(starts) > 0 && (len(out.commands) > 0 || r.strict) {
		own = c.Words[1:max(1, min(starts[0], len(c.Words)))]
	}
	out.folders = append(r.folders.folders(own), out.folders...)
	if slices.ContainsFunc(own, func(w Word) bool { return w.Text == "-execdir" || w.Text == "-okdir" }) {
		out.starts = own[:slices.IndexFunc(own, func(w Word) bool { return strings.HasPrefix(w.Text, "-") })]
	}
	return out
}

// worksIn are the places in which the program works.
func (w *wrapped) worksIn(at Places) Places {
	for _, start := range w.starts {
		at = at.or(opened(at.each(func(st Standing) Standing { return st.to(start) })))
	}
	if len(w.folders) == 0 {
		return at
	}
	to := at.each(func(st Standing) Standing {
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
func (r *runner) verb(c *Simple, i int) (out wrapped) {
	if i >= len(c.Words) {
		if c.More && !r.strict {
			out.commands = [][]Word{{{}}} // the verb and the command are added
		}
		return out
	}
	inner := *c
	inner.Words = c.Words[i:]
	for _, verb := range r.verbs {
		if !inner.Words[0].Known || inner.Words[0].Text == verb.Key {
			out.take(verb.Is.unwrap(&inner))
		}
	}
	return out
}

// starts are the places where the command may begin; certain says that it is this one.
func (r *runner) starts(words []Word) (at []int, certain bool) {
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
		case beginsPerhaps:
			at, reach[i+1], certain = append(at, last), true, false
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

// dashes returns the index of "--", 0 when there is none.
func dashes(words []Word) int {
	return max(0, slices.IndexFunc(words, func(w Word) bool { return w.Known && w.Text == "--" }))
}

const (
	begins   takes = -1 // the options end here
	takesAny takes = -2 // a word of which a shell may make several
	// beginsPerhaps is NAME=$VALUE, of which a shell may make an assignment and the begin of the command.
	beginsPerhaps takes = -3
)

// step returns what the word at i is: an option and what it takes, or the begin of the command.
func (r *runner) step(words []Word, i int) takes {
	switch {
	case i < len(words) && !words[i].Known && r.assigns && isAssignment(words[i].partly):
		if words[i].Single {
			return takesNothing
		}
		return beginsPerhaps
	case i == len(words) || !words[i].Known && (words[i].Single || r.words == 0):
		return begins
	case !words[i].Known:
		return takesAny
	case words[i].Text == "--" || words[i].Text == "-" || r.assigns && strings.Contains(words[i].Text, "="):
		return takesNothing
	case strings.HasPrefix(words[i].Text, "-"):
		return r.takes(words[i].Text)
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
func (r *runner) inner(words []Word, start int) []Word {
	inner := words[min(start, len(words)):]
	if r.until != "" {
		if end := slices.IndexFunc(inner, func(x Word) bool { return strings.HasPrefix(x.Text, r.until) }); end >= 0 {
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
		next := Word{}
		if i+1 < len(words) {
			next = words[i+1]
		}
		if mark, given := optionValue(words[i], next, r.marks, "replace"); given && mark.Text != "" {
			marks = append(marks, mark.Text)
		}
	}
	return placeholders(inner, marks)
}

// placeholders returns words, with each word that contains one of the marks made unknown.
func placeholders(words []Word, marks []string) []Word {
	out := slices.Clone(words)
	for i, w := range out {
		if slices.ContainsFunc(marks, func(m string) bool { return strings.Contains(w.Text, m) }) {
			out[i] = Word{Text: w.Text}
		}
	}
	return out
}

// scripts are the texts that words are for a shell that gets them joined. Where one is not known
// the others are read alone: as a text of their own, or what an option gives.
func scripts(words []Word) (all []Word) {
	if text := joined(words); text.Known {
		if strings.ContainsAny(text.Text, " \t\n;&|<>()$`\\\"'") {
			all = append(all, text)
		}
	}
	for _, w := range words {
		if !w.Known || !strings.ContainsAny(w.Text, " \t\n;&|") {
			continue
		}
		all = append(all, w)
		if strings.HasPrefix(w.Text, "-") && len(w.Text) > 2 {
			_, long, _ := strings.Cut(w.Text, "=")
			for _, text := range []string{long, w.Text[2:], w.Text[3:]} { // --command=TEXT, -cTEXT, -qcTEXT
				all = append(all, Word{Text: text, Known: true})
			}
		}
	}
	return all
}

// behindOptions returns the commands behind options such as -exec of find.
func (r *runner) behindOptions(words []Word) (all [][]Word) {
	for i, w := range words {
		if w.Known && slices.Contains(r.behind, w.Text) && i+1 < len(words) {
			command := words[i+1:]
			if end := slices.IndexFunc(command, func(w Word) bool { return w.Text == ";" || w.Text == "+" }); end >= 0 {
				command = command[:end]
			}
			all = append(all, placeholders(command, []string{"{}", "{/", "{."}))
		}
	}
	return all
}
