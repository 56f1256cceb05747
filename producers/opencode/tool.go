package opencode

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
	"github.com/clawable/claw/producers/opencode/ending"
)

// tool records the state of a call. Its arguments are complete when it runs.
func (c *piece) tool() {
	s := &c.p.State.V
	if s.Status == "pending" || s.Status == "" {
		c.d.Skip(c.at, "a call whose arguments are not there yet")
		return
	}
	if id := producers.ID(c.p.CallID); id != "" {
		c.n.Item.Value = domain.ItemID(id)
	}
	d, _ := lenient.Read[ending.Details](s.Metadata)
	asked := c.requested(s)
	c.started(s, &d)
	if s.Status == ending.Completed || s.Status == ending.Error {
		c.ended(s, &d, asked)
	}
}

// requested records the call as its answer requests it: the time at which it began
// to run is rewritten when it is interrupted.
func (c *piece) requested(s *ending.State) domain.EventID {
	r := domain.ToolRequested{Name: ending.Name(c.p.Tool)}
	r.Input, r.Raw = producers.Foreign(s.Input)
	return c.tell(c.n, "requested", r)
}

// started records, in the child session, which call started it.
func (c *piece) started(s *ending.State, d *ending.Details) {
	child := producers.ID(d.SessionID)
	if child == "" || c.p.Tool != "task" || child == c.own {
		return
	}
	in, _ := lenient.Read[struct {
		Type lenient.Word `json:"subagent_type"`
	}](s.Input)
	n := c.note(c.n.Key, c.n.At)
	n.Session = domain.MakeSessionID(c.source, child)
	c.tell(n, "child", domain.SessionIdentityEnriched{ParentSession: domain.MakeSessionID(c.source, c.own), ParentItem: c.n.Item.Value,
		AgentType: producers.Short(in.Type)})
}

// ended records how a call ended.
func (c *piece) ended(s *ending.State, d *ending.Details, asked domain.EventID) {
	n := c.n
	n.At, n.Causes = producers.Millis(s.Time.V.End), []domain.EventID{asked}
	c.tell(n, "ended", ending.Of(c.p.Tool, s, d))
}
