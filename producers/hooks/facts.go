package hooks

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// Fact is one statement of a payload.
type Fact struct {
	Session domain.SessionID
	InTurn  bool          // it is about something in a turn
	Turn    domain.TurnID // "" when the payload names none
	// Item is the call, "" when the payload names none. A compaction has no id in any
	// record: its item is chosen by the caller, and distinguishes it from the
	// transcript's record of it.
	Item domain.ItemID
	Part string // distinguishes the fact from the others of its payload
	Says domain.Payload
}

// aboutCalls are the events that are about one call.
var aboutCalls = []lenient.Word{"PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionDenied", "PermissionRequest"}

// endUnnamed records an end of a turn without a name as the hook that ran: which turn
// it was is not known.
func (f *Fact) endUnnamed(event lenient.Word) {
	switch f.Says.(type) {
	case domain.TurnCompleted, domain.TurnFailed, domain.TurnInterrupted:
		if f.Turn == "" {
			f.Says = domain.HookStarted{Event: producers.Short(event)}
			f.Part = string(f.Says.Kind())
		}
	}
}

// ignored are events that say nothing which a log keeps.
var ignored = []lenient.Word{"Setup", "TeammateIdle", "TaskCreated", "TaskCompleted", "Elicitation", "ElicitationResult", "ConfigChange",
	"InstructionsLoaded", "FileChanged", "WorktreeCreate", "WorktreeRemove", "MessageDisplay", "UserPromptExpansion", "PreModelSwitch",
	"PostModelSwitch", "DirectoryAdded", "ErrorOccurred"}

// Facts returns what the payload states. skipped is, in a few words, the reason when
// that is nothing; unknown reports an event that is not known here.
func (p *Payload) Facts() (facts []Fact, skipped string, unknown bool) {
	if p.Session() == "" {
		return nil, "no session named", false
	}
	w := &writer{p: p}
	switch p.Event {
	case "SessionStart":
		w.sessionStart()
	case "SessionEnd":
		w.session(domain.SessionEnded{Status: endOf(p.Reason), Reason: producers.Short(p.Reason)})
	case "CwdChanged":
		w.session(domain.SessionIdentityEnriched{Workspace: domain.Path(producers.Short(p.NewCWD))})
	case "UserPromptSubmit":
		w.turn(domain.TurnStarted{Trigger: "prompt", Prompt: producers.Text(string(p.Prompt))})
		w.enrich(domain.SessionIdentityEnriched{Workspace: domain.Path(producers.Short(p.CWD)), Permission: producers.Short(p.Permission)})
	case "Stop":
		w.turn(domain.TurnCompleted{Answer: producers.Text(string(p.Answer))})
	case "StopFailure":
		w.turn(p.brokeOff())
	case "SubagentStart", "SubagentStop":
		return w.subagent()
	case "PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionDenied", "PermissionRequest": // aboutCalls
		w.call()
	case "PostToolBatch":
		w.batch()
	case "Notification":
		w.turn(domain.MessageRecorded{Role: domain.RoleSystem, Synthetic: true, Phase: cmp.Or(producers.Plain(p.Notification), "notification"),
			Text: producers.Text(string(p.Message))})
	case "PreCompact":
		if p.agent == Gemini && p.Trigger == "auto" {
			return nil, "asked before every request", false
		}
		w.turn(domain.HookStarted{Event: "PreCompact", Name: producers.Short(p.Trigger)})
	case "PostCompact":
		w.session(domain.SessionCompacted{Trigger: triggerOf(p.Trigger)})
	default:
		if slices.Contains(ignored, p.Event) {
			return nil, noFact, false
		}
		return nil, "unknown event", true
	}
	if len(w.facts) == 0 {
		return nil, repeatsCalls, false
	}
	return w.facts, "", false
}

// writer gathers the facts of a payload.
type writer struct {
	p     *Payload
	facts []Fact
}

// session adds a fact about the session as such.
func (w *writer) session(says domain.Payload) {
	w.facts = append(w.facts, Fact{Session: w.p.Session(), Part: string(says.Kind()), Says: says})
}

