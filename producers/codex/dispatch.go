package codex

// read reads the record into e; why is what makes it unreadable.
func (f *file) read(e *entry, r *record) (why string) {
	if r.bare == nil {
		return "not an object"
	}
	switch r.kind {
	case "session_meta", "turn_context", "response_item", "event_msg", "compacted", "token_usage_record",
		"inter_agent_communication":
		if r.payload == nil {
			return "payload is not an object"
		}
	case "":
		if why, done := f.unwrapped(e, r); done {
			return why
		}
	default:
		if r.payload != nil || !isResponseItem(r.kind) {
			e.skip(skipReason(r.kind))
			return ""
		}
		r.kind, r.payload, r.body = "response_item", r.bare, r.raw // mid-2025: items without a wrapper
	}
	if r.kind == "session_meta" {
		return f.meta(e, r)
	}
	s := f.owner(r.payload)
	if s == nil {
		e.skip("no session yet")
		return ""
	}
	e.begin(s, r)
	e.turn = s.turns.of(r.payload)
	e.record.tell(e)
	return ""
}

// unwrapped reads what the files of mid-2025 have beside their items: the first
// line, which is the session, and markers of the program's state.
func (f *file) unwrapped(e *entry, r *record) (why string, done bool) {
	switch {
	case r.bare.text("record_type") != "":
		e.skip("no lifecycle fact")
		return "", true
	case r.bare.has("id") && r.bare.has("timestamp") && r.payload == nil:
		r.kind, r.payload, r.body = "session_meta", r.bare, r.raw
		return "", false
	}
	return "no type", true
}

// owner is the session of a record that does not name one, nil when there is none yet.
func (f *file) owner(p object) *session {
	if f.current == nil {
		own := p.text("thread_id")
		if own == "" || own == redacted {
			return nil
		}
		f.current = newSession(own)
		f.sessions[f.current.own] = f.current
	}
	return f.current
}

// tell passes the record to the reader of its kind.
func (r *record) tell(e *entry) {
	p := r.payload
	switch r.kind {
	case "turn_context":
		readTurnContext(e, p)
	case "response_item":
		readResponseItem(e, p)
	case "event_msg":
		readEventMessage(e, p)
	case "compacted":
		readCompacted(e, p)
	case "token_usage_record":
		readUsage(e, p)
	case "inter_agent_communication":
		readAgentMail(e, p)
	}
}

func isResponseItem(kind string) bool {
	switch kind {
	case "message", "reasoning", "function_call", "function_call_output", "custom_tool_call", "custom_tool_call_output",
		"local_shell_call", "web_search_call":
		return true
	}
	return false
}

// skipReason distinguishes types that are known to contain no fact from unknown types.
func skipReason(kind string) string {
	switch kind {
	case "world_state", "ghost_snapshot", "thread_goal_updated", "sub_agent_activity", "compaction", "compaction_summary",
		"compaction_trigger", "turn_diff", "background_event", "task_goal":
		return "no lifecycle fact"
	}
	return typeLabel(kind)
}

func readResponseItem(e *entry, p object) {
	switch kind := p.text("type"); kind {
	case "function_call", "custom_tool_call", "local_shell_call", "tool_search_call", "web_search_call", "image_generation_call":
		e.turns.answering = ""
	}
	switch kind := p.text("type"); kind {
	case "message":
		readMessage(e, p)
	case "reasoning":
		readReasoning(e, p)
	case "agent_message":
		readAgentMail(e, p)
	case "function_call", "custom_tool_call", "local_shell_call", "tool_search_call":
		readToolCall(e, p)
	case "function_call_output", "custom_tool_call_output", "tool_search_output":
		readToolOutput(e, p)
	case "web_search_call", "image_generation_call":
		readHostedCall(e, p, kind)
	default:
		e.skip(skipReason(kind))
	}
}

func readEventMessage(e *entry, p object) {
	switch kind := p.text("type"); kind {
	case "user_message":
		readUserMessage(e, p)
	case "agent_message":
		e.spoken(byEvent, "assistant", p.text("message"), label(p.text("phase")))
	case "agent_reasoning", "agent_reasoning_raw_content":
		e.spoken(byEvent, "reasoning", p.text("text"), "")
	case "task_started", "turn_started":
		readTurnStarted(e, p)
	case "task_complete", "turn_complete":
		readTurnComplete(e, p)
	case "turn_aborted":
		readTurnAborted(e, p)
	case "thread_rolled_back":
		readRolledBack(e, p)
	case "token_count":
		readTokenCount(e, p)
	case "context_compacted":
		e.compaction(byEvent, 0)
	case "error", "stream_error":
		readProviderFailed(e, p, kind)
	case "warning":
		readNotice(e, p.text("message"))
	case "entered_review_mode", "exited_review_mode":
		readReviewMode(e)
	case "thread_name_updated":
		readRenamed(e, p)
	case "thread_settings_applied":
		readSettings(e, p.object("thread_settings"))
	case "exec_command_begin", "mcp_tool_call_begin", "patch_apply_begin":
		readCallBegun(e, p, kind)
	case "exec_command_end", "mcp_tool_call_end", "patch_apply_end":
		readCallEnded(e, p, kind)
	case "web_search_end", "image_generation_end":
		readHostedEnd(e, p, kind)
	case "item_completed":
		readItemCompleted(e, p.object("item"))
	default:
		e.skip(skipReason(kind))
	}
}
