package guard

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/cmd/claw/cli/workspace"
	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/policy"
	"github.com/clawable/claw/producers/hooks"
	"github.com/clawable/claw/proof"
)

// rule lets the policy decide about a call and answers the agent. What needs a policy
// that cannot be asked is denied.
func (h *hookRun) rule(p *hooks.Payload, drafts []domain.Draft) error {
	call, found, err := h.call(p)
	verdict := &call.Verdict
	if err != nil {
		return h.deny(p, "no policy can judge what this call does: "+app.Typed(err).Error(), err)
	}
	if verdict.Silent() {
		return nil
	}
	if len(drafts) > 0 {
		call.Cause = drafts[0].ID
	}
	if h.log == nil { // there is none: nobody can approve, and nothing was adopted
		ruling := approve.Ruling{Decision: verdict.Decision}
		if ruling.Decision == policy.Ask && !call.CanAsk {
			ruling.Decision = policy.Deny
		}
		return h.reply(p, ruling, verdict)
	}
	if p.Asks() == hooks.MayPass {
		return h.pass(p, call)
	}
	stale, failed := h.recordStale(found)
	call.Evidence = stale
	ruling, err := h.approvals(p).Rule(h.Ctx, call)
	if err != nil {
		return h.deny(p, reasonOf(&approve.Ruling{}, verdict)+" No approval can be looked up: "+app.Typed(err).Error(), err)
	}
	kept := h.record(h.ruled(p, call, ruling))
	return app.FirstError(h.reply(p, ruling, verdict), kept, failed)
}

// pass answers an agent that is about to ask a person, after it was told before the call
// what the policies say: what was let through once is the person's to decide.
func (h *hookRun) pass(p *hooks.Payload, call approve.Call) error {
	ruling := approve.Ruling{Decision: call.Verdict.Decision}
	if ruling.Decision == policy.Deny {
		use, err := h.approvals(p).OpenUse(h.Ctx, call)
		switch {
		case err != nil:
			return h.deny(p, reasonOf(&ruling, &call.Verdict), err)
		case !use.IsZero():
			return nil
		}
	}
	return h.reply(p, ruling, &call.Verdict)
}

// ruled drafts what the ruling says: each fact after the one before it, the first after
// what was asked for; of a call without an id all after that, by which the call is known.
// A call that is held back has ended.
func (h *hookRun) ruled(p *hooks.Payload, call approve.Call, r approve.Ruling) (drafts []domain.Draft) {
	cause := call.Cause
	add := func(says domain.Payload) *domain.Draft {
		d := p.Draft(says, h.Now(), h.NewID())
		if !cause.IsZero() {
			d.Causes = []domain.EventID{cause}
		}
		if d.Subject.Item.Value != "" {
			cause = d.ID
		}
		drafts = append(drafts, d)
		return &drafts[len(drafts)-1]
	}
	for _, fact := range r.Facts {
		add(fact).Stream = approve.RulingsOf(p.Session())
	}
	if r.Decision == policy.Deny {
		add(p.Denied())
	}
	return drafts
}

// reply prints the answer in the agent's protocol, once what the call says is kept.
func (h *hookRun) reply(p *hooks.Payload, r approve.Ruling, v *policy.Verdict) error {
	_ = h.settle() // which the end of the run tells
	if answer := p.Reply(r.Decision, reasonOf(&r, v)); answer != nil {
		if _, err := h.Out.Write(answer); err != nil {
			return app.OutputError(err)
		}
	}
	return nil
}

// deny says no because of trouble, which is returned, once what the call says is kept.
func (h *hookRun) deny(p *hooks.Payload, reason string, trouble error) error {
	_ = h.settle() // which the end of the run tells
	if answer := p.Reply(policy.Deny, reason); answer != nil {
		if _, err := h.Out.Write(answer); err != nil {
			return app.OutputError(err)
		}
	}
	return trouble
}

// resolve lets the end of a call that an approval let through be that consumption's result.
func (h *hookRun) resolve(p *hooks.Payload, drafts []domain.Draft) {
	call, _, err := h.call(p)
	if err != nil || h.log == nil || len(drafts) != 1 || call.Verdict.Decision == policy.None {
		return
	}
	use, err := h.approvals(p).OpenUse(h.Ctx, call)
	if err != nil {
		h.Tell(app.Typed(err))
	} else if !use.IsZero() {
		drafts[0].ID, drafts[0].Causes = domain.ResultOf(use), []domain.EventID{use}
	}
}

