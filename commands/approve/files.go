package approve

import (
	"context"
	"errors"
	"fmt"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/policy"
)

// files are the files of the call as they are now.
func (c *Call) files() []domain.ActionFile {
	if c.Files == nil {
		return nil
	}
	return c.Files()
}

// outdates reports whether a grant that is bound to the content of the call's files cannot be used,
// because the files changed; it can be used again when they are restored. now hashes the files.
func (c *Call) outdates(one *approval.Approval, rules *approval.Rules, now func() []domain.ActionFile) bool {
	r := one.Request
	if c.Files == nil || !r.Runs() || c.Verdict.Bind == "" && !r.Binds(rules) {
		return false
	}
	return len(r.Files) == 0 || approval.Unfixed(approval.Compared(r.Files, now())) != ""
}

// askAnew requests an approval of a call. Where changed files outdated an approval, that one is
// tried first, so that the log records once what changed.
func (l *lifting) askAnew(ctx context.Context, least domain.Assurance, outdated domain.StreamID) error {
	r := l.ruling
	if asks := r.Approval; !outdated.IsZero() {
		r.Approval = outdated
		if err := l.spend(ctx); err != nil || r.Decision == policy.Allow {
			return err
		}
		r.Approval = asks
	}
	return l.approvals.AskFor(ctx, l.call, least, r)
}

// bindRequest records in a request what its rule binds. A request that binds content which cannot
// be read is refused, because no use of it could count.
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

// judgeWithFiles evaluates a use, and hashes the files of the request only where the use counts
// otherwise.
func (m *decisionContext) judgeWithFiles(claim *approval.Claim, c *Claim) domain.ApprovalRefusal {
	why := m.timed(m.JudgeUse(*claim, m.rules))
	if why != "" && why != domain.RefusedContentUnknown || claim.Compared || c.Files == nil || len(m.Request.Files) == 0 {
		return why
	}
	claim.Compared, claim.Changed = true, approval.Compared(m.Request.Files, c.Files())
	return m.timed(m.JudgeUse(*claim, m.rules))
}

// naming adds the changed files to a refusal.
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

// said returns descriptions of changes for people.
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
