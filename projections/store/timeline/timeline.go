package timeline

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/prices"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/tools"
	"github.com/clawable/claw/projections/values"
)

// What is the kind of an entry.
type What string

// The values of What.
const (
	Session   What = "session"   // it began, was resumed, forked, cleared or compacted, or it ended
	Prompt    What = "prompt"    // what a person, or the agent above a subagent, asked for
	Message   What = "message"   // what the agent said on its way
	Answer    What = "answer"    // the last words of the agent in a turn
	Reasoning What = "reasoning" // what the agent thought, as far as it is recorded; only in full
	Call      What = "call"      // a tool call, from its request to its end
	Test      What = "test"      // a test run
	Check     What = "check"     // a build, a type check, a linter
	Commit    What = "commit"    // a commit that a call made
	Push      What = "push"      // a ref that a call pushed or merged
	Pull      What = "pull_request"
	Turn      What = "turn"     // the end of a turn, with what it took
	Provider  What = "provider" // a call to the model that failed
	Approval  What = "approval" // what was asked of an approver, and what became of it
	Decision  What = "decision" // what was said about the lane
	Ship      What = "ship"     // how work of the lane reached a branch
	Gap       What = "gap"      // a long time of which nothing is recorded
)

// Enum lists the values.
func (What) Enum() []string {
	return []string{string(Session), string(Prompt), string(Message), string(Answer), string(Reasoning), string(Call), string(Test), string(Check),
		string(Commit), string(Push), string(Pull), string(Turn), string(Provider), string(Approval), string(Decision), string(Ship), string(Gap)}
}

// Timeline is what happened in a lane, or in one session, the oldest first.
type Timeline struct {
	Lane    domain.LaneID     `json:"lane,omitzero"`
	Session domain.SessionID  `json:"session,omitzero"` // where it is of one session
	Entries []Entry           `json:"entries"`
	Total   int               `json:"total"`                      // entries that the terms select
	Earlier int               `json:"earlier,omitzero"`           // of them, before the first that is here
	LeftOut int               `json:"left_out_bytes"`             // of words, that [Terms.Full] includes
	Missing int               `json:"not_stored_bytes"`           // of words, that the log does not hold
	Unread  int               `json:"unreadable_events,omitzero"` // whose data are not what their kind says
	Spent   Spent             `json:"spent"`                      // of all sessions, whatever the terms select
	Prices  *query.PricesUsed `json:"prices,omitzero"`
}

// Entry is one thing that happened.
type Entry struct {
	At      values.Time      `json:"at,omitzero"`    // absent: not recorded; the entry is in the order of its recording
	Until   values.Time      `json:"until,omitzero"` // of what took time
	What    What             `json:"what"`
	Says    string           `json:"says,omitzero"` // in a line
	Failed  bool             `json:"failed,omitzero"`
	Session domain.SessionID `json:"session,omitzero"`
	Turn    domain.TurnID    `json:"turn,omitzero"`
	Words   *Words           `json:"words,omitzero"`
	Call    *CallEntry       `json:"call,omitzero"`
	Spent   *Spent           `json:"spent,omitzero"` // by a turn
	Events  []domain.EventID `json:"events,omitzero"`
	Causes  []domain.EventID `json:"causes,omitzero"` // events of other entries that led to it
	about   domain.ItemID    // the call that its event is about
	place   uint64           // the position of its first event
	sorted  values.Time      // At, or the time of what its recording has before it
}

// Words are words of a conversation, or of the output of a call.
type Words struct {
	Text    string `json:"text,omitzero"`
	Bytes   int    `json:"bytes"`                     // of all that was said
	LeftOut int    `json:"left_out_bytes,omitzero"`   // that the log holds
	Missing int    `json:"not_stored_bytes,omitzero"` // that the log does not hold
	Erased  bool   `json:"erased,omitzero"`
}

// CallEntry is a tool call.
type CallEntry struct {
	Item       domain.ItemID  `json:"item"`
	Tool       string         `json:"tool,omitzero"`
	Server     string         `json:"server,omitzero"`    // of MCP
	Command    string         `json:"command,omitzero"`   // what its input says is to be run
	Names      []string       `json:"names,omitzero"`     // files that its input names
	LooksFor   string         `json:"looks_for,omitzero"` // in a line: the pattern, the query, the address or the task in the input of a call that runs no command
	Status     tools.Status   `json:"status"`
	ExitCode   string         `json:"exit_code,omitzero"` // a number
	ErrorKind  string         `json:"error_kind,omitzero"`
	DeniedBy   string         `json:"denied_by,omitzero"`
	DurationMS int64          `json:"duration_ms,omitzero"`
	Files      []File         `json:"files,omitzero"`  // that it wrote
	Output     *Words         `json:"output,omitzero"` // of a failed call the lines that report the failure, else the last ones
	Rulings    []tools.Ruling `json:"rulings,omitzero"`
}

// File is a file that a call wrote, with the lines that it added and took out where the recording
// says them, or a file that it deleted.
type File struct {
	Path    string `json:"path"`
	Added   *int   `json:"lines_added,omitzero"`
	Removed *int   `json:"lines_removed,omitzero"`
	Deleted bool   `json:"deleted,omitzero"`
}

// Terms select which entries of a story are included, and how much of their words.
type Terms struct {
	Since  values.Time // only what happened, or ended, at or after it
	Errors bool        // only what failed
	Full   bool        // all words, and the reasoning
	Last   int         // only the last so many entries; 0: all
	Prices *prices.Table
}

// selects reports whether an entry is included.
func (t *Terms) selects(e *Entry) bool {
	if t.Since.Known() && max(e.sorted, e.Until) < t.Since {
		return false
	}
	return !t.Errors || e.Failed
}

// usage are the terms of the sums of a story.
func (t *Terms) usage() query.UsageTerms { return query.UsageTerms{Prices: t.Prices} }

// Spent is what responses took.
type Spent struct {
	Responses int                `json:"responses"`
	Tokens    projections.Tokens `json:"usage"`
	Total     int64              `json:"total_tokens"`
	Cost      *query.Cost        `json:"cost,omitzero"` // nil without prices
}

// spentOf is what a turn took, nil where nothing is recorded.
func spentOf(n *narrator, key query.TurnKey) *Spent {
	row := n.spent[key]
	if row.Responses == 0 {
		return nil
	}
	return &Spent{row.Responses, row.Tokens, row.Total, row.Cost}
}
