package lookcmd

import (
	"strconv"
	"strings"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/timeline"
	"github.com/clawable/claw/projections/values"
)

func (d *TimelineDocument) Text(p *term.Page) {
	name := "lane " + string(d.Lane)
	if d.Session != "" {
		name = "session " + string(d.Session)
	}
	p.Heading(name)
	if d.Title != "" {
		p.Field("what", term.StylePlain, "%s", d.Title)
	}
	if d.Outcome != "" {
		p.Field("outcome", view.OutcomeStyle(d.Outcome), "%s", d.Outcome)
	}
	p.Field("spent", term.StylePlain, "%s", spentText(&d.Spent))
	p.Gap()
	d.story.write(p, &d.Timeline)
}

// write writes a story.
func (s *storyText) write(p *term.Page, t *timeline.Timeline) {
	if t.Earlier > 0 {
		p.Styled(term.StyleDim, strconv.Itoa(t.Earlier)+" before these are not shown; all: "+app.Next(p, "claw timeline "+s.typed))
	}
	w := storyPage{Page: p, storyText: s, several: severalSessions(t)}
	for i := range t.Entries {
		w.entry(&t.Entries[i])
	}
	if t.Total == 0 {
		p.Line("nothing is recorded of it, or nothing that is asked for")
	}
	if t.LeftOut > 0 {
		p.Styled(term.StyleDim, app.BytesText(int64(t.LeftOut))+" of words and output are left out; all: "+app.Next(p, "claw timeline "+s.typed+" --full"))
	}
	if t.Missing > 0 {
		p.Styled(term.StyleYellow, app.BytesText(int64(t.Missing))+" of words are not in the log: it was recorded with less than --content full, or its source cut them")
	}
	if t.Unread > 0 {
		p.Styled(term.StyleYellow, term.Many(t.Unread, "event")+" cannot be read: their data are not what their kind says")
	}
}

func severalSessions(t *timeline.Timeline) bool {
	var first domain.SessionID
	for i := range t.Entries {
		switch s := t.Entries[i].Session; {
		case s == "" || s == first:
		case first == "":
			first = s
		default:
			return true
		}
	}
	return false
}

// storyPage is a page on which a story is being written.
type storyPage struct {
	*term.Page
	*storyText
	several bool             // sessions are named where they change
	day     string           // of the entry before
	session domain.SessionID // of the entry before
}

// entry writes one entry, below its day and its session where they change.
func (w *storyPage) entry(x *timeline.Entry) {
	w.begin(x)
	body := term.Styled(x.Says, styleOf(x))
	if x.What == timeline.Turn {
		body.Text = turnLine(x)
	}
	switch {
	case x.What == timeline.Gap:
		body.Text = term.DurationText(int64(x.Until-x.At)/1e6) + " of silence " + x.Says
	case x.Call != nil:
		w.call(x)
		return
	case body.Text == "" && x.Words != nil:
		w.words(w.label(x), body.Style, x.Words)
		return
	}
	w.Block(w.indent(), w.label(x), body.Style, body.Text)
	if x.Words != nil {
		w.words(term.Cell{}, term.StylePlain, x.Words)
	}
}

// begin writes the day and the session, where they are others than those of the entry before.
func (w *storyPage) begin(x *timeline.Entry) {
	if day := w.in(x.At).Format(time.DateOnly); x.At.Known() && day != w.day {
		w.Styled(term.StyleBold, day+" ("+w.in(x.At).Format("MST")+")")
		w.day = day
	}
	if w.several && x.Session != "" && x.Session != w.session {
		w.Beside(3, term.Cell{Text: "--", Style: term.StyleDim}, term.Cell{Text: string(x.Session), Style: term.StyleDim})
		w.session = x.Session
	}
}

func (w *storyPage) in(t values.Time) time.Time { return t.Time().Local() }

// indent is where the words of entries begin.
func (w *storyPage) indent() int {
	if w.isNarrow() {
		return 16
	}
	return 20
}

func (w *storyPage) isNarrow() bool { return w.Width > 0 && w.Width < narrow }

// label is the time and the sort of an entry.
func (w *storyPage) label(x *timeline.Entry) term.Cell {
	at, layout := "?", time.TimeOnly
	if w.isNarrow() {
		layout = "15:04"
	}
	if x.At.Known() {
		at = w.in(x.At).Format(layout)
	}
	what := strings.ReplaceAll(string(x.What), "pull_request", "pull")
	if len(what) > 9 {
		what = what[:9]
	}
	at += strings.Repeat(" ", max(0, len(layout)-len(at)))
	if w.isNarrow() {
		return term.Styled(at+" "+what, styleOf(x))
	}
	return term.Styled(at+"  "+what, styleOf(x))
}

// words writes words and states what is missing from them.
func (w *storyPage) words(label term.Cell, s term.Style, words *timeline.Words) {
	if words.Text != "" {
		w.Block(w.indent(), label, s, words.Text)
		label = term.Cell{}
	}
	if note := missingText(words); note != "" {
		w.Block(w.indent(), label, term.StyleDim, note)
	}
}

