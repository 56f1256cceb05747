package guard

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/commands/approve"
	guarding "github.com/clawable/claw/commands/guard"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/policy"
	"github.com/clawable/claw/producers/hooks"
)

// agent writes answers to standard output, in the protocol of the agent.
type agent struct{ app *app.App }

// Answer implements [guarding.Agent].
func (ag agent) Answer(p *hooks.Payload, a *guarding.Answer) error {
	if answer := p.Reply(a.Decision, answerText(a)); answer != nil {
		if _, err := ag.app.Out.Write(answer); err != nil {
			return app.OutputError(err)
		}
	}
	return nil
}

// answerText is the reason of an answer, and what to do now, for the agent and its user.
func answerText(a *guarding.Answer) string {
	switch a.Why {
	case guarding.Unjudged:
		return "no policy can judge what this call does: " + app.Typed(a.Trouble).Error()
	case guarding.ApprovalsUnknown:
		return reasonOf(&approve.Ruling{}, a.Verdict) + " No approval can be looked up: " + app.Typed(a.Trouble).Error()
	case guarding.Unread:
		return reasonOf(&a.Ruling, a.Verdict) + " The call cannot be read: " + app.Typed(a.Trouble).Message + ". Make it smaller and plainer."
	}
	return reasonOf(&a.Ruling, a.Verdict)
}

// passedReason names the rules that may apply to an allowed call, and what is uncertain about it.
func passedReason(v *policy.Verdict) string {
	says := make([]string, len(v.Passed))
	for i, m := range v.Passed {
		says[i] = fmt.Sprintf("rule %s of the %s policy may mean this, and lets through what is uncertain: %s.", m.Rule.ID, m.Layer, m.Uncertain)
	}
	return strings.Join(says, " ")
}

// reasonOf is the reason of a verdict, and what to do now, for the agent and its user.
func reasonOf(r *approve.Ruling, v *policy.Verdict) string {
	var b strings.Builder
	switch {
	case r.Decision == policy.Allow && !r.Use.IsZero():
		fmt.Fprintf(&b, "approved once: %s.", r.Approval)
		b.WriteString(approvaltext.ChangedSince(r.Changed))
		return b.String()
	case len(v.Unread) > 0:
		u := v.Unread[0]
		fmt.Fprintf(&b, "the %s policy %s cannot be read, so nothing is allowed: %s.", u.Name, u.Source, app.Typed(u.Err).Error())
		return b.String()
	case v.Match == nil:
		return passedReason(v)
	}
	m := v.Match
	verb := map[policy.Decision]string{policy.Allow: "allowed", policy.Ask: "to be asked for", policy.Deny: "blocked"}[cmp.Or(r.Decision, v.Decision)]
	fmt.Fprintf(&b, "%s by rule %s of the %s policy", verb, m.Rule.ID, m.Layer)
	if v.Part != "" {
		fmt.Fprintf(&b, ", for %s", v.Part)
	}
	if m.Rule.Reason != "" {
		fmt.Fprintf(&b, ": %s", m.Rule.Reason)
	}
	b.WriteString(".")
	if m.Uncertain != "" {
		fmt.Fprintf(&b, " The rule may mean it, and nobody can tell: %s.", m.Uncertain)
	}
	for _, c := range v.Checkouts {
		fmt.Fprintf(&b, " Now %s.", c.Says)
	}
	if next := v.Next(); len(next) > 0 && r.Decision != policy.Allow {
		fmt.Fprintf(&b, " Instead: %s.", strings.Join(next, "; "))
	}
	b.WriteString(refusalText(r))
	return b.String()
}

// refusalText returns why the approval of a call does not apply, and what to do; "" without a
// refusal.
func refusalText(r *approve.Ruling) string {
	switch refusal := r.Refusal; {
	case refusal == "":
		return ""
	case refusal == domain.RefusedPending:
		return fmt.Sprintf(" To let exactly this through once a signer runs: claw approval grant %s (then call it again as it is).", r.Approval) +
			approvaltext.ChangedSince(r.Changed)
	case refusal == domain.RefusedDenied:
		return fmt.Sprintf(" It was asked for and denied: %s.", r.Approval)
	case refusal == domain.RefusedClock:
		return fmt.Sprintf(" It is approved (%s), but the log's time is ahead of this machine's clock, and no grant can be used until they agree: claw doctor says what to do.", r.Approval)
	case refusal == domain.RefusedSecretInTheAction:
		return " It holds a secret: pass that by environment or file; as it is nobody can approve it."
	case refusal == domain.RefusedContentUnknown && r.Approval.IsZero():
		return " The policy binds an approval to the content of the files, and that of one cannot be told: name files that can be read."
	}
	return fmt.Sprintf(" The approval %s does not let it through: %s.", r.Approval, r.Refusal) + approvaltext.ChangedSince(r.Changed)
}
