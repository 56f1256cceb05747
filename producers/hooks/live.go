package hooks

import (
	"cmp"
	"slices"
	"time"

	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/witness"
)

// LiveChannel begins the channel of every event that a hook recorded as it happened; the
// agent's name follows.
const LiveChannel = "hook:"

// Live drafts what the payload states, received at this moment under new ids: a hook's event has no
// own id, and never shares one with an import of the same session. skipped is, in a few words, the
// reason when there is nothing.
//
// One payload is all that is known here: a call without an id has no item, and an end of a
// turn that names none is recorded without a name. Readers of the log assign it to the turn that
// the session's hooks started last before it.
func (p *Payload) Live(at time.Time, newID func() ulid.ULID) (drafts []domain.Draft, skipped string) {
	facts, skipped, _ := p.Facts()
	for _, f := range facts {
		d := p.draft(f, at, newID())
		drafts = append(drafts, d)
		if f.Item != "" && p.Ended() {
			drafts = append(drafts, observed(p, f, at, d)...)
		}
	}
	return drafts, skipped
}

// observed drafts what the end of a call shows about the work. The payload has the call's input
// beside its end; the request of the call came with a separate payload, and is not drafted again.
func observed(p *Payload, f Fact, at time.Time, end domain.Draft) []domain.Draft {
	asked := domain.ToolRequested{Name: cmp.Or(producers.Short(p.Tool), "unknown")}
	asked.Input, asked.Raw = producers.Foreign(p.Input)
	began := at.Add(-time.Duration(p.DurationMS) * time.Millisecond)
	var known []domain.Draft
	for _, says := range []domain.Payload{asked, domain.ToolStarted{CWD: domain.Path(producers.Short(p.CWD))}} {
		of := f
		of.Says = says
		known = append(known, p.draft(of, began, ulid.ULID{}))
	}
	var o witness.Observer
	return o.Observe(append(known, end))[len(known)+1:]
}

// Draft drafts something else about the payload's call: what became of it here.
func (p *Payload) Draft(says domain.Payload, at time.Time, id ulid.ULID) domain.Draft {
	return p.draft(Fact{Session: p.Session(), Turn: domain.TurnID(producers.ID(p.PromptID)), Item: domain.ItemID(producers.ID(p.ToolUseID)), Says: says}, at, id)
}

// Denied returns the event that a policy denied the payload's call.
func (p *Payload) Denied() domain.ToolDenied {
	return domain.ToolDenied{Name: cmp.Or(producers.Short(p.Tool), "unknown"), By: domain.DeniedByPolicy}
}

func (p *Payload) draft(f Fact, at time.Time, id ulid.ULID) domain.Draft {
	_, own := f.Session.Split()
	n := producers.Note{Turn: f.Turn, Origin: producers.Origin{Source: p.agent, Session: f.Session, At: domain.At(at)}}
	switch {
	case f.Item != "":
		n.Item = domain.Known(f.Item)
	case slices.Contains(aboutCalls, p.Event):
		n.Item = domain.NotKnown[domain.ItemID](domain.UnknownNotRecorded)
	case p.Event == "PostCompact":
		n.Item = domain.Known(domain.ItemID("hook/" + id.String()))
	}
	d := n.Draft(f.Says)
	d.ID = domain.EventID(id)
	d.Emitter = domain.EmitterID("hook/" + p.agent + "/" + own)
	d.Source = domain.Source{Kind: domain.SourceLive, Channel: LiveChannel + p.agent}
	return d
}
