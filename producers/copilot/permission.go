package copilot

import (
	"cmp"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// permission writes that the program requested permission, and the answer. A denial ends
// the call, whatever its own record states later.
func (s *scribe) permission(p *permission) {
	if s.event.Type == "permission.requested" {
		asks, _ := lenient.Read[about](p.Request)
		item := producers.ID(asks.ToolCallID)
		if id := producers.ID(p.ID); id != "" {
			s.asked[id] = item
		}
		m := domain.MessageRecorded{Role: domain.RoleSystem, Synthetic: true, Phase: "permission_request"}
		m.Content, m.Raw = producers.Foreign(p.Request)
		s.say(cmp.Or(item, s.origin.Key), m)
		return
	}
	item := cmp.Or(producers.ID(s.about.ToolCallID), s.asked[string(p.ID)])
	m := domain.MessageRecorded{Role: domain.RoleSystem, Synthetic: true, Phase: "permission_decision"}
	m.Content, m.Raw = producers.Foreign(s.event.Data)
	s.say(cmp.Or(item, s.origin.Key), m)
	if by, denied := denier(string(p.Result.V.Kind)); denied && item != "" {
		c := s.calls.known(item)
		c.denied = true
		s.say(item, domain.ToolDenied{Name: c.name, By: by, Reason: producers.Text(string(p.Result.V.Kind))}, c.id)
	}
}

// denier returns who denied, by the kind of a decision.
func denier(kind string) (by domain.DeniedBy, denied bool) {
	switch kind {
	case "denied-interactively-by-user":
		return domain.DeniedByUser, true
	case "denied-by-rules":
		return domain.DeniedByRule, true
	case "denied-by-permission-request-hook":
		return domain.DeniedByHook, true
	case "denied-no-approval-rule-and-could-not-request-from-user", "denied-by-content-exclusion-policy", "denied-by-policy":
		return domain.DeniedByPolicy, true
	}
	return domain.DeniedByUnknown, strings.HasPrefix(kind, "denied")
}

// hook writes that a hook ran. The agent runs agentStop when it has finished its answer.
func (s *scribe) hook(h *hookData) {
	item, event := cmp.Or(producers.ID(h.ID), s.origin.Key), producers.Plain(h.Type)
	if s.event.Type == "hook.end" {
		out := h.Output.V
		s.say(item, domain.HookCompleted{Event: event, Blocked: out.Decision == "block" || out.Permission == "deny"})
		return
	}
	s.say(item, domain.HookStarted{Event: event})
	if event == "agentStop" && s.turn != "" && !s.aborted {
		s.say("", domain.TurnCompleted{})
	}
}
