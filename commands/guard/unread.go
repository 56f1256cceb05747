package guarding

import (
	"bytes"
	"cmp"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/internal/fault"
	"github.com/clawable/claw/policy"
	"github.com/clawable/claw/producers/hooks"
)

// noEvent is why standard input cannot be read as an event of an agent.
func noEvent(agent string, raw []byte, failed error) *domain.Error {
	why := "is no whole JSON object of the form that this agent writes"
	switch text := bytes.TrimSpace(raw); {
	case failed != nil:
		why = "cannot be read: " + failed.Error()
	case len(text) == 0:
		why = "is empty"
	case len(raw) > mostEvaluated:
		why = fmt.Sprintf("is larger than %d.0 MiB", mostEvaluated>>20)
	case jsontext.Value(text).Kind() != '{':
		why = "begins with no JSON object"
	}
	return (&domain.Error{Kind: domain.ErrParse, Operation: "read event", Target: agent, Message: "standard input holds no event of this agent: it " + why,
		Next: domain.Step{Code: nextstep.CheckHooks}}).Because(failed)
}

// unread answers a call whose payload cannot be read, because of trouble: it is denied where a
// policy may apply, because an unknown call cannot be approved. A payload that names no event may be
// about a call. At other events no agent interprets the answer to a call as a denial, except Gemini
// CLI, which names its events first. asked is what is recorded about the call.
func (h *hookRun) unread(agent string, raw []byte, asked []domain.Draft, trouble *domain.Error) error {
	p, named := hooks.HeadOf(agent, raw)
	if !h.Enforce || p.Asks() == hooks.Nothing {
		return trouble
	}
	_ = h.place() // h.call returns the same error
	call, _, err := h.call(p)
	answer := &Answer{Verdict: &call.Verdict, Why: Unread, Trouble: trouble}
	switch {
	case err != nil:
		answer = &Answer{Why: Unjudged, Trouble: err}
	case call.Verdict.Decision == policy.None:
		return trouble
	}
	failed := h.deny(p, answer)
	if !named { // it is not known to be a call
		return failed
	}
	return cmp.Or(failed, h.persist(h.heldBack(p, asked)))
}

// panicked answers a call on which claw panicked: with [Hook.Enforce] it is denied. At an event that
// is no call it returns the panic as an error.
func (h *hookRun) panicked(agent string, raw []byte, v any) error {
	trouble := fmt.Errorf("take event of %s: %w", agent, fault.Of(v))
	p, _ := hooks.HeadOf(agent, raw)
	if !h.Enforce || p.Asks() == hooks.Nothing {
		return trouble
	}
	denied := h.deny(p, &Answer{Why: Unjudged, Trouble: trouble})
	if len(h.drafts) == 0 { // nothing of the call is recorded, and what would record it panicked
		return denied
	}
	return cmp.Or(denied, h.persist(h.heldBack(p, h.drafts)))
}

// heldBack drafts the request of a call, as far as it can be read and is not recorded, and its
// denial. What it would have done is unknown; a call without a session has no events.
func (h *hookRun) heldBack(p *hooks.Payload, asked []domain.Draft) (drafts []domain.Draft) {
	if p.Asks() != hooks.MayCall {
		return nil
	}
	if len(asked) == 0 {
		if drafts, _ = p.Live(h.Now(), h.NewID); len(drafts) == 0 {
			return nil
		}
		if call := &drafts[0]; call.Subject.Item.Value == "" { // request and denial belong together nevertheless
			call.Subject.Item = domain.Known(domain.ItemID("hook/" + call.ID.String()))
		}
		asked = drafts
	}
	for _, d := range h.ruled(p, approve.Call{Cause: asked[0].ID}, approve.Ruling{Decision: policy.Deny}) {
		d.Subject.Item, d.Subject.Turn = asked[0].Subject.Item, asked[0].Subject.Turn
		drafts = append(drafts, d)
	}
	return drafts
}
