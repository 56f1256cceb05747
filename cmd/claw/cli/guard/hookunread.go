package guard

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/policy"
	"github.com/clawable/claw/producers/hooks"
)

// noEvent says why standard input cannot be read as an event of an agent.
func noEvent(agent string, raw []byte, failed error) *domain.Error {
	why := "is no whole JSON object of the form that this agent writes"
	switch text := bytes.TrimSpace(raw); {
	case failed != nil:
		why = "cannot be read: " + failed.Error()
	case len(text) == 0:
		why = "is empty"
	case len(raw) > mostJudged:
		why = "is larger than " + app.BytesText(mostJudged)
	case jsontext.Value(text).Kind() != '{':
		why = "begins with no JSON object"
	}
	return (&domain.Error{Kind: domain.ErrParse, Operation: "read event", Target: agent, Message: "standard input holds no event of this agent: it " + why,
		Hint: "an event is one JSON object that names itself; claw hooks status says what the agent runs"}).Because(failed)
}

// unread answers for a call whose payload cannot be read, because of trouble: what may need a policy
// is denied, and nobody can approve what is not known. A payload that names no event may be about a
// call, and no agent takes the answer to one at another event for a no but Gemini CLI, which names its
// events first. asked is what is recorded of the call.
func (h *hookRun) unread(agent string, raw []byte, asked []domain.Draft, trouble *domain.Error) error {
	p, named := hooks.HeadOf(agent, raw)
	if !h.enforce || p.Asks() == hooks.Nothing {
		return trouble
	}
	_ = h.place() // which the call knows
	call, _, err := h.call(p)
	var reason string
	switch {
	case err != nil:
		reason, trouble = "no policy can judge what this call does: "+app.Typed(err).Error(), app.Typed(err)
	case call.Verdict.Decision == policy.None:
		return trouble
	default:
		reason = reasonOf(&approve.Ruling{Decision: policy.Deny}, &call.Verdict) + " The call cannot be read: " + trouble.Message + ". Make it smaller and plainer."
	}
	failed := h.deny(p, reason, trouble)
	if !named { // nobody knows that it was a call
		return failed
	}
	return app.FirstError(failed, h.keep(h.heldBack(p, asked)))
}

// heldBack drafts that a call was asked for, as far as that can be read and is not recorded,
// and that it was denied. What it would have done stays unknown; of a call in no session
// there is nothing to tell.
func (h *hookRun) heldBack(p *hooks.Payload, asked []domain.Draft) (drafts []domain.Draft) {
	if p.Asks() != hooks.MayCall {
		return nil
	}
	if len(asked) == 0 {
		if drafts, _ = p.Live(h.Now(), h.NewID); len(drafts) == 0 {
			return nil
		}
		if call := &drafts[0]; call.Subject.Item.Value == "" { // its request and its denial are one all the same
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
