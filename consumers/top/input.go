package top

import (
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"github.com/clawable/claw/consumers/top/keys"
)

// key executes the action of a key. Esc and a key that arrive together, as over a slow line, are reported as one key
// with Alt.
func (m *Model) key(msg tea.KeyPressMsg) tea.Cmd {
	if msg.Mod.Contains(tea.ModAlt) {
		first := m.key(tea.KeyPressMsg{Code: tea.KeyEscape})
		return tea.Batch(first, m.key(withoutAlt(msg)))
	}
	name := msg.String()
	switch m.notice = ""; name {
	case "ctrl+c":
		return tea.Quit
	case "ctrl+z":
		return suspend()
	}
	if m.prompt != nil {
		return m.typeKey(name, msg.Text)
	}
	action := keys.Of(screenOf(m), name)
	if by, moves := distance(m, action); moves {
		return m.move(by)
	}
	switch action {
	case keys.Quit:
		return tea.Quit
	case keys.Help:
		m.page = &text{what: help}
		return m.readText()
	case keys.Back:
		return m.back()
	case keys.Filter:
		m.prompt = &prompt{typed: []rune(m.list.words)}
	case keys.Needs:
		m.list.needs = !m.list.needs
		return m.filtered()
	case keys.Failed:
		m.list.failed = !m.list.failed
		return m.filtered()
	case keys.Open, keys.Story, keys.Errors, keys.Explain, keys.Grant, keys.Accept, keys.Copy, keys.Browse:
		return m.about(action)
	case keys.None, keys.Suspend, keys.Up, keys.Down, keys.PageUp, keys.PageDown, keys.First, keys.Last: // no key, or done
	}
	return nil
}

// withoutAlt is a key with the text that it types without Alt.
func withoutAlt(k tea.KeyPressMsg) tea.KeyPressMsg {
	switch k.Mod &^= tea.ModAlt; {
	case !unicode.IsPrint(k.Code):
	case k.Mod == tea.ModShift:
		k.Text = string(unicode.ToUpper(k.Code))
	case k.Mod == 0:
		k.Text = string(k.Code)
	}
	return k
}

// about executes the action of a key for the lane that is under the cursor, or on the
// page.
func (m *Model) about(action keys.Action) tea.Cmd {
	row := m.here()
	if row == nil {
		return nil
	}
	switch action {
	case keys.Open, keys.Story:
		return m.open(Story, row)
	case keys.Errors:
		return m.open(Errors, row)
	case keys.Explain:
		return m.open(Explain, row)
	case keys.Grant:
		if len(row.Approvals) == 0 {
			m.notice = "nothing of lane " + row.Short + " waits for a grant"
			return nil
		}
		return m.open(Grant, row)
	case keys.Accept:
		m.prompt = &prompt{reason: true, row: *row}
	case keys.Copy:
		m.notice = "copied, where the terminal allows it: " + row.Lane
		return tea.SetClipboard(row.Lane)
	case keys.Browse:
		of := *row
		return func() tea.Msg {
			opened, err := m.source.Browse(m.ctx, of)
			return said{opened, err}
		}
	case keys.None, keys.Up, keys.Down, keys.PageUp, keys.PageDown, keys.First, keys.Last, keys.Filter, keys.Needs, keys.Failed, keys.Help, keys.Back, keys.Suspend, keys.Quit: // of no lane
	}
	return nil
}

// typeKey edits the line that is being typed. Words of the filter hold at once.
func (m *Model) typeKey(name, characters string) tea.Cmd {
	p := m.prompt
	switch {
	case name == "esc":
		m.prompt = nil
		if !p.reason {
			m.list.words = ""
			return m.filtered()
		}
	case name == "enter" && p.reason:
		return m.accept(p)
	case name == "enter":
		m.prompt = nil
	case p.key(name, characters):
		return m.typed()
	}
	return nil
}

// paste types what was pasted.
func (m *Model) paste(content string) tea.Cmd {
	if m.prompt == nil || !m.prompt.insert(content) {
		return nil
	}
	return m.typed()
}

// typed takes the words of a filter as they are typed.
func (m *Model) typed() tea.Cmd {
	if m.prompt.reason {
		return nil
	}
	m.list.words = string(m.prompt.typed)
	return m.filtered()
}

// accept accepts the outcome for the reason that was typed.
func (m *Model) accept(p *prompt) tea.Cmd {
	reason := strings.TrimSpace(string(p.typed))
	if reason == "" {
		m.notice = "say why in a few words; Esc leaves the outcome as it is"
		return nil
	}
	m.prompt, m.notice = nil, "accepting "+p.row.Short+" ..."
	return func() tea.Msg {
		text, err := m.source.Accept(m.ctx, p.row.Lane, reason)
		return said{text, err}
	}
}

// filtered shows the lanes that pass the filters now.
func (m *Model) filtered() tea.Cmd {
	m.toLast = false
	m.arrange()
	if !m.list.isFiltered() {
		m.limit = enough(&m.list, m.rowsHigh())
	}
	return m.more()
}

// back leaves the page, or shows all lanes again.
func (m *Model) back() tea.Cmd {
	if m.page != nil {
		m.page = nil
		return nil
	}
	m.list.words, m.list.needs, m.list.failed = "", false, false
	return m.filtered()
}

// far is more lines than there are.
const far = 1 << 30

// distance is how far an action moves, in rows or lines; false for one that does not.
func distance(m *Model, a keys.Action) (by int, moves bool) {
	screen := m.rowsHigh()
	if m.page != nil {
		screen = m.linesHigh()
	}
	by, moves = map[keys.Action]int{keys.Up: -1, keys.Down: 1, keys.PageUp: -screen, keys.PageDown: screen, keys.First: -far, keys.Last: far}[a]
	return by, moves
}

// move moves the cursor, or the text of the page.
func (m *Model) move(by int) tea.Cmd {
	if m.page != nil {
		m.page.scroll(by, m.linesHigh())
		return nil
	}
	m.list.move(&m.board, by, m.rowsHigh())
	m.toLast = by == far && len(m.board.Rows) < m.board.Total
	return m.more()
}

// open shows a page about a lane.
func (m *Model) open(what Page, row *Row) tea.Cmd {
	m.page = &text{what: what, row: *row}
	return m.readText()
}

// readText reads the text of the page anew, once at a time.
func (m *Model) readText() tea.Cmd {
	p := m.page
	switch {
	case p == nil:
		return nil
	case p.what == help:
		p.take(helpText(m.width), m.linesHigh())
		return nil
	case p.loading:
		p.again = true
		return nil
	}
	p.loading, p.again = true, false
	what, row, width := p.what, p.row, m.width
	return func() tea.Msg {
		t, err := m.source.Text(m.ctx, what, row, width)
		return textRead{what, row.Lane, width, t, err}
	}
}

// takeText shows the text of a page, unless another page is shown by now.
func (m *Model) takeText(msg textRead) tea.Cmd {
	p := m.page
	if p == nil || p.what != msg.what || p.row.Lane != msg.lane {
		return nil
	}
	p.loading = false
	if msg.err != nil {
		m.notice = errorText(msg.err)
	} else {
		p.take(msg.text, m.linesHigh())
	}
	if p.again || msg.width != m.width {
		return m.readText()
	}
	return nil
}