// call is what the agent is about to do, and what the policies say of it, with the checkouts that they
// asked about. It opens the log where there is one.
func (h *hookRun) call(p *hooks.Payload) (c approve.Call, found []Checkout, err error) {
	if h.log == nil {
		if err = h.nowhere; err == nil {
			err = h.reach()
		}
	}
	layers, known := h.layersHere(p, err)
	action := p.Action()
	Surround(h.App, &action, layers)
	if !p.Ended() { // how the work stood before is not known any more, and holds back whatever it was
		if folders := policy.CheckoutFolders(layers, &action); len(folders) > 0 {
			_ = h.settle() // git may take long
			found = Checkouts(h.App, &action, folders)
		}
	}
	c.Verdict = policy.Evaluate(layers, &action)
	if c.Verdict.Silent() {
		return c, nil, nil
	}
	words, err := p.Words()
	if err != nil {
		return c, nil, fmt.Errorf("name action: %w", err)
	}
	c.Actor = domain.Actor("agent:" + string(p.Session()))
	c.Action = domain.Action{CWD: domain.Path(action.CWD), Argv: words, Env: domain.BoundEnv(h.Environ())}
	c.Files = h.filesNow(action, words)
	c.CanAsk, c.Known = p.CanAsk(), known
	return c, found, nil
}

// reach opens the log of this run, for as long as a ruling may take.
func (h *hookRun) reach() error {
	log, err := app.Engine(h.App, h.Ctx, h.at, app.ToAppend, cmp.Or(h.Patience, rulingPatience))
	if err == nil {
		h.use(log)
	}
	return err
}

// layersHere are the layers that judge a call, and what is known of the log for them; trouble
// says why there is no log.
func (h *hookRun) layersHere(p *hooks.Payload, trouble error) ([]policy.Layer, *approve.Known) {
	if h.log == nil {
		return Layers(h.App, nil, trouble), nil
	}
	known, err := h.approvals(p).Known(h.Ctx)
	return layersOver(h.App, known, err), known
}

func (h *hookRun) approvals(p *hooks.Payload) *approve.Approvals {
	as := p.Draft(domain.SessionCleared{}, h.Now(), h.NewID())
	op := record.NewHookOperator(behindFacts{h.log, h.settle}, h.secrets, as, func() domain.Instant { return domain.At(h.Now()) }, h.NewID)
	return approve.NewApprovals(op, proof.Verifier{})
}

// passedReason tells which rules may mean a call that is let through, and what cannot be told of it.
func passedReason(v *policy.Verdict) string {
	says := make([]string, len(v.Passed))
	for i, m := range v.Passed {
		says[i] = fmt.Sprintf("rule %s of the %s policy may mean this, and lets through what is uncertain: %s.", m.Rule.ID, m.Layer, m.Uncertain)
	}
	return strings.Join(says, " ")
}

// reasonOf tells the agent, and whoever reads with it, why, and what to do now.
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
	switch refusal := r.Refusal; {
	case refusal == "":
	case refusal == domain.RefusedPending:
		fmt.Fprintf(&b, " To let exactly this through once a signer runs: claw approval grant %s (then call it again as it is).", r.Approval)
		b.WriteString(approvaltext.ChangedSince(r.Changed))
	case refusal == domain.RefusedDenied:
		fmt.Fprintf(&b, " It was asked for and denied: %s.", r.Approval)
	case refusal == domain.RefusedClock:
		fmt.Fprintf(&b, " It is approved (%s), but the log's time is ahead of this machine's clock, and no grant can be used until they agree: claw doctor says what to do.", r.Approval)
	case refusal == domain.RefusedSecretInTheAction:
		b.WriteString(" It holds a secret: pass that by environment or file; as it is nobody can approve it.")
	case refusal == domain.RefusedContentUnknown && r.Approval.IsZero():
		b.WriteString(" The policy binds an approval to the content of the files, and that of one cannot be told: name files that can be read.")
	default:
		fmt.Fprintf(&b, " The approval %s does not let it through: %s.", r.Approval, r.Refusal)
		b.WriteString(approvaltext.ChangedSince(r.Changed))
	}
	return b.String()
}

// filesNow looks at the files of a call: by what an approval names of a command, else by
// what the agent's tool was given.
func (h *hookRun) filesNow(act policy.Action, words []string) func() []domain.ActionFile {
	if approvaltext.CommandWords(&act, words) {
		act.Command, act.Argv, act.Paths = "", words, nil
	}
	return func() []domain.ActionFile { return approvaltext.Looker(h.App).Look(h.Ctx, &act) }
}

// recordStale tells the log of work that a rule found stale, and returns the events that say so.
//
// Errors: those of git and of the log.
func (h *hookRun) recordStale(found []Checkout) (told []domain.EventID, err error) {
	for i := range found {
		c := &found[i]
		if c.Freshness != workspace.FreshStale {
			continue
		}
		at, err := workspace.LookOf(h.App, c.state)
		if err != nil {
			return told, err
		}
		results, err := app.Recorder(h.App, h.log, domain.TrustMedium).RecordLook(h.Ctx, &at, workspace.FreshnessFact(c.state))
		if err != nil {
			return told, err
		}
		for i := range results {
			told = append(told, results[i].ID)
		}
	}
	return told, nil
}
