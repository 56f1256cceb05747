package timeline

import (
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/lazy"
	"github.com/clawable/claw/internal/table"
)

// bound is how much of some words is included.
type bound struct{ bytes, lines int }

// bounds are those of the words of entries.
var bounds = table.Table[What, bound]{{Prompt, bound{1500, 12}}, {Answer, bound{2000, 20}}, {Message, bound{300, 3}}, {Turn, bound{600, 6}}, {Provider, bound{600, 6}},
	{Approval, bound{600, 6}}, {Decision, bound{600, 6}}}

// wordsOf are words as the log holds them, nil for none.
func wordsOf(t domain.Text, erased bool) *Words {
	if t.IsZero() && !erased {
		return nil
	}
	stored := t.Preview()
	w := &Words{Text: stored, Bytes: t.Bytes(), Erased: erased && t.IsZero()}
	if t.Cut != nil {
		w.Missing = max(0, t.Cut.Bytes-len(stored)-len(t.Cut.Tail))
		if t.Cut.Tail != "" {
			w.Text += "\n…\n" + t.Cut.Tail
		}
	}
	return w
}

// shorten leaves what the terms include of the words of an entry.
func shorten(n *narrator, x *Entry) {
	if b, bounded := bounds.Of(x.What); bounded && x.Words != nil && !n.terms.Full {
		x.Words.cut(b)
	}
}

// cut leaves the first words.
func (w *Words) cut(b bound) {
	text := w.Text
	at := 0
	for range b.lines {
		end := strings.IndexByte(text[at:], '\n')
		if end < 0 {
			at = len(text)
			break
		}
		at += end + 1
	}
	if at > b.bytes {
		at = b.bytes
		if space := strings.LastIndexAny(text[:at], " \n"); space > at/2 {
			at = space
		}
	}
	head := strings.TrimRight(strings.ToValidUTF8(text[:at], ""), " \n")
	if rest := strings.TrimSpace(text[at:]); rest == "" {
		return
	}
	w.LeftOut += len(text) - len(head)
	w.Text = head
}

// tells finds lines that report an error. It is compiled when it is first needed: a hook waits for
// what a program does when it starts.
var tells = lazy.Regexp{Expr: `(?i)\b(error|errors|err|fail(ed|ure|s)?|fatal|panic|exception|denied|cannot|not found|no such|undefined|refused|rejected)\b|^\s*[A-Za-z]*(Error|Exception)\b`}

// mostLine bounds a line, in bytes.
const mostLine = 160

// Telling is the first line of a text that reports an error, else the last one with words.
func Telling(text string) string {
	last := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if last = line; tells.Get().MatchString(line) {
			break
		}
	}
	return Bounded(last)
}

// Bounded is a line, cut where it is long.
func Bounded(line string) string {
	if len(line) > mostLine {
		line = strings.ToValidUTF8(line[:mostLine], "") + "…"
	}
	return line
}

// The number of lines that are included from the output of a call.
const (
	linesOfFailure = 8
	linesOfSuccess = 3
)

// matter leaves the lines of an output that matter: of a failure those that report it and the last
// ones; of a success all where they are few, else none, as most of them repeat what was read.
// nothing reports that even few lines of a success are left out: they are of a file.
func (w *Words) matter(failed, nothing bool) {
	var lines []string
	for line := range strings.Lines(w.Text) {
		if line = strings.TrimRight(line, " \t\r\n"); line != "" {
			lines = append(lines, line)
		}
	}
	whole := strings.Join(lines, "\n")
	switch {
	case failed:
		lines = telling(lines)
	case nothing || len(lines) > linesOfSuccess:
		lines = nil
	}
	for i := range lines {
		lines[i] = Bounded(lines[i])
	}
	told := strings.Join(lines, "\n")
	if told != whole {
		w.LeftOut += max(0, len(w.Text)-len(told))
	}
	w.Text = told
}

// telling returns the lines of a failure that report it, and the last ones.
func telling(lines []string) []string {
	var out []string
	last := len(lines) - linesOfFailure/2
	for i := 0; i < last && len(out) < linesOfFailure/2; i++ {
		if tells.Get().MatchString(lines[i]) {
			out = append(out, lines[i])
		}
	}
	from := max(0, len(lines)-(linesOfFailure-len(out)))
	if len(out) > 0 {
		from = max(from, last)
	}
	return append(out, lines[from:]...)
}