// missingText describes the part of some words that is not shown, "" for none.
func missingText(words *timeline.Words) string {
	switch {
	case words.Erased:
		return "(erased)"
	case words.Text == "" && words.Missing > 0:
		return "(" + app.BytesText(int64(words.Missing)) + ", not stored)"
	case words.LeftOut > 0 && words.Text != "":
		return "… " + app.BytesText(int64(words.LeftOut)) + " more"
	case words.Missing > 0:
		return "… " + app.BytesText(int64(words.Missing)) + " more, not stored"
	}
	return ""
}

// spentText is what responses took, for people.
func spentText(row *timeline.Spent) string {
	text := term.Many(row.Responses, "response") + ", " + term.TokensText(row.Total) + " tokens"
	if row.Cost != nil {
		text += ", " + view.CostText(row.Cost)
	}
	return text
}

// turnLine describes how a turn ended and what it took.
func turnLine(x *timeline.Entry) string {
	if x.Spent == nil {
		return x.Says
	}
	return x.Says + ": " + spentText(x.Spent)
}

func styleOf(x *timeline.Entry) term.Style {
	switch {
	case x.Failed:
		return term.StyleRed
	case x.What == timeline.Prompt:
		return term.StyleCyan
	case x.What == timeline.Commit, x.What == timeline.Push, x.What == timeline.Pull, x.What == timeline.Ship:
		return term.StyleGreen
	case x.What == timeline.Approval:
		return term.StyleYellow
	case x.What == timeline.Gap, x.What == timeline.Turn, x.What == timeline.Session, x.What == timeline.Reasoning:
		return term.StyleDim
	}
	return term.StylePlain
}

// mostCommandLines bounds the lines of a command that are shown.
const mostCommandLines = 3

// call writes a call: what it ran or named, how it ended, what it wrote, and the lines that matter.
func (w *storyPage) call(x *timeline.Entry) {
	c := x.Call
	w.Block(w.indent(), w.label(x), styleOf(x), w.callHead(c)+callEnd(c))
	for _, f := range c.Files {
		w.Block(w.indent(), term.Cell{}, term.StylePlain, fileText(&f, w.shortened(f.Path)))
	}
	for _, r := range c.Rulings {
		w.Block(w.indent(), term.Cell{}, term.StyleYellow, "policy: "+strings.TrimSpace(r.Decision+" by rule "+r.Rule+" "+r.Approval))
	}
	if c.Output == nil {
		return
	}
	if c.Output.Text != "" {
		w.Block(w.indent(), term.Cell{}, styleOf(x), "| "+strings.ReplaceAll(strings.TrimRight(c.Output.Text, "\n"), "\n", "\n| "))
	}
	if note := missingText(c.Output); note != "" && (c.Output.Text != "" || c.Output.Erased) {
		w.Block(w.indent(), term.Cell{}, term.StyleDim, note)
	}
}

// callHead is what a call ran, else its tool, what it looks for and the files that its input names.
func (w *storyPage) callHead(c *timeline.CallEntry) string {
	if c.Command != "" {
		lines := strings.Split(strings.TrimSpace(c.Command), "\n")
		if n := len(lines) - mostCommandLines; n > 0 && !w.full {
			lines = append(lines[:mostCommandLines], "… "+term.Many(n, "more line"))
		}
		return "$ " + strings.Join(lines, "\n")
	}
	head := term.Named(app.FirstOf(c.Tool, "a call"), c.LooksFor)
	for i, name := range c.Names {
		if i == 3 {
			return head + " … " + strconv.Itoa(len(c.Names)-i) + " more"
		}
		head += " " + w.shortened(name)
	}
	return head
}

// callEnd describes how a call ended.
func callEnd(c *timeline.CallEntry) string {
	var parts []string
	switch {
	case c.ExitCode != "" && c.ExitCode != "0" || c.ExitCode == "0" && c.ErrorKind == "":
		parts = append(parts, "exit "+c.ExitCode)
	case c.DeniedBy != "":
		parts = append(parts, "denied by "+c.DeniedBy)
	case c.ErrorKind != "" || c.Command != "" || c.Status != "completed":
		parts = append(parts, strings.ReplaceAll(string(c.Status), "_", " "))
	}
	if took := term.DurationText(c.DurationMS); took != "" {
		parts = append(parts, took)
	}
	if c.Output != nil && c.Output.Text == "" && c.Output.Bytes > 0 && c.Command != "" {
		parts = append(parts, app.BytesText(int64(c.Output.Bytes))+" of output")
	}
	if len(parts) == 0 {
		return ""
	}
	return "  (" + strings.Join(parts, ", ") + ")"
}

// fileText is what a call did with the file of a path.
func fileText(f *timeline.File, path string) string {
	if f.Deleted || f.Added == nil || f.Removed == nil {
		return map[bool]string{true: "deleted ", false: "wrote "}[f.Deleted] + path
	}
	return "wrote " + path + "  +" + strconv.Itoa(*f.Added) + " -" + strconv.Itoa(*f.Removed)
}

// shortened is a path, without the folder of the work where it is in it.
func (s *storyText) shortened(path string) string {
	if s.workspace == "" {
		return path
	}
	return strings.TrimPrefix(path, strings.TrimSuffix(s.workspace, "/")+"/")
}
