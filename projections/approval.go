package projections

import (
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/calls"
	"github.com/clawable/claw/projections/payload"
	"github.com/clawable/claw/projections/tools"
	"github.com/clawable/claw/projections/values"
)

// Approval is the index entry of one request. Its result is not folded here: it depends on
// the authorized signers and on the time of reading.
type Approval struct {
	// Actors are all actors that its events name, in whatever part: claims, and actors that
	// may be proved.
	Actors []string    `json:"actors,omitzero"`
	Asked  values.Time `json:"asked,omitzero"`
	// Calls are the keys of the tool calls that policies referred to it, the least some.
	Calls []string `json:"calls,omitzero"`
	// Closed reports that it was denied or used: no answer is awaited.
	Closed  bool        `json:"closed,omitzero"`
	Command values.Pick `json:"command,omitzero"` // the action as people look for it, see [calls.CommandText]
	First   values.Time `json:"first,omitzero"`
	Last    values.Time `json:"last,omitzero"`
	// Request is the least event that requests something; zero for none.
	Request domain.EventID `json:"request,omitzero"`
	Rulings tools.Rulings  `json:"rulings,omitzero"`
}

// mostCalls bounds the calls that a request is known to answer.
const mostCalls = 32

func approvalKey(e *domain.Event) string {
	switch {
	case e.Stream.Family == domain.FamilyApproval:
		return e.Stream.ULID.String()
	case tools.IsRuling(e):
		return answeredBy(e)
	}
	return ""
}

// answeredBy is the key of the request that a ruling names, "" for none.
func answeredBy(e *domain.Event) string {
	r, err := tools.ReadRuling(e)
	if err != nil || r.Approval == "" {
		return ""
	}
	stream, err := domain.ParseStreamID(r.Approval)
	if err != nil || stream.Family != domain.FamilyApproval {
		return ""
	}
	return stream.ULID.String()
}

type approvalData struct {
	actors  []string
	command string
	ruling  tools.Ruling
}

// actorMembers name the members of approvals' payloads that hold an actor.
var actorMembers = []string{"approver", "by", "executor", "from", "requester", "to"}

// readApproval takes what it can: an event that was written by hand is shown with the rest.
func readApproval(e *domain.Event) (p approvalData, err error) {
	if tools.IsRuling(e) {
		p.ruling, err = tools.ReadRuling(e)
		return p, err
	}
	d := payload.MembersOf(e.Data)
	for name, v, ok := d.Next(); ok; name, v, ok = d.Next() {
		switch {
		case slices.Contains(actorMembers, string(name)):
			if who := payload.TextOf(v); who != "" {
				p.actors = append(p.actors, who)
			}
		case string(name) == "action":
			p.command = actionText(v)
		}
	}
	return p, nil
}

// actionText is an action as people look for it: its command, and what else it names.
func actionText(action []byte) string {
	var words []string
	d := payload.MembersOf(action)
	for name, v, ok := d.Next(); ok; name, v, ok = d.Next() {
		switch string(name) {
		case "argv":
			if argv := d.Texts(v); d.Err() == nil {
				words = append([]string{calls.CommandText(argv)}, words...)
			}
		case "base", "head", "patch_digest", "tree":
			words = append(words, payload.TextOf(v))
		}
	}
	return tools.Kept(strings.Join(words, " "))
}

func applyApproval(a *Approval, e *domain.Event, p approvalData) {
	if tools.IsRuling(e) {
		a.Rulings.Add(&p.ruling)
		if e.Source.Kind != domain.SourceLive {
			return // the call may count nowhere
		}
		a.Calls = values.AddText(a.Calls, tools.Key(e))
		a.Calls = a.Calls[:min(len(a.Calls), mostCalls)]
		return
	}
	at := values.TimeOf(e)
	values.Earliest(&a.First, at)
	values.Latest(&a.Last, at)
	for _, who := range p.actors {
		a.Actors = values.AddText(a.Actors, who)
	}
	a.Closed = a.Closed || e.Kind == (domain.ApprovalDenied{}).Kind() || e.Kind == (domain.ApprovalConsumed{}).Kind()
	if e.Kind != (domain.ApprovalRequested{}).Kind() {
		return
	}
	values.Earliest(&a.Asked, at)
	a.Command.Offer(e.ID, p.command)
	a.Request = values.LeastID(a.Request, e.ID)
}
