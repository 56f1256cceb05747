package projections

import (
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
)

// Approval is where to look for one request. What it comes to is not folded here: it
// depends on who may sign and on the time of reading.
type Approval struct {
	// Actors are all whom its events name, in whatever part: claims, and who may be proved.
	Actors []string `json:"actors,omitzero"`
	Asked  Time     `json:"asked,omitzero"`
	// Calls are the keys of the tool calls that policies referred to it, the least some.
	Calls []string `json:"calls,omitzero"`
	// Closed says that somebody denied it or used it: it waits for nobody.
	Closed  bool `json:"closed,omitzero"`
	Command Pick `json:"command,omitzero"` // the action as people look for it, see [CommandText]
	First   Time `json:"first,omitzero"`
	Last    Time `json:"last,omitzero"`
	// Request is the least event that asks for something; zero: nobody did.
	Request domain.EventID `json:"request,omitzero"`
	Rulings Rulings        `json:"rulings,omitzero"`
}

// mostCalls bounds the calls that a request is known to answer.
const mostCalls = 32

func approvalKey(e *domain.Event) string {
	switch {
	case e.Stream.Family == domain.FamilyApproval:
		return e.Stream.ULID.String()
	case rules(e):
		return answeredBy(e)
	}
	return ""
}

// answeredBy is the key of the request that a ruling names, "" for none.
func answeredBy(e *domain.Event) string {
	r, err := readRuling(e)
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
	ruling  Ruling
}

// actorMembers name the members of approvals' payloads that hold one who acts.
var actorMembers = []string{"approver", "by", "executor", "from", "requester", "to"}

// readApproval takes what it can: an event that was written by hand is shown with the rest.
func readApproval(e *domain.Event) (p approvalData, err error) {
	if rules(e) {
		p.ruling, err = readRuling(e)
		return p, err
	}
	d := membersOf(e.Data)
	for name, v, ok := d.next(); ok; name, v, ok = d.next() {
		switch {
		case slices.Contains(actorMembers, string(name)):
			if who := textOf(v); who != "" {
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
	d := membersOf(action)
	for name, v, ok := d.next(); ok; name, v, ok = d.next() {
		switch string(name) {
		case "argv":
			if argv := d.texts(v); !d.bad {
				words = append([]string{CommandText(argv)}, words...)
			}
		case "base", "head", "patch_digest", "tree":
			words = append(words, textOf(v))
		}
	}
	return Kept(strings.Join(words, " "))
}

func applyApproval(a *Approval, e *domain.Event, p approvalData) {
	if rules(e) {
		a.Rulings.add(&p.ruling)
		if e.Source.Kind != domain.SourceLive {
			return // the call may count nowhere
		}
		a.Calls = addText(a.Calls, toolKey(e))
		a.Calls = a.Calls[:min(len(a.Calls), mostCalls)]
		return
	}
	at := timeOf(e)
	earliest(&a.First, at)
	latest(&a.Last, at)
	for _, who := range p.actors {
		a.Actors = addText(a.Actors, who)
	}
	a.Closed = a.Closed || e.Kind == (domain.ApprovalDenied{}).Kind() || e.Kind == (domain.ApprovalConsumed{}).Kind()
	if e.Kind != (domain.ApprovalRequested{}).Kind() {
		return
	}
	earliest(&a.Asked, at)
	a.Command.offer(e.ID, p.command)
	a.Request = leastID(a.Request, e.ID)
}
