package codex

import (
	"strings"

	"github.com/clawable/claw/domain"
)

// readTurnContext reads the settings with which a turn, or one request of it,
// continued.
func readTurnContext(e *entry, p object) {
	e.remember(p.text("model"), p.firstText("effort", "reasoning_effort"))
	if id := namedTurn(p); id != "" && e.turns.enter(id, true) {
		e.start(id, true, domain.TurnStarted{})
	}
	e.enrich(domain.SessionIdentityEnriched{
		Workspace: path(p.text("cwd")), Approval: label(p.text("approval_policy")), Sandbox: sandboxOf(p),
		Model: label(p.text("model")), Effort: label(p.firstText("effort", "reasoning_effort")),
	})
}

// readSettings reads the settings of the session as a front end set them.
func readSettings(e *entry, p object) {
	mode := p.object("collaboration_mode").object("settings")
	effort := p.firstText("effort", "reasoning_effort")
	if effort == "" {
		effort = mode.text("reasoning_effort")
	}
	e.remember(p.text("model"), effort)
	e.enrich(domain.SessionIdentityEnriched{
		Workspace: path(p.text("cwd")), Approval: label(p.text("approval_policy")), Sandbox: sandboxOf(p),
		Model: label(p.text("model")), Effort: label(effort),
	})
}

// remember keeps what later records do not repeat.
func (e *entry) remember(model, effort string) {
	if model != "" && model != redacted {
		e.model = label(model)
	}
	if effort != "" {
		e.effort = label(effort)
	}
}

// enrich records what is now known about the session, unless that is nothing.
func (e *entry) enrich(now domain.SessionIdentityEnriched) {
	if now == (domain.SessionIdentityEnriched{}) {
		if len(e.drafts) == 0 {
			e.skip("no settings")
		}
		return
	}
	e.add("context", domain.Maybe[domain.ItemID]{}, now)
}

// sandboxOf reads the sandbox's name, which was a mode first and then a type.
func sandboxOf(p object) string {
	if s := p.text("sandbox_policy"); s != "" {
		return label(s)
	}
	return label(p.object("sandbox_policy").firstText("type", "mode"))
}

func readRenamed(e *entry, p object) {
	title := p.text("thread_name")
	if title == "" {
		e.skip("no settings")
		return
	}
	e.add("named", domain.Maybe[domain.ItemID]{}, domain.SessionIdentityEnriched{Title: label(title)})
}

// environment reads the settings that the program gave the model in a message:
// before 0.47 there is no other record of them.
func environment(text string) domain.SessionIdentityEnriched {
	if !strings.HasPrefix(text, "<environment_context>") {
		return domain.SessionIdentityEnriched{}
	}
	return domain.SessionIdentityEnriched{
		Workspace: path(tag(text, "cwd")),
		Approval:  label(tag(text, "approval_policy")),
		Sandbox:   label(tag(text, "sandbox_mode")),
	}
}

// tag returns the content of the first element of that name.
func tag(text, name string) string {
	_, rest, _ := strings.Cut(text, "<"+name+">")
	value, _, ended := strings.Cut(rest, "</"+name+">")
	if !ended {
		return ""
	}
	return strings.TrimSpace(value)
}