// enrich adds to the session's identity, unless there is nothing to add.
func (w *writer) enrich(says domain.SessionIdentityEnriched) {
	if says != (domain.SessionIdentityEnriched{}) {
		w.session(says)
	}
}

// turn adds a fact about the turn.
func (w *writer) turn(says domain.Payload) {
	w.session(says)
	f := &w.facts[len(w.facts)-1]
	f.InTurn, f.Turn = true, domain.TurnID(producers.ID(w.p.PromptID))
}

// item adds a fact about a call.
func (w *writer) item(id lenient.Word, says domain.Payload) {
	w.turn(says)
	f := &w.facts[len(w.facts)-1]
	f.Item = domain.ItemID(producers.ID(id))
}

func (w *writer) sessionStart() {
	p := w.p
	now := domain.SessionIdentityEnriched{Title: producers.Short(p.Title), Workspace: domain.Path(producers.Short(p.CWD)),
		Model: producers.Short(p.Model), Permission: producers.Short(p.Permission)}
	switch p.Source {
	case "startup", "clear", "":
		w.session(domain.SessionCreated{Title: known[domain.ShortLabel](p.Title, domain.UnknownNotYet),
			Purpose:   domain.NotKnown[domain.ShortLabel](domain.UnknownNotRecorded),
			Workspace: known[domain.Path](p.CWD, domain.UnknownNotRecorded),
			Agent:     p.agent, Model: now.Model, Permission: now.Permission})
		if p.Source == "clear" {
			w.session(domain.SessionCleared{})
		}
	case "resume":
		w.session(domain.SessionResumed{})
		w.enrich(now)
	default:
		w.enrich(now)
	}
}

func known[T ~string](value lenient.Word, otherwise domain.Unknown) domain.Maybe[T] {
	if value == "" {
		return domain.NotKnown[T](otherwise)
	}
	return domain.Known(T(producers.Short(value)))
}

// subagent adds the facts about a subagent's session.
func (w *writer) subagent() (facts []Fact, skipped string, unknown bool) {
	p := w.p
	if producers.ID(p.AgentID) == "" {
		return nil, "no agent named", false
	}
	if p.Event == "SubagentStop" {
		w.turn(domain.TurnCompleted{Answer: producers.Text(string(p.Answer))})
	} else {
		w.session(domain.SessionCreated{
			Title: domain.NotKnown[domain.ShortLabel](domain.UnknownNotRecorded), Purpose: domain.NotKnown[domain.ShortLabel](domain.UnknownNotRecorded),
			Workspace: known[domain.Path](p.CWD, domain.UnknownNotRecorded), Agent: p.agent,
			ParentSession: domain.Known(domain.MakeSessionID(p.agent, producers.ID(p.SessionID))), AgentType: producers.Short(p.AgentType),
		})
		w.turn(domain.TurnStarted{Trigger: "subagent"})
	}
	for i := range w.facts {
		if f := &w.facts[i]; f.Turn == "" && f.Says.Kind() != domain.KindSessionCreated {
			f.Turn = domain.TurnID(producers.ID(p.AgentID))
		}
	}
	return w.facts, "", false
}

// endOf returns how a session ended, by the reason that the agent gives.
func endOf(reason lenient.Word) domain.EndStatus {
	switch reason {
	case "clear", "logout", "prompt_input_exit", "resume", "complete", "user_exit":
		return domain.EndCompleted
	case "abort":
		return domain.EndInterrupted
	case "error":
		return domain.EndFailed
	}
	return domain.EndUnknown
}

func triggerOf(word lenient.Word) domain.CompactTrigger {
	switch word {
	case "manual":
		return domain.CompactManual
	case "auto":
		return domain.CompactAuto
	}
	return domain.CompactUnknown
}

// classOf is the class of a provider's error by Claude Code's word for it.
func classOf(word lenient.Word) domain.ProviderClass {
	switch word {
	case "rate_limit":
		return domain.ProviderRateLimit
	case "authentication_failed", "billing_error", "oauth_org_not_allowed":
		return domain.ProviderAuth
	case "overloaded", "server_error":
		return domain.ProviderInternal
	case "invalid_request", "model_not_found", "max_output_tokens":
		return domain.ProviderError
	}
	return domain.ProviderOther
}
