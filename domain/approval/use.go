package approval

import (
	"slices"
	"time"

	"github.com/clawable/claw/domain"
)

// Claim is a proposed use of a grant.
type Claim struct {
	Grant        domain.EventID
	ActionDigest domain.Digest
	Executor     domain.Actor
	Scope        domain.ApprovalScope // where the action is done
	At           time.Time            // recorded_at
	Wall         time.Time            // what the wall clock said; zero where that is not known
	Position     domain.Position      // whose signers count, and whose clock
	// Bound says that the policies of now bind the use to the content of the files, whatever
	// the request says.
	Bound bool
	// Compared reports that the files were looked at again; Changed is the result.
	Compared bool
	Changed  []domain.FileChange
}

// JudgeUse returns why a use does not count, "" when it does.
func (a *Approval) JudgeUse(c Claim, rules *Rules) domain.ApprovalRefusal {
	if a.Request == nil {
		return domain.RefusedNoApproval
	}
	if a.Denied != nil {
		return domain.RefusedDenied
	}
	g := a.grant(c.Grant)
	switch {
	case g == nil && len(a.Grants) == 0:
		return domain.RefusedPending
	case g == nil:
		return domain.RefusedNoApproval
	case g.Void != "":
		return g.Void
	case g.Revoked:
		return domain.RefusedRevoked
	case rules.Signers.At(c.Position).Find(g.Key) == nil:
		return domain.RefusedSignerUnknown
	case g.over(c.At, c.Wall):
		return domain.RefusedExpired
	case c.ActionDigest != g.Statement.ActionDigest, !covers(g.Statement.Scope, c.Scope, c.At.Add(-rules.Signers.Clock.Ahead(c.Position))):
		return domain.RefusedScope
	case g.Spent >= g.Statement.Uses:
		return domain.RefusedConsumed
	}
	if why := a.mayExecute(g, c.Executor); why != "" {
		return why
	}
	return a.unfixed(&c, rules)
}

// mayExecute: the requester, or an actor that the grant names; never the actor who signed
// it.
func (a *Approval) mayExecute(g *Grant, who domain.Actor) domain.ApprovalRefusal {
	only := g.Statement.Scope.Executor
	switch {
	case who == g.Approver:
		return domain.RefusedSelf
	case only != "" && who != only:
		return domain.RefusedDelegate
	case who == only, who == a.Request.Requester, slices.Contains(g.Statement.Delegates, who):
		return ""
	}
	return domain.RefusedDelegate
}

// JudgeDelegation returns why a delegation does not count, "" when it does: it must come
// from an actor that may use the grant and go to one that the signed statement names.
func (a *Approval) JudgeDelegation(p *domain.ApprovalDelegated) domain.ApprovalRefusal {
	g := a.grant(p.Grant)
	switch {
	case g == nil:
		return domain.RefusedNoApproval
	case g.Void != "":
		return g.Void
	case g.Revoked:
		return domain.RefusedRevoked
	case a.mayExecute(g, p.From) != "" || !slices.Contains(g.Statement.Delegates, p.To):
		return domain.RefusedDelegate
	}
	return ""
}

// chain is the path of a use from the requester to the executor, over the delegations that
// lead there; an executor without a delegation directly follows the requester.
func (a *Approval) chain(grant domain.EventID, executor domain.Actor) []domain.Actor {
	way := []domain.Actor{executor}
	for i := len(a.Delegations) - 1; i >= 0; i-- {
		d := &a.Delegations[i]
		if d.Void == "" && d.Grant == grant && d.To == way[0] && !slices.Contains(way, d.From) {
			way = append([]domain.Actor{d.From}, way...)
		}
	}
	if way[0] != a.Request.Requester {
		way = append([]domain.Actor{a.Request.Requester}, way...)
	}
	return way
}
