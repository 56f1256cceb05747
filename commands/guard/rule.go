package guarding

import (
	"cmp"
	"fmt"

	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/policy"
	"github.com/clawable/claw/producers/hooks"
)

// rule lets the policies decide about a call and answers the agent. A call that needs a policy that
// cannot be evaluated is denied.
func (h *hookRun) rule(p *hooks.Payload, drafts []domain.Draft) error {
	call, found, err := h.call(p)
	verdict := &call.Verdict
	if err != nil {
		return h.deny(p, &Answer{Why: Unjudged, Trouble: err})
	}
	if verdict.Silent() {
		return nil
	}
	if len(drafts) > 0 {
		call.Cause = drafts[0].ID
	}
	if h.log == nil { // the log does not exist: nothing can be approved, and no policy was adopted
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
	ruling, err := h.approvals(p).Rule(h.ctx, call)
	if err != nil {
		return h.deny(p, &Answer{Verdict: verdict, Why: ApprovalsUnknown, Trouble: err})
	}
	kept := h.record(h.ruled(p, call, ruling))
	return cmp.Or(h.reply(p, ruling, verdict), kept, failed)
}

// pass answers an agent that is about to ask a person, after the policies decided about the call
// before it: what was permitted once is for the person to decide.
func (h *hookRun) pass(p *hooks.Payload, call approve.Call) error {
	ruling := approve.Ruling{Decision: call.Verdict.Decision}
	if ruling.Decision == policy.Deny {
		use, err := h.approvals(p).OpenUse(h.ctx, call)
		switch {
		case err != nil:
			return h.deny(p, &Answer{Verdict: &call.Verdict, Trouble: err})
		case !use.IsZero():
			return nil
		}
	}
	return h.reply(p, ruling, &call.Verdict)
}

// ruled drafts the facts of a ruling: each is caused by the one before it, the first by the request
// of the call; for a call without an id all are caused by that request, which identifies the call.
// A call that is denied has ended.
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

// resolve makes the end of a call that an approval permitted the result of that use.
func (h *hookRun) resolve(p *hooks.Payload, drafts []domain.Draft) {
	call, _, err := h.call(p)
	if err != nil || h.log == nil || len(drafts) == 0 || call.Verdict.Decision == policy.None {
		return
	}
	use, err := h.approvals(p).OpenUse(h.ctx, call)
	if err != nil {
		h.Report(err)
	} else if !use.IsZero() {
		ended := drafts[0].ID
		drafts[0].ID, drafts[0].Causes = domain.ResultOf(use), []domain.EventID{use}
		for i := range drafts[1:] { // what the end shows names it
			if d := &drafts[1+i]; len(d.Causes) == 1 && d.Causes[0] == ended {
				d.Causes[0] = drafts[0].ID
			}
		}
	}
}

// call is what the agent is about to do, with the verdict of the policies and the checkouts that
// their rules ask about. It opens the log where there is one.
func (h *hookRun) call(p *hooks.Payload) (c approve.Call, found []Checkout, err error) {
	if h.log == nil {
		if err = h.nowhere; err == nil {
			err = h.reach()
		}
	}
	layers, known := h.layersHere(p, err)
	action := p.Action()
	h.Place.Surround(&action, layers)
	if !p.Ended() { // after the call the state before it cannot be read: it counts as unknown
		if folders := policy.CheckoutFolders(layers, &action); len(folders) > 0 {
			_ = h.settle() // git may take long
			found = h.Place.Checkouts(h.ctx, &action, folders)
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
	c.Action = domain.Action{CWD: domain.Path(action.CWD), Argv: words, Env: approval.BoundEnv(h.Environ())}
	c.Files = h.filesNow(action, words)
	c.CanAsk, c.Known = p.CanAsk(), known
	return c, found, nil
}

// layersHere returns the policies that apply to a call, and what is known about the log for them;
// trouble is why there is no log.
func (h *hookRun) layersHere(p *hooks.Payload, trouble error) ([]policy.Layer, *approve.Known) {
	if h.log == nil {
		return h.Place.LayersOf(h.ctx, nil, trouble)
	}
	return h.Place.LayersOf(h.ctx, h.approvals(p), nil)
}

func (h *hookRun) approvals(p *hooks.Payload) *approve.Approvals {
	as := p.Draft(domain.SessionCleared{}, h.Now(), h.NewID())
	op := record.NewHookOperator(behindFacts{h.log, h.settle}, h.Scrub, as, func() domain.Instant { return domain.At(h.Now()) }, h.NewID)
	return approve.NewApprovals(op, h.Verifier)
}

// filesNow hashes the files of a call: those that an approval of a command names, else those in the
// input of the agent's tool.
func (h *hookRun) filesNow(act policy.Action, words []string) func() []domain.ActionFile {
	if commandWords(&act, words) {
		act.Command, act.Argv, act.Paths = "", words, nil
	}
	return func() []domain.ActionFile { return h.Files(h.ctx, &act) }
}

// commandWords reports whether words are a command line, not a tool's name and its input.
func commandWords(act *policy.Action, words []string) bool {
	return len(act.Argv)+len(act.Command) > 0 && (len(words) == 0 || words[0] != act.Tool)
}

// recordStale appends the facts of work that a rule found stale, and returns their events.
//
// Errors: those of git and of the log.
func (h *hookRun) recordStale(found []Checkout) (told []domain.EventID, err error) {
	for i := range found {
		c := &found[i]
		if !c.Stands.Stale {
			continue
		}
		at, seen, err := h.Place.Git.Look(h.ctx, c.State)
		if err != nil {
			return told, err
		}
		results, err := record.NewRecorder(h.log, h.Scrub, domain.TrustMedium).RecordLook(h.ctx, &at, seen)
		if err != nil {
			return told, err
		}
		for i := range results {
			told = append(told, results[i].ID)
		}
	}
	return told, nil
}
