package projections

import (
	"cmp"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
)

// Session is one conversation of one agent: identity, turns, and what happened
// to it as a whole. Its messages, tool calls and usage are entities of their own.
type Session struct {
	Channels []string `json:"channels,omitzero"` // over which its events came
	// Compactions, Clears and Resumes are sets of items, or of ids of events that name none.
	Clears      []string `json:"clears,omitzero"`
	Compactions []string `json:"compactions,omitzero"`
	// Ended is how the agent itself recorded the end.
	Ended Register `json:"ended,omitzero"`
	// Fields holds the identity by the names of the payloads' members.
	Fields     map[string]Register `json:"fields,omitzero"`
	First      Moment              `json:"first,omitzero"`
	Forks      []string            `json:"forks,omitzero"` // sessions it branched off
	Last       Moment              `json:"last,omitzero"`
	Models     []string            `json:"models,omitzero"`
	Opening    Opening             `json:"opening,omitzero"`
	Resumes    []string            `json:"resumes,omitzero"`
	Turns      map[string]Turn     `json:"turns,omitzero"`
	Withdrawal []Withdrawal        `json:"withdrawals,omitzero"` // sorted
}

// The fields of an identity that have a reason when they have no value.
const (
	FieldTitle     = "title"
	FieldWorkspace = "workspace"
	FieldPurpose   = "purpose"
	FieldParent    = "parent_session"
)

// isIdentity tells the members of session.created, session.identity_enriched and
// session.resumed that are registers of their own name.
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

// Field returns what stands of a field; nil when nothing was said.
func (s *Session) Field(name string) *Said { return s.Fields[name].Last() }

// Text returns the value of a field, "" when it is not known.
func (s *Session) Text(name string) string { return s.Fields[name].Value() }

// sessionKey is "" for what only names a session: a binding, a commit, a ship and what is
// asked or decided about it show no session of which nothing else is heard.
func sessionKey(e *domain.Event) string {
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

func applySession(s *Session, e *domain.Event, p sessionData) {
	s.First.earliest(e)
	s.Last.latest(e)
	s.Channels = addText(s.Channels, e.Source.Channel)
	s.Opening.offer(e, p.opening)
	if !p.read {
		return
	}
	for _, said := range p.fields {
		s.state(said.name, say(e, said.value, said.why))
	}
	s.state("repo", say(e, string(e.Subject.Repo.Value), e.Subject.Repo.Unknown))
	s.state("subject_branch", say(e, string(e.Subject.Branch.Value), e.Subject.Branch.Unknown))
	s.state("worktree", say(e, string(e.Subject.Worktree.Value), e.Subject.Worktree.Unknown))
	s.Models = addText(s.Models, p.model)
	s.apply(e, &p)
}

func (s *Session) apply(e *domain.Event, p *sessionData) {
	switch e.Kind {
	case domain.KindSessionResumed:
		s.Resumes = addText(s.Resumes, onceKey(e))
	case domain.KindSessionCleared:
		s.Clears = addText(s.Clears, onceKey(e))
	case domain.KindSessionCompacted:
		s.Compactions = addText(s.Compactions, onceKey(e))
	case domain.KindSessionForked:
		s.Forks = addText(s.Forks, p.from)
	case domain.KindSessionEnded:
		s.Ended.add(say(e, cmp.Or(p.status, string(domain.EndUnknown)), ""))
	case domain.KindTurnWithdrawn:
		s.withdraw(e, p)
	case domain.KindTurnStarted, domain.KindTurnCompleted, domain.KindTurnInterrupted, domain.KindTurnFailed:
		s.turn(e)
	}
}

func (s *Session) state(name string, said Said) {
	if said.Value == "" && said.Unknown == "" {
		return
	}
	if s.Fields == nil {
		s.Fields = map[string]Register{}
	}
	r := s.Fields[name]
	r.add(said)
	s.Fields[name] = r
}

// onceKey is the identity of something that a live and an imported record share.
func onceKey(e *domain.Event) string {
	return cmp.Or(string(e.Subject.Item.Value), eventKey+e.ID.String())
}

// eventKey begins the key of an event that names no item.
const eventKey = "event:"

// CountOnce counts a set of items, or of events that name none: an event without an
// item may be the item that another source names, so the greater number counts.
func CountOnce(keys []string) int {
	nameless := 0
	for _, key := range keys {
		if strings.HasPrefix(key, eventKey) {
			nameless++
		}
	}
	return max(nameless, len(keys)-nameless)
}

type fieldSaid struct {
	name, value string
	why         domain.Unknown
}

// sessionData is what a session reads of a payload; read is false for kinds
// whose payload is another entity's.
type sessionData struct {
	read                bool
	fields              []fieldSaid
	model, from, status string
	opening             string // of a message.recorded or turn.started
	turns               []string
	last                int64
}

func readSession(e *domain.Event) (sessionData, error) {
	var p sessionData
	kind := e.Kind
	if kind == domain.KindMessageRecorded {
		opening, err := openingOf(e)
		return sessionData{opening: opening}, err
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
	d := membersOf(e.Data)
	for name, v, ok := d.next(); ok; name, v, ok = d.next() {
		if stated && isIdentity(string(name)) {
			said := fieldSaid{name: string(name)}
			if said.name == "pr_number" {
				said.value = string(v)
			} else {
				said.value, said.why = d.maybe(v)
			}
			p.fields = append(p.fields, said)
		}
		switch string(name) {
		case "model":
			p.model = d.text(v)
		case "from":
			p.from = d.text(v)
		case "status":
			p.status = d.text(v)
		case "turns":
			p.turns = d.texts(v)
		case "last":
			p.last = d.number(v)
		}
	}
	slices.Sort(p.turns)
	return p, d.err()
}
