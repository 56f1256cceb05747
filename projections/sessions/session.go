// Package sessions folds the events of one session and derives the state of the session and
// its turns. Messages, tool calls and usage of a session are separate entities. It is pure and
// holds no session but the one that it is given.
//
// A reader starts at [Session], then [Session.Standing] and [Session.TurnStandings]. [Key],
// [Read] and [Apply] are the fold.
package sessions

import (
	"cmp"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/entitykey"
	"github.com/clawable/claw/projections/payload"
	"github.com/clawable/claw/projections/values"
)

// Session is one conversation of one agent: identity, turns, and what happened
// to it as a whole. Its messages, tool calls and usage are entities of their own.
type Session struct {
	Channels []string `json:"channels,omitzero"` // over which its events came
	// Compactions, Clears and Resumes are sets of items, or of ids of events that name none.
	Clears      []string `json:"clears,omitzero"`
	Compactions []string `json:"compactions,omitzero"`
	// Ended is how the agent itself recorded the end.
	Ended values.Register `json:"ended,omitzero"`
	// Fields holds the identity by the names of the payloads' members.
	Fields     map[string]values.Register `json:"fields,omitzero"`
	First      values.Moment              `json:"first,omitzero"`
	Forks      []string                   `json:"forks,omitzero"` // sessions it branched off
	Last       values.Moment              `json:"last,omitzero"`
	Models     []string                   `json:"models,omitzero"`
	Opening    Opening                    `json:"opening,omitzero"`
	Resumes    []string                   `json:"resumes,omitzero"`
	Turns      Turns                      `json:"turns,omitzero"`
	Withdrawal []Withdrawal               `json:"withdrawals,omitzero"` // sorted
	Work       Work                       `json:"work,omitzero"`
}

// The fields of an identity that have a reason when they have no value.
const (
	FieldTitle     = "title"
	FieldWorkspace = "workspace"
	FieldPurpose   = "purpose"
	FieldParent    = "parent_session"
)

// isIdentity selects the members of session.created, session.identity_enriched and
// session.resumed that are registers under their own names.
func isIdentity(member string) bool {
	switch member {
	case FieldTitle, FieldWorkspace, FieldPurpose, FieldParent, "agent", "agent_version",
		"model", "model_provider", "originator", "parent_item", "agent_type", "branch",
		"commit", "repository_url", "permission_mode", "approval_policy", "sandbox",
		"effort", "agent_name", "pr_number", "pr_url", "pr_repository":
		return true
	}
	return false
}

// Field returns the value of a field that is in force; nil when none was recorded.
func (s *Session) Field(name string) *values.Said { return s.Fields[name].Last() }

// Text returns the value of a field, "" when it is not known.
func (s *Session) Text(name string) string { return s.Fields[name].Value() }

// Key is "" for what only names a session: a binding, a commit, a ship and what is
// asked or decided about it show no session of which nothing else is heard.
func Key(e *domain.Event) string {
	if e.Kind == domain.KindLaneOwnershipBound {
		return ""
	}
	info, _ := domain.LookupKind(e.Kind)
	switch info.Family {
	case domain.FamilyRepo, domain.FamilyShip, domain.FamilyApproval, domain.FamilyPolicy, domain.FamilyReport,
		domain.FamilyPinpoint, domain.FamilyNudge, domain.FamilyHost, domain.FamilyLog:
		return ""
	case domain.FamilyLane, domain.FamilySession, domain.FamilyWorker:
	}
	return string(e.Session())
}

// Apply adds an event to its session. It is total.
func Apply(s *Session, e *domain.Event, p Data) {
	s.First.Earliest(e)
	s.Last.Latest(e)
	s.Channels = values.AddText(s.Channels, e.Source.Channel)
	s.Opening.offer(e, p.opening)
	s.Work.apply(e, &p.work)
	if !p.read {
		return
	}
	for _, said := range p.fields {
		s.state(said.name, values.Say(e, said.value, said.why))
	}
	s.state("repo", values.Say(e, string(e.Subject.Repo.Value), e.Subject.Repo.Unknown))
	s.state("subject_branch", values.Say(e, string(e.Subject.Branch.Value), e.Subject.Branch.Unknown))
	s.state("worktree", values.Say(e, string(e.Subject.Worktree.Value), e.Subject.Worktree.Unknown))
	s.Models = values.AddText(s.Models, p.model)
	s.apply(e, &p)
}

func (s *Session) apply(e *domain.Event, p *Data) {
	switch e.Kind {
	case domain.KindSessionResumed:
		s.Resumes = values.AddText(s.Resumes, entitykey.Once(e))
	case domain.KindSessionCleared:
		s.Clears = values.AddText(s.Clears, entitykey.Once(e))
	case domain.KindSessionCompacted:
		s.Compactions = values.AddText(s.Compactions, entitykey.Once(e))
	case domain.KindSessionForked:
		s.Forks = values.AddText(s.Forks, p.from)
	case domain.KindSessionEnded:
		s.Ended.Add(values.Say(e, cmp.Or(p.status, string(domain.EndUnknown)), ""))
	case domain.KindTurnWithdrawn:
		s.withdraw(e, p)
	case domain.KindTurnStarted, domain.KindTurnCompleted, domain.KindTurnInterrupted, domain.KindTurnFailed:
		s.turn(e, p.model)
	}
}

func (s *Session) state(name string, said values.Said) {
	if said.Value == "" && said.Unknown == "" {
		return
	}
	if s.Fields == nil {
		s.Fields = map[string]values.Register{}
	}
	r := s.Fields[name]
	r.Add(said)
	s.Fields[name] = r
}

type fieldSaid struct {
	name, value string
	why         domain.Unknown
}

// Data is what a session reads of a payload; read is false for kinds
// whose payload is another entity's.
type Data struct {
	read                bool
	fields              []fieldSaid
	model, from, status string
	opening             string // of a message.recorded or turn.started
	turns               []string
	last                int64
	work                seenWork
}

// Read decodes what the fold needs of a payload.
//
// Errors: when the payload is not what its kind says.
func Read(e *domain.Event) (Data, error) {
	var p Data
	kind := e.Kind
	switch kind {
	case domain.KindMessageRecorded:
		opening, err := openingOf(e)
		return Data{opening: opening}, err
	case domain.KindWorkObserved:
		work, err := readWork(e)
		return Data{work: work}, err
	}
	if !strings.HasPrefix(string(kind), "session.") && !strings.HasPrefix(string(kind), "turn.") {
		return p, nil
	}
	p.read = true
	if kind == domain.KindTurnStarted {
		var err error
		if p.opening, err = openingOf(e); err != nil {
			return p, err
		}
	}
	stated := kind == domain.KindSessionCreated || kind == domain.KindSessionIdentityEnriched || kind == domain.KindSessionResumed
	d := payload.MembersOf(e.Data)
	for name, v, ok := d.Next(); ok; name, v, ok = d.Next() {
		if stated && isIdentity(string(name)) {
			said := fieldSaid{name: string(name)}
			if said.name == "pr_number" {
				said.value = string(v)
			} else {
				said.value, said.why = d.Maybe(v)
			}
			p.fields = append(p.fields, said)
		}
		switch string(name) {
		case "model":
			p.model = d.Text(v)
		case "from":
			p.from = d.Text(v)
		case "status":
			p.status = d.Text(v)
		case "turns":
			p.turns = d.Texts(v)
		case "last":
			p.last = d.Number(v)
		}
	}
	slices.Sort(p.turns)
	return p, d.Err()
}
