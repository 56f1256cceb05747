package top

import "context"

// Source is where the board comes from. Calls come from several goroutines at once.
type Source interface {
	// Board returns the first lanes of the board, limit at most, at the head of the log.
	Board(ctx context.Context, limit int) (Board, error)
	// Await returns nil when the log holds an event after a position, and ctx's error before.
	Await(ctx context.Context, after uint64) error
	// Text is a page about a lane, whose lines are at most width columns wide.
	Text(ctx context.Context, what Page, row Row, width int) (string, error)
	// Accept accepts the outcome of a lane as claw lane accept does, and returns its output.
	Accept(ctx context.Context, lane, reason string) (string, error)
	// Browse opens the pull request of a lane, else its folder, and returns what was opened, or what to open.
	Browse(ctx context.Context, row Row) (string, error)
}

// Board is the board at a position of the log.
type Board struct {
	Limit    int // by which it was read
	Rows     []Row
	Total    int    // lanes that are selected
	Summary  string // counts them
	Empty    string // shown when no lane is selected
	Position uint64
	// Table writes some of the rows, given by their indexes, within width columns: the names of the columns,
	// then one line a row. It is not nil.
	Table func(width int, rows []int) []string
}

// Row is a lane on the board.
type Row struct {
	Lane, Short string // the whole id, and as people type it
	Words       string // all cells, in lower case
	NeedsPerson bool
	Failed      bool
	Settled     bool     // neither this lane nor any after it needs a person, runs or failed
	Next        string   // what to do next
	Command     string   // that does it, "" for none
	Approvals   []string // that wait for a grant
	PullRequest string   // its page on the web, "" for none
	Folder      string   // where the lane works, "" where it is not recorded
}

// Page is a text about a lane.
type Page string

// The pages.
const (
	Story   Page = "story"   // the state of the lane, and what happened in it
	Errors  Page = "errors"  // what failed in it
	Explain Page = "explain" // why each derived value is as it is
	Grant   Page = "grant"   // what it waits for, and how to grant that
	help    Page = "help"    // the keys; of no lane
)
