package release

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/work"
	"github.com/clawable/claw/domain/ship"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/audit"
)

// SchemaVersion is the version of the documents that this program makes.
const SchemaVersion = "1.0"

// Document is the audit of a range of commits. Lists without an inherent order are sorted by id.
type Document struct {
	Schema string          `json:"schema_version"`
	Repo   domain.RepoID   `json:"repo"`
	Ref    domain.Ref      `json:"ref"` // the branch: only ships to it count
	Base   domain.CommitID `json:"base_commit"`
	Head   domain.CommitID `json:"head_commit"`
	Range  string          `json:"commit_range"`
	// Incomplete is why Commits may lack some: unavailable where the history of the clone is cut off in the range.
	Incomplete domain.Unknown               `json:"commits_unknown,omitzero"`
	Commits    []Commit                     `json:"commits"` // that head leads to and base does not, parents before children
	Dropped    []domain.CommitID            `json:"dropped"` // that base leads to and head does not
	Ships      map[domain.StreamID]Ship     `json:"ships"`
	Approvals  map[domain.StreamID]Approval `json:"approvals"`
	Lanes      map[domain.LaneID]Lane       `json:"lanes"`
	Gaps       []audit.Gap                  `json:"gaps"`
	// Sensitivity is the classes of what is labelled above internal. [Document.Withhold] says what the
	// document then lacks.
	Sensitivity Classes `json:"sensitivity,omitzero"`
	Totals      Totals  `json:"totals"`
}

// Shipped says how it is known that a commit reached the branch.
type Shipped string

// The ways.
const (
	ShippedRecorded Shipped = "recorded" // a program recorded the push as it happened
	ShippedDerived  Shipped = "derived"  // the history of the repository shows it; the push is not recorded
	ShippedUnlogged Shipped = "unlogged" // it was pushed while the log followed the branch, and the push is not recorded
	ShippedUnknown  Shipped = "unknown"  // no ship of the log brought it
)

// Enum lists the values.
func (Shipped) Enum() []string {
	return []string{string(ShippedRecorded), string(ShippedDerived), string(ShippedUnlogged), string(ShippedUnknown)}
}

// The things about a commit that may be unknown: names in Commit.Unknown.
const (
	UnknownCommit   = "commit"   // the log does not hold it
	UnknownShip     = "ship"     // no ship of the log brought it
	UnknownIntent   = "role"     // whether it was intended is not stated
	UnknownApproval = "approval" // its ships name none that the log holds
	UnknownLane     = "lane"     // nothing ties it to a lane or a session
	UnknownTests    = "tests"    // no lane of it has a recorded run of tests
)

// Commit is a commit of the range.
type Commit struct {
	Commit     domain.CommitID    `json:"commit"`
	Parents    []domain.CommitID  `json:"parents"`
	Tree       string             `json:"tree"`
	Author     domain.Signed      `json:"author"`
	Committer  domain.Signed      `json:"committer"`
	Shipped    Shipped            `json:"shipped"`
	Ships      []domain.StreamID  `json:"ships"` // that brought it to the branch
	Role       domain.CommitRole  `json:"role"`  // rider where one of the ships says so
	Approvals  []domain.StreamID  `json:"approvals"`
	Approved   bool               `json:"approved"` // the grant of one of these was used, counts, and fits what was shipped
	Lanes      []domain.LaneID    `json:"lanes"`
	Sessions   []domain.SessionID `json:"sessions"`
	Supersedes []ship.Superseded  `json:"supersedes"` // commits whose work it brought; their lanes and sessions are among its own
	// Unknown says what the log does not know of it, and why.
	Unknown map[string]domain.Unknown `json:"unknown,omitzero"`
}

// Ship is a ship that brought commits of the range.
type Ship struct {
	Old       domain.CommitID             `json:"old"`
	New       domain.CommitID             `json:"new"`
	Method    domain.MergeMethod          `json:"merge_method,omitzero"` // absent: what it brought is not recorded
	Basis     domain.Basis                `json:"basis,omitzero"`
	Recorded  bool                        `json:"recorded"`
	PRNumber  int                         `json:"pr_number,omitzero"`
	Actor     domain.Maybe[domain.Actor]  `json:"actor,omitzero"`
	PushedAt  domain.Instant              `json:"pushed_at,omitzero"`
	Outside   int                         `json:"commits_outside"` // commits of the ship that are not in the range
	Riders    []domain.CommitID           `json:"riders"`          // of the range
	Approvals []domain.StreamID           `json:"approvals"`
	Missing   []domain.EventID            `json:"missing_approvals"` // that it names and the log does not hold
	Events    map[string][]domain.EventID `json:"because"`
}

