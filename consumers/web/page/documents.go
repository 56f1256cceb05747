package page

import (
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain/money"
)

// The members of documents that pages show. docs/json.md describes each.

// moment is a time of a document, zero where the document states that it is not
// known.
type moment struct{ time.Time }

// UnmarshalJSON reads a time; any other value states why there is none.
func (m *moment) UnmarshalJSON(document []byte) error {
	if jsontext.Value(document).Kind() != '"' {
		*m = moment{}
		return nil
	}
	return json.Unmarshal(document, &m.Time)
}

type boardDocument struct {
	AsOf      moment         `json:"as_of"`
	Stale     bool           `json:"stale"`
	Lanes     []laneRow      `json:"lanes"`
	Total     int            `json:"total"`
	ByOutcome map[string]int `json:"by_outcome"`
	Next      string         `json:"next_cursor"`
	Machines  []machine      `json:"machines"`
}

// machine is a log that forwards its events to this one.
type machine struct {
	Log    string `json:"log_id"`
	Token  string `json:"token"`
	Heard  moment `json:"heard_at"`
	Events int    `json:"events"`
}

type laneRow struct {
	Lane         string         `json:"lane"`
	Attempt      int            `json:"attempt"`
	State        string         `json:"state"`
	Subphase     string         `json:"subphase"`
	Outcome      string         `json:"outcome"`
	FailureClass string         `json:"failure_class"`
	Disposition  string         `json:"disposition"`
	Freshness    string         `json:"freshness"`
	Agent        string         `json:"agent"`
	Model        string         `json:"model"`
	Named        jsontext.Value `json:"title"` // a text, or an object that states why none is known
	Opening      string         `json:"opening"`
	Purpose      string         `json:"purpose"`
	Workspace    jsontext.Value `json:"workspace"`
	Repo         string         `json:"repo"`
	Branch       string         `json:"branch"`
	Owner        string         `json:"owner"`
	Sessions     []string       `json:"sessions"`
	Turns        map[string]int `json:"turns"`
	ToolCalls    map[string]int `json:"tool_calls"`
	Errors       int            `json:"errors"`
	Last         moment         `json:"last_observed"`
	Group        string         `json:"group"`
	Urgency      int            `json:"urgency"`
	Blocker      string         `json:"blocker"`
	NextStep     string         `json:"next"`
	Proof        string         `json:"proof"`
	Cost         *cost          `json:"cost"`
	Waits        *waits         `json:"waits"`
	Ships        []shipped      `json:"ships"`
}

// Title is the first of the members that name a lane.
func (r laneRow) Title() string {
	for _, s := range []string{text(r.Named), r.Opening, r.Purpose, text(r.Workspace), r.Repo} {
		if s != "" {
			return s
		}
	}
	return "(no title recorded)"
}

// text is a member that may say instead why it is not known.
func text(v jsontext.Value) (s string) {
	if v.Kind() == '"' && json.Unmarshal(v, &s) == nil {
		return s
	}
	return ""
}

type waits struct {
	Approvals []struct {
		Approval string `json:"approval"`
		Action   string `json:"action"`
		Grant    string `json:"grant"`
	} `json:"approvals"`
	HeldTotal int `json:"blocked_total"`
}

type shipped struct {
	Ship string `json:"ship"`
	Ref  string `json:"ref"`
}

type cost struct {
	Sum      money.NanoUSD `json:"nano_usd"`
	Unpriced int           `json:"unpriced_responses"`
}

type laneDocument struct {
	laneRow
	AsOf     moment        `json:"as_of"`
	Timeline storyDocument `json:"timeline"`
}

type storyDocument struct {
	Entries []entry `json:"entries"`
	Total   int     `json:"total"`
	Earlier int     `json:"earlier"`
	Missing int     `json:"not_stored_bytes"`
	Spent   spent   `json:"spent"`
}

type entry struct {
	At     moment   `json:"at"`
	Until  moment   `json:"until"`
	What   string   `json:"what"`
	Says   string   `json:"says"`
	Failed bool     `json:"failed"`
	Turn   string   `json:"turn"`
	Words  *words   `json:"words"`
	Call   *call    `json:"call"`
	Spent  *spent   `json:"spent"`
	Events []string `json:"events"`
	Causes []string `json:"causes"`

	Because []because // of Causes, those that are on the page too
}

// because names an entry that led to another one.
type because struct {
	Entry int
	Says  string
}

type words struct {
	Text    string `json:"text"`
	LeftOut int    `json:"left_out_bytes"`
	Missing int    `json:"not_stored_bytes"`
	Erased  bool   `json:"erased"`
}

type call struct {
	Tool       string   `json:"tool"`
	Command    string   `json:"command"`
	Names      []string `json:"names"`
	LooksFor   string   `json:"looks_for"`
	Status     string   `json:"status"`
	ExitCode   string   `json:"exit_code"`
	ErrorKind  string   `json:"error_kind"`
	DeniedBy   string   `json:"denied_by"`
	DurationMS int64    `json:"duration_ms"`
	Files      []struct {
		Path    string `json:"path"`
		Added   *int   `json:"lines_added"`
		Removed *int   `json:"lines_removed"`
		Deleted bool   `json:"deleted"`
	} `json:"files"`
	Output *words `json:"output"`
}

type spent struct {
	Responses int   `json:"responses"`
	Total     int64 `json:"total_tokens"`
	Cost      *cost `json:"cost"`
}

type explainDocument struct {
	Fields []explained `json:"fields"`
}

// Reasons is how many events of one field a page has; a lane may have thousands.
const Reasons = 50

type explained struct {
	Field  string   `json:"field"`
	Value  string   `json:"value"`
	Words  string   `json:"value_in_words"` // of one that is JSON
	Rule   string   `json:"rule"`
	Says   string   `json:"rule_says"`
	Events []reason `json:"events"`
	Hidden int      `json:"events_left_out"`
}

// reason is an event that a value rests on.
type reason struct {
	ID      string `json:"id"`
	Kind    string `json:"kind"`
	At      moment `json:"observed_at"`
	Emitter string `json:"emitter"`
	Trust   string `json:"trust"`
	Missing bool   `json:"missing"`
}
