package top

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/clawable/claw/consumers/top/keys"
	"github.com/clawable/claw/internal/visible"
)

// marker precedes the row under the cursor, and as many spaces before the others.
const marker = "> "

// mostNotice is how many lines a notice takes at most.
const mostNotice = 4

// The lines of the screen beside rows and texts: on the board the title, the names of the columns, a line about the
// row under the cursor and the keys; on a page the title, a line for messages, and the keys.
const (
	besideRows  = 4
	besideLines = 3
)

func (m *Model) rowsHigh() int  { return max(m.height-besideRows, 1) }
func (m *Model) linesHigh() int { return max(m.height-besideLines, 1) }

// View implements [tea.Model].
func (m *Model) View() tea.View { return canvas{m}.view() }

// canvas draws a model.
type canvas struct{ *Model }

// view is the whole screen: the board or the page, and below it messages and the keys.
func (m canvas) view() tea.View {
	body := m.boardLines()
	if m.page != nil {
		body = m.pageLines()
	}
	foot := append(m.sayLines(), m.style("2", m.keysLine()))
	body = body[:min(len(body), max(m.height-len(foot), 1))]
	for len(body)+len(foot) < m.height {
		body = append(body, "")
	}
	lines := append(body, foot...)
	lines = lines[:min(len(lines), m.height)]
	for i := range lines {
		lines[i] = m.fit(lines[i])
	}
	v := tea.NewView(strings.Join(lines, "\n"))
	v.AltScreen = true
	if m.prompt != nil && m.notice == "" {
		x := ansi.StringWidth(m.fit(m.promptLine()))
		v.Cursor = tea.NewCursor(min(x, m.width-1), max(len(lines)-2, 0))
	}
	return v
}

// fit is a line as wide as the screen at most; a mark ends one that is cut.
func (m canvas) fit(line string) string {
	cut := "…"
	if m.look.ASCII {
		line, cut = ascii(line), ascii(cut)
	}
	return ansi.Truncate(line, m.width, cut)
}

// style is a text with an attribute of the terminal, where there may be any.
func (m canvas) style(attribute, text string) string {
	if !m.look.Color || text == "" {
		return text
	}
	return "\x1b[" + attribute + "m" + text + "\x1b[0m"
}

// boardLines are the title and the rows.
func (m canvas) boardLines() []string {
	l, pad := &m.list, strings.Repeat(" ", len(marker))
	lines := []string{m.title()}
	if l.head != "" {
		lines = append(lines, pad+l.head)
	}
	for i := l.top; i < min(l.top+m.rowsHigh(), len(l.lines)); i++ {
		if i == l.at {
			row := ansi.Strip(l.lines[i])
			lines = append(lines, m.style("7", marker+row+strings.Repeat(" ", max(0, m.width-len(marker)-ansi.StringWidth(row)))))
		} else {
			lines = append(lines, pad+l.lines[i])
		}
	}
	switch {
	case m.board.Total == 0 && !l.isFiltered():
		lines = append(lines, "", pad+m.board.Empty)
	case len(l.rows) == 0:
		lines = append(lines, "", pad+"no lane is like that; Esc shows all")
	}
	return lines
}

// title names the program, states which lanes are shown alone, and counts all: the end is cut where it is too long.
func (m canvas) title() string {
	t := m.look.Name + "  "
	var only []string
	if m.list.needs {
		only = append(only, "needs a person")
	}
	if m.list.failed {
		only = append(only, "failed")
	}
	if m.list.words != "" && (m.prompt == nil || m.prompt.reason) {
		only = append(only, "/"+m.list.words)
	}
	if len(only) > 0 {
		t += fmt.Sprintf("only %s: %d of ", strings.Join(only, ", "), len(m.list.rows))
	}
	return m.style("2", t+m.board.Summary)
}

// pageNames name the pages in their title.
var pageNames = map[Page]string{Story: "the story of", Errors: "what failed in", Explain: "why, of", Grant: "how to grant, for"}

// pageLines are the title and the lines of a page.
func (m canvas) pageLines() []string {
	p := m.page
	title := m.look.Name + "  keys"
	if p.what != help {
		title = m.look.Name + "  " + pageNames[p.what] + " lane " + p.row.Short
	}
	shown := p.visible(m.linesHigh())
	if below := len(p.lines) - p.top - len(shown); p.top > 0 || below > 0 {
		title += fmt.Sprintf("  lines %d to %d of %d", p.top+1, p.top+len(shown), len(p.lines))
	} else if p.lines == nil {
		title += "  ..."
	}
	return append([]string{m.style("2", title)}, shown...)
}

// sayLines returns the input, the message or the error, else the next step of the row under the cursor. There is at
// least one.
func (m canvas) sayLines() []string {
	switch {
	case m.notice != "":
		return m.wrapped(m.notice)
	case m.prompt != nil:
		return []string{m.promptLine()}
	case m.trouble != "":
		return m.wrapped(m.trouble)
	case m.page == nil:
		if r := m.list.row(&m.board); r != nil && r.Command != "" {
			return []string{visible.Printable(r.Next + ": " + r.Command)}
		}
	}
	return []string{""}
}

// promptLine is the label and what is typed. Of more than fits it shows the end, which is where the next character
// goes, and leaves a column for the cursor.
func (m canvas) promptLine() string {
	label, typed := m.prompt.label(), string(m.prompt.typed)
	room := max(m.width-1-ansi.StringWidth(label), 1)
	if over := ansi.StringWidth(typed) - room; over > 0 {
		typed = ansi.TruncateLeft(typed, over+1, "…")
	}
	return label + typed
}

// wrapped is a text in lines, the first of them.
func (m canvas) wrapped(text string) []string {
	lines := strings.Split(ansi.Wrap(visible.Printable(text), m.width, ""), "\n")
	return lines[:min(len(lines), mostNotice)]
}

// keysLine names the keys of the screen, as far as they fit: first those that lead on and out.
func (m canvas) keysLine() string {
	if m.prompt != nil {
		return "Enter done  Esc leave"
	}
	line := ""
	for _, first := range []bool{true, false} {
		for _, k := range keys.Table {
			leads := k.Action == keys.Help || k.Action == keys.Quit
			name, _, _ := strings.Cut(k.Shown, ",")
			if item := name + " " + k.Short; k.Short != "" && k.On&screenOf(m.Model) != 0 && leads == first && len(line)+len(item)+2 <= m.width {
				line += item + "  "
			}
		}
	}
	return strings.TrimRight(line, " ")
}

// helpText is the page of keys, in lines that fit a width.
func helpText(width int) string {
	var b strings.Builder
	beside := keys.Width() + 4
	for _, k := range keys.Table {
		says := ansi.Wordwrap(k.Says, max(width-beside, 10), "")
		fmt.Fprintf(&b, "  %-*s  %s\n", keys.Width(), k.Shown, strings.ReplaceAll(says, "\n", "\n"+strings.Repeat(" ", beside)))
	}
	return b.String()
}
