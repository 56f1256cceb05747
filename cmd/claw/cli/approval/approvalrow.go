package approvaltext

import (
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
)

// ApprovalRow is the part of a request that every document has.
type ApprovalRow struct {
	Approval     domain.StreamID        `json:"approval"`
	Status       approval.Status        `json:"status"`
	Void         domain.ApprovalRefusal `json:"void,omitzero"` // why the grant does not count
	Left         int                    `json:"left"`
	Uses         int                    `json:"uses"`
	Unresolved   int                    `json:"unresolved"` // spent, result unknown
	Class        domain.ActionClass     `json:"class"`
	Action       domain.Action          `json:"action"`
	ActionDigest domain.Digest          `json:"action_digest"`
	Requester    domain.Actor           `json:"requester"`
	RequestedAt  domain.Instant         `json:"requested_at"`
	Reason       string                 `json:"reason,omitzero"`
	Scope        domain.ApprovalScope   `json:"scope,omitzero"`
	Policy       domain.Digest          `json:"policy,omitzero"`
	Rule         string                 `json:"rule,omitzero"`
	Due          domain.Assurance       `json:"assurance_due"` // the least that the policy accepts
	Approver     domain.Actor           `json:"approver,omitzero"`
	Key          string                 `json:"key,omitzero"`
	Assurance    domain.Assurance       `json:"assurance,omitzero"`
	ExpiresAt    domain.Instant         `json:"expires_at,omitzero"`
	Bind         domain.Binding         `json:"bind,omitzero"` // which parts of the files a grant binds
}

// RowOf is the row of a request.
func RowOf(one *approval.Approval, rules *approval.Rules, at domain.Instant) ApprovalRow {
	r, s := one.Request, one.Standing(at.Time(), rules.Signers.Now())
	row := ApprovalRow{Approval: one.Stream, Status: s.Status, Void: s.Reason, Left: s.Left, Uses: r.Uses, Unresolved: s.Unresolved,
		Class: r.Class, Action: r.Action, ActionDigest: r.ActionDigest, Requester: r.Requester, RequestedAt: domain.At(r.RecordedAt), Reason: r.Reason,
		Bind: r.Bind, Scope: r.Scope, Policy: r.Policy, Rule: r.Rule, Due: r.Least(rules.Signers.Now(), rules)}
	if g := s.Grant; g != nil {
		row.Approver, row.Key, row.Assurance = g.Approver, g.Key, g.Assurance
		if g.Void == "" {
			row.Uses, row.ExpiresAt = g.Statement.Uses, domain.At(g.Until)
		}
	}
	return row
}

// ApprovalStates are the values of --state for approvals.
func ApprovalStates() []string {
	return []string{string(approval.Pending), string(approval.Granted), string(approval.PartiallyConsumed), string(approval.Consumed),
		string(approval.Expired), string(approval.Revoked), string(approval.Denied), string(approval.Void)}
}

// ApprovalStyle is the style of a status.
func ApprovalStyle(s approval.Status) term.Style {
	switch s {
	case approval.Granted, approval.PartiallyConsumed:
		return term.StyleGreen
	case approval.Pending:
		return term.StyleYellow
	case approval.Denied, approval.Revoked, approval.Void:
		return term.StyleRed
	case approval.Consumed, approval.Expired:
	}
	return term.StylePlain
}

func (r *ApprovalRow) StatusText() string {
	s := string(r.Status)
	if r.Void != "" {
		s += " (" + string(r.Void) + ")"
	}
	s += LeftText(r.Left)
	if r.Unresolved > 0 {
		s += "; " + term.Many(r.Unresolved, "use") + " spent, result unknown"
	}
	return s
}

// Fields writes what an approver has to know of the request.
func (r *ApprovalRow) Fields(p *term.Page) {
	p.Field("status", ApprovalStyle(r.Status), "%s", r.StatusText())
	p.Field("action", term.StyleBold, "%s", ActionText(&r.Action))
	if r.Action.CWD != "" {
		p.Field("folder", term.StylePlain, "%s", r.Action.CWD)
	}
	p.Field("digest", term.StylePlain, "%s", r.ActionDigest)
	p.Field("class", term.StylePlain, "%s", r.Class)
	p.Field("asked by", term.StylePlain, "%s at %s", r.Requester, r.RequestedAt)
	if r.Reason != "" {
		p.Field("because", term.StylePlain, "%s", r.Reason)
	}
	if r.Rule != "" || !r.Policy.IsZero() {
		p.Field("rule", term.StylePlain, "%s of policy %s", r.Rule, DigestText(r.Policy))
	}
	if text := ScopeText(&r.Scope); text != "" {
		p.Field("scope", term.StylePlain, "%s", text)
	}
	p.Field("needs", term.StylePlain, "assurance %s", r.Due)
	if r.Approver != "" {
		p.Field("granted by", term.StylePlain, "%s, assurance %s, key %s", r.Approver, r.Assurance, r.Key)
	}
	if r.ExpiresAt.Known() {
		p.Field("expires", term.StylePlain, "%s", term.Clock(r.ExpiresAt.Time()))
	}
}

// ScopeText is a scope for people.
func ScopeText(s *domain.ApprovalScope) string {
	var text string
	for _, bound := range [][2]string{{"repo", string(s.Repo)}, {"ref", string(s.Ref)}, {"branch", string(s.Branch)},
		{"after", s.After.String()}, {"until", s.Until.String()}, {"executor", string(s.Executor)}} {
		if bound[1] != "" {
			text += " " + bound[0] + " " + bound[1]
		}
	}
	return text
}
