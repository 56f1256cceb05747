package pinpoint

import (
	"github.com/clawable/claw/domain"
)

// Item is one gap: a filing, and those that are the same gap.
type Item struct {
	Pinpoint    domain.StreamID       `json:"pinpoint"` // of the first filing: the id of the item
	Names       []domain.PinpointName `json:"names,omitzero"`
	Title       string                `json:"title"` // "" when erased
	Description string                `json:"description,omitzero"`
	State       domain.PinpointState  `json:"state"`
	StateSince  domain.Instant        `json:"state_since"`
	StateEvent  domain.EventID        `json:"state_event"` // that set the state: the filing, a change or a link
	StateNote   string                `json:"state_note,omitzero"`
	Contested   []domain.EventID      `json:"contested,omitzero"` // words about the state that were said side by side
	// Recurred is how often the gap was filed again after it was done.
	Recurred     int               `json:"recurred,omitzero"`
	SupersededBy domain.StreamID   `json:"superseded_by,omitzero"` // an item
	Supersedes   []domain.StreamID `json:"supersedes,omitzero"`    // items
	Related      []domain.StreamID `json:"related,omitzero"`       // items
	Distinct     []domain.StreamID `json:"distinct,omitzero"`      // items, in spite of what they have in common
	domain.Ranking
	RankedBy       domain.EventID      `json:"ranked_by,omitzero"` // the event that set the priority
	SimilarityKey  string              `json:"similarity_key,omitzero"`
	FailureClass   domain.FailureClass `json:"failure_class,omitzero"`
	Place          string              `json:"place,omitzero"`
	ErrorSignature string              `json:"error_signature,omitzero"`
	Readiness      domain.Readiness    `json:"readiness"` // of the last hand-off; of the evidence where there is none
	Filings        []Filing            `json:"filings"`   // the first first
	Evidence       []Evidence          `json:"evidence"`
	Handoffs       []Handoff           `json:"handoffs"`
	Lanes          []domain.LaneID     `json:"lanes,omitzero"`  // that it was handed to
	Nudges         []string            `json:"nudges,omitzero"` // that led to it
	Reports        []string            `json:"reports,omitzero"`
	UpdatedAt      domain.Instant      `json:"updated_at"` // when the last event about it was observed

	states, ranks []*Fact
	line          *line         // of states, while some are taken out
	proven        map[proof]int // the places of evidence; nil for little evidence
	weight        int           // of the evidence
}

// Filing is one claw's word that the gap exists.
type Filing struct {
	Pinpoint domain.StreamID  `json:"pinpoint"`
	Event    domain.EventID   `json:"event"`
	By       domain.EmitterID `json:"by"`
	Reporter domain.Actor     `json:"reporter,omitzero"`
	FiledAt  domain.Instant   `json:"filed_at"`
	Title    string           `json:"title"`
	Lane     domain.LaneID    `json:"lane,omitzero"`
	Report   string           `json:"report,omitzero"`
	Nudge    string           `json:"nudge,omitzero"`
	Cycle    string           `json:"cycle,omitzero"`
	Erased   bool             `json:"erased,omitzero"`
	// Same says why the filing is of this item; absent for the first.
	Same SameBecause `json:"same_because,omitzero"`
}

// SameBecause says why two filings are one item.
type SameBecause string

// The reasons.
const (
	SameKey  SameBecause = "similarity_key"
	SameLink SameBecause = "same_root_cause"
)

// Enum lists the values.
func (SameBecause) Enum() []string { return []string{string(SameKey), string(SameLink)} }

// Evidence is a piece of evidence, however many claws attached it.
type Evidence struct {
	Role    domain.EvidenceRole `json:"role"`
	Ref     domain.EvidenceRef  `json:"ref"` // its preview is that of the first event
	Events  []domain.EventID    `json:"events"`
	By      []domain.EmitterID  `json:"by"`
	AddedAt domain.Instant      `json:"added_at"`
}

// Handoff is a packet that a lane can begin with.
type Handoff struct {
	Event        domain.EventID   `json:"event"`
	At           domain.Instant   `json:"at"`
	By           domain.EmitterID `json:"by"`
	Readiness    domain.Readiness `json:"readiness"`
	Objective    string           `json:"objective"`
	Scope        []domain.Path    `json:"scope,omitzero"`
	Evidence     []domain.EventID `json:"evidence,omitzero"`
	Priority     domain.Priority  `json:"priority,omitzero"`
	Verification []string         `json:"verification,omitzero"`
	Lane         domain.LaneID    `json:"lane,omitzero"`
	Worktree     domain.Path      `json:"worktree,omitzero"`
	PRNumber     int              `json:"pr_number,omitzero"`
}

// Closed reports whether nothing is left to do about the item.
func (i *Item) Closed() bool {
	return i.State == domain.PinpointStateDone || i.State == domain.PinpointStateSuperseded
}

// States are the events that the state of the item comes from, for a decision that follows them.
func (i *Item) States() []domain.EventID {
	ids := make([]domain.EventID, 0, len(i.states))
	for _, f := range heads(i.states) {
		ids = append(ids, f.Event)
	}
	return ids
}