// Approval is a request that a ship names.
type Approval struct {
	Status    approval.Status  `json:"status"` // at the time of reading
	Counts    bool             `json:"counts"` // a use of a grant of it counts
	Requester domain.Actor     `json:"requester"`
	Approver  domain.Actor     `json:"approver,omitzero"`
	Key       string           `json:"key,omitzero"`
	Assurance domain.Assurance `json:"assurance,omitzero"`
	Due       domain.Assurance `json:"assurance_due,omitzero"`
	Digest    domain.Digest    `json:"action_digest"`
	Head      domain.CommitID  `json:"head,omitzero"`
	Tree      string           `json:"tree,omitzero"`
	Event     domain.EventID   `json:"event"`
}

// Lane is a lane that commits of the range came from.
type Lane struct {
	Outcome  lane.Result        `json:"outcome,omitzero"` // absent: the log does not hold the lane
	Profile  string             `json:"profile,omitzero"` // the rules that set its expectations; absent where they are stated
	Sessions []domain.SessionID `json:"sessions"`
	Tested   work.Tested        `json:"tested,omitzero"` // the standing of its tests
	Tests    []Test             `json:"tests"`           // the runs that the standing is based on
}

// Test is a recorded run of tests.
type Test struct {
	Event   domain.EventID        `json:"event"`
	Kind    domain.Kind           `json:"kind"`
	Session domain.SessionID      `json:"session,omitzero"` // absent: claw test ran it, or no session is recorded
	Word    projections.Authority `json:"on_the_word_of"`
}

// Totals count the commits of the range, but for Gaps.
type Totals struct {
	Commits  int                       `json:"commits"`
	Shipped  map[Shipped]int           `json:"by_shipped"`
	Roles    map[domain.CommitRole]int `json:"by_role"`
	Approved int                       `json:"approved"`
	Tested   map[work.TestedState]int  `json:"by_tested"` // by the lane with the worst state; commits without a lane are not in it
	Unknown  map[string]int            `json:"by_unknown"`
	Gaps     map[audit.GapKind]int     `json:"by_gap"`
}

// Count fills in the totals of a document.
func (d *Document) Count() {
	t := Totals{Commits: len(d.Commits), Shipped: map[Shipped]int{}, Roles: map[domain.CommitRole]int{}, Tested: map[work.TestedState]int{},
		Unknown: map[string]int{}, Gaps: map[audit.GapKind]int{}}
	for i := range d.Commits {
		c := &d.Commits[i]
		t.Shipped[c.Shipped]++
		t.Roles[c.Role]++
		if c.Approved {
			t.Approved++
		}
		for what := range c.Unknown {
			t.Unknown[what]++
		}
		if state := d.TestedOf(c); state != "" {
			t.Tested[state]++
		}
	}
	for i := range d.Gaps {
		t.Gaps[d.Gaps[i].Kind]++
	}
	d.Totals = t
}

// worstFirst orders the states of tests.
var worstFirst = []work.TestedState{work.TestedRed, work.TestedHung, work.TestedStale, work.TestedUnknown, work.TestedNever, work.TestedGreen}

// TestedOf is the worst state of the tests of the lanes of a commit, "" where the log holds no lane
// of it.
func (d *Document) TestedOf(c *Commit) work.TestedState {
	for _, state := range worstFirst {
		for _, id := range c.Lanes {
			if l := d.Lanes[id]; l.Outcome != "" && (l.Tested.State == state || l.Tested.State == "" && state == work.TestedNever) {
				return state
			}
		}
	}
	return ""
}

// Holds reports whether nothing speaks against the range and each commit of it is known to have been shipped.
func (d *Document) Holds() bool {
	return len(d.Gaps) == 0 && d.Incomplete == "" && len(d.Dropped) == 0 && d.Totals.Shipped[ShippedUnknown]+d.Totals.Shipped[ShippedUnlogged] == 0
}
