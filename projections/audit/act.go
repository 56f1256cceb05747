package audit

import (
	"slices"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/tools"
	"github.com/clawable/claw/projections/values"
)

// Basis says what an act is known by.
type Basis string

// The bases.
const (
	OfCall    Basis = "call"    // a tool call
	OfRequest Basis = "request" // a request for an approval that no call represents
)

// Enum lists the values.
func (Basis) Enum() []string { return []string{string(OfCall), string(OfRequest)} }

// Act is one thing that was done, tried or asked for.
type Act struct {
	Act       string           `json:"act"` // key of the call, or the request's stream
	Basis     Basis            `json:"basis"`
	At        values.Time      `json:"at,omitzero"`
	Session   domain.SessionID `json:"session,omitzero"`
	Turn      domain.TurnID    `json:"turn,omitzero"`
	Tool      string           `json:"tool,omitzero"`
	Command   string           `json:"command,omitzero"` // the beginning of a long one
	Files     []string         `json:"files,omitzero"`   // that it names
	Wrote     []string         `json:"wrote,omitzero"`
	Status    string           `json:"status"` // of the call, or of the request
	ExitCode  string           `json:"exit_code,omitzero"`
	Approvals []Answer         `json:"approvals"`
	Policy    []Ruling         `json:"policy"`
	Chains    []Chain          `json:"chains"` // one a use that counts; else one without an executor, if there is a request
	Evidence  []Evidence       `json:"evidence"`
	Negative  []Negative       `json:"negative"`
}

// Answer is the state of a request.
type Answer struct {
	Approval  domain.StreamID        `json:"approval"`
	Status    approval.Status        `json:"status"`
	Void      domain.ApprovalRefusal `json:"void,omitzero"`
	Left      int                    `json:"left"`
	Assurance domain.Assurance       `json:"assurance,omitzero"` // of the grant that counts
}

// Ruling is what a policy said.
type Ruling struct {
	Event    domain.EventID `json:"event"`
	Policy   string         `json:"policy,omitzero"` // digest
	Rule     string         `json:"rule,omitzero"`
	Decision string         `json:"decision"` // see [domain.PolicyDecision]
}

// Judged is a request with all that was recorded about it, and its state at a time.
type Judged struct {
	*approval.Approval
	Standing approval.Standing
	Signers  *approval.Signers // of now
	At       time.Time         // of reading
}

// Judge returns the state of a request at a time, by the signers of now.
func Judge(one *approval.Approval, signers *approval.Signers, at time.Time) Judged {
	return Judged{one, one.Standing(at, signers), signers, at}
}

// Call describes a tool call; answers are the requests that policies referred it to, and
// the one whose use it is the result of.
func Call(key string, t *tools.Tool, answers []Judged) Act {
	owner := t.Sessions.Owner()
	a := Act{Act: key, Basis: OfCall, At: t.StartedAt(), Session: owner.Session, Turn: owner.Turn, Tool: t.Name.Value,
		Command: t.Command.Value, Files: t.Files, Status: string(t.Status()), Approvals: []Answer{}, Policy: rulings(t.Rulings), Chains: []Chain{},
		Evidence: callEvidence(t), Negative: []Negative{}}
	if end := t.End; end != nil {
		a.ExitCode, a.Wrote = end.ExitCode, end.Paths
	}
	used := uses(t)
	for i := range answers {
		j := &answers[i]
		a.Approvals = append(a.Approvals, answer(j))
		a.Chains = append(a.Chains, chains(j, func(u *approval.Use) bool { return slices.Contains(used, u.Event) })...)
		a.Evidence = append(a.Evidence, requestEvidence(j, func(u *approval.Use) bool { return slices.Contains(used, u.Event) })...)
		a.Negative = append(a.Negative, requestNegative(j)...)
	}
	if len(answers) == 0 {
		a.Chains = append(a.Chains, alone(t, owner.Session))
	}
	a.Negative = append(a.Negative, callNegative(t, answers)...)
	return a
}

// Request describes a request that no call represents; said is what the policies decided
// about it.
func Request(j Judged, said *projections.Approval) Act {
	all := func(*approval.Use) bool { return true }
	a := Act{Act: j.Stream.String(), Basis: OfRequest, At: said.Asked, Command: said.Command.Value, Status: string(j.Standing.Status),
		Approvals: []Answer{answer(&j)}, Policy: rulings(said.Rulings), Chains: chains(&j, all), Evidence: requestEvidence(&j, all),
		Negative: requestNegative(&j)}
	if r := j.Request; len(a.Policy) == 0 && (r.Rule != "" || !r.Policy.IsZero()) {
		a.Policy = append(a.Policy, Ruling{Event: r.Event, Policy: digestText(r.Policy), Rule: r.Rule, Decision: string(domain.PolicyApprovalRequired)})
	}
	return a
}

func answer(j *Judged) Answer {
	a := Answer{Approval: j.Stream, Status: j.Standing.Status, Void: j.Standing.Reason, Left: j.Standing.Left}
	if g := j.Standing.Grant; g != nil && g.Void == "" {
		a.Assurance = g.Assurance
	}
	return a
}

func rulings(said tools.Rulings) []Ruling {
	out := []Ruling{}
	for _, r := range said {
		if !r.Blocked {
			out = append(out, Ruling{Event: r.ID, Policy: r.Policy, Rule: r.Rule, Decision: r.Decision})
		}
	}
	return out
}

// uses are the consumptions that let a call through.
func uses(t *tools.Tool) (used []domain.EventID) {
	for _, r := range t.Rulings {
		if !r.Use.IsZero() {
			used = append(used, r.Use)
		}
	}
	if t.End != nil && !t.End.Use.IsZero() {
		used = append(used, t.End.Use)
	}
	return used
}

func digestText(d domain.Digest) string {
	if d.IsZero() {
		return ""
	}
	return d.String()
}
