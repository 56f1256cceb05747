package approve

import (
	"context"
	"errors"
	"fmt"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/policy"
)

// files are those of the call as they stand now.
func (c *Call) files() []domain.ActionFile {
	if c.Files == nil {
		return nil
	}
	return c.Files()
}

// outdates reports whether the files of a call keep a grant that is bound to them from
// being used, until they are again what they were. now looks at them.
func (c *Call) outdates(one *approval.Approval, rules *approval.Rules, now func() []domain.ActionFile) bool {
	r := one.Request
	if c.Files == nil || !r.Runs() || c.Verdict.Bind == "" && !r.Binds(rules) {
		return false
	}
	return len(r.Files) == 0 || approval.Unfixed(approval.Compared(r.Files, now())) != ""
}

// askAnew asks for an approval of a call. Where the files outdated one, that is tried first:
// so the log tells once what changed.
func (a *Approvals) askAnew(ctx context.Context, c *Call, least domain.Assurance, r *Ruling, outdated domain.StreamID) error {
	if asks := r.Approval; !outdated.IsZero() {
		r.Approval = outdated
		if err := a.spend(ctx, c, r); err != nil || r.Decision == policy.Allow {
			return err
		}
		r.Approval = asks
	}
	return a.AskFor(ctx, c, least, r)
}

// bindRequest says in a request what the rule that it names binds. One that binds content
// which nobody can tell is not asked: no use of it could count.
func bindRequest(p *domain.ApprovalRequested, rules *approval.Rules) error {
	asked := &approval.Request{ApprovalRequested: *p}
	if !asked.Runs() {
		p.Bind, p.Files = "", nil
		return nil
	}
	if !asked.Binds(rules) {
		return nil
	}
	p.Bind = domain.BindContent
	wrong := approval.Unbindable(p.Files)
	if len(p.Files) > 0 && len(wrong) == 0 {
		return nil
	}
	says := refusals()[domain.RefusedContentUnknown]
	e := &domain.Error{Kind: domain.ErrPolicy, Operation: "request approval", Target: p.Rule, Message: says.message,
		Detail: map[string]any{"refusal": domain.RefusedContentUnknown}, Hint: says.hint, Next: domain.Step{Code: says.next}}
	for i := range wrong {
		e.Cause = append(e.Cause, fmt.Sprintf("%s is %s", wrong[i].Name, wrong[i].State))
	}
	return e
}

// judgeWithFiles judges a use, and looks at the files of the request where nothing else
// keeps it from counting.
func (m *decisionContext) judgeWithFiles(claim *approval.Claim, c *Claim) domain.ApprovalRefusal {
	why := m.timed(m.JudgeUse(*claim, m.rules))
	if why != "" && why != domain.RefusedContentUnknown || claim.Compared || c.Files == nil || len(m.Request.Files) == 0 {
		return why
	}
	claim.Compared, claim.Changed = true, approval.Compared(m.Request.Files, c.Files())
	return m.timed(m.JudgeUse(*claim, m.rules))
}

// naming adds to a refusal the files that are not as they were.
func naming(err error, changed []domain.FileChange) error {
	var e *domain.Error
	if len(changed) == 0 || !errors.As(err, &e) {
		return err
	}
	names := make([]map[string]string, len(changed))
	for i := range changed {
		names[i] = map[string]string{"name": changed[i].File.Name, "change": string(changed[i].Change)}
	}
	e.Detail["changed"], e.Cause = names, append(e.Cause, said(changed)...)
	return err
}

// said are changes for people.
func said(changed []domain.FileChange) (all []string) {
	for i := range changed {
		all = append(all, changed[i].String())
	}
	return all
}

// changesOf are the changes that a refusal names.
func changesOf(err error) []string {
	var e *domain.Error
	if errors.As(err, &e) && e.Detail["changed"] != nil {
		return e.Cause
	}
	return nil
}
