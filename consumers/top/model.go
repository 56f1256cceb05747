package top

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/consumers/top/keys"
	"github.com/clawable/claw/domain"
)

const (
	// restLeast and restMost bound the pause between two readings of the board; between them it is as long as
	// the reading before it took.
	restLeast = 30 * time.Millisecond
	restMost  = time.Second
	// ageEvery is how long the ages on the screen may be out of date.
	ageEvery = 30 * time.Second
	// retryEvery is the pause after the log could not be read.
	retryEvery = time.Second
	// pageOfLanes is how many lanes are read at first, and how many more when the cursor nears the end: each
	// change of the log reads them anew, which takes time by their number.
	pageOfLanes = 60
	// mostLanes is how many lanes are read at most: for the words of a filter, which the log cannot select by.
	mostLanes = 10_000
)

// Look is how the screen is drawn.
type Look struct {
	Name  string // of the program, in the title
	Color bool
	ASCII bool // the terminal has no UTF-8
}

// Pause is a command that sends a message after a time.
type Pause func(d time.Duration, then tea.Msg) tea.Cmd

// Model is the state of the screen. It implements [tea.Model]. Not safe for concurrent use.
type Model struct {
	ctx           context.Context
	source        Source
	look          Look
	pause         Pause
	width, height int
	board         Board
	list          list
	limit         int     // lanes to read
	toLast        bool    // the cursor is to be on the last lane, which may not have been read
	reading       bool    // a board is on its way
	again         bool    // and is out of date already
	awaiting      bool    // news of the log
	retrying      bool    // the pause after an error is not over
	page          *text   // nil on the board
	prompt        *prompt // nil while nothing is typed
	notice        string  // shown until the next key
	trouble       string  // why the log cannot be read, "" while it can
}

// Messages: the results of commands.
type (
	boardRead struct {
		board Board
		err   error
		took  time.Duration
	}
	rested   struct{} // the pause after a board is over
	news     struct{ err error }
	aged     struct{} // the ages are out of date
	retried  struct{} // the log is to be read again after an error
	textRead struct {
		what  Page
		lane  string
		width int
		text  string
		err   error
	}
	said struct {
		text string
		err  error
	}
)

// New is the model over a board that was read. ctx ends its commands.
func New(ctx context.Context, source Source, first Board, look Look, pause Pause) *Model {
	m := &Model{ctx: ctx, source: source, look: look, pause: pause, width: 80, height: 24, board: first, limit: first.Limit}
	m.arrange()
	return m
}

// Init implements [tea.Model].
func (m *Model) Init() tea.Cmd { return tea.Batch(m.await(), m.pause(ageEvery, aged{})) }

// Update implements [tea.Model].
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = max(msg.Width, 1), max(msg.Height, 1)
		m.arrange()
		return m, m.readText()
	case tea.KeyPressMsg:
		return m, m.key(msg)
	case tea.PasteMsg:
		return m, m.paste(msg.Content)
	case boardRead:
		return m, m.take(msg)
	case rested:
		return m, m.await()
	case news:
		return m, m.wake(msg.err)
	case aged:
		return m, tea.Batch(m.read(), m.pause(ageEvery, aged{}))
	case retried:
		m.retrying = false
		return m, tea.Batch(m.await(), m.read())
	case textRead:
		return m, m.takeText(msg)
	case said:
		m.notice = msg.text
		if msg.err != nil {
			m.notice = errorText(msg.err)
		}
		return m, m.read()
	}
	return m, nil
}

// read reads the board anew, once at a time.
func (m *Model) read() tea.Cmd {
	if m.reading {
		m.again = true
		return nil
	}
	m.reading, m.again = true, false
	limit := m.limit
	return func() tea.Msg {
		began := time.Now()
		b, err := m.source.Board(m.ctx, limit)
		return boardRead{b, err, time.Since(began)}
	}
}

// take shows a board that was read.
func (m *Model) take(msg boardRead) tea.Cmd {
	m.reading = false
	if msg.err != nil {
		return m.retry(msg.err)
	}
	grown := msg.board.Position != m.board.Position
	m.board = msg.board
	if m.awaiting { // else waiting failed, and nothing new would be seen
		m.trouble = ""
	}
	m.arrange()
	if m.toLast && m.board.Limit >= min(m.board.Total, mostLanes) {
		m.list.move(&m.board, far, m.rowsHigh())
		m.toLast = false
	}
	next := []tea.Cmd{m.more()}
	if m.again {
		next = append(next, m.read())
	}
	if grown {
		next = append(next, m.readText())
	}
	return tea.Batch(append(next, m.pause(min(max(msg.took, restLeast), restMost), rested{}))...)
}

// arrange fits the rows of the board to the filters and to the screen.
func (m *Model) arrange() { m.list.arrange(&m.board, max(m.width-len(marker), 1), m.rowsHigh()) }

// more reads more lanes where the screen may need them. The next reading has fewer where it does not.
func (m *Model) more() tea.Cmd {
	if len(m.board.Rows) == 0 {
		return nil
	}
	last, want := &m.board.Rows[len(m.board.Rows)-1], m.limit
	switch l := &m.list; {
	case l.needs && !last.NeedsPerson, l.failed && last.Settled: // the requested lanes come before it
	case l.words != "", m.toLast:
		want = mostLanes
	case len(l.rows)-l.at <= m.rowsHigh():
		want = min(max(m.limit, len(m.board.Rows)+pageOfLanes), mostLanes)
	case !l.isFiltered():
		want = min(want, enough(l, m.rowsHigh()))
	}
	if m.limit = want; want <= m.board.Limit || m.board.Total <= len(m.board.Rows) {
		return nil
	}
	return m.read()
}

// enough is how many lanes a screen of some rows needs, and one screen after it, in whole pages.
func enough(l *list, rows int) int { return pageOfLanes * ((l.at+2*rows)/pageOfLanes + 1) }

// await waits for news of the log, once at a time.
func (m *Model) await() tea.Cmd {
	if m.awaiting {
		return nil
	}
	m.awaiting = true
	after := m.board.Position
	return func() tea.Msg { return news{m.source.Await(m.ctx, after)} }
}

// wake reads what is new.
func (m *Model) wake(err error) tea.Cmd {
	m.awaiting = false
	if m.ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return m.retry(err)
	}
	m.trouble = ""
	return m.read()
}

// retry shows why the log cannot be read, and reads it again later, once at a time.
func (m *Model) retry(err error) tea.Cmd {
	if m.trouble = errorText(err); m.retrying {
		return nil
	}
	m.retrying = true
	return m.pause(retryEvery, retried{})
}

// errorText is an error with its hint.
func errorText(err error) string {
	var e *domain.Error
	if errors.As(err, &e) && e.Hint != "" {
		return "error: " + e.Error() + "; " + e.Hint
	}
	return "error: " + err.Error()
}

// screenOf is the screen that keys act on.
func screenOf(m *Model) keys.Screen {
	if m.page != nil {
		return keys.Page
	}
	return keys.Board
}

// here is the lane that keys are about, nil for none.
func (m *Model) here() *Row {
	if m.page != nil && m.page.what != help {
		return &m.page.row
	}
	return m.list.row(&m.board)
}
