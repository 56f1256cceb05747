package codex

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// readCallEnded reads the event at the end of a command, a patch or an MCP call. It
// precedes the output that goes to the model, unless the process outlived the call.
func readCallEnded(e *entry, p object, kind string) {
	id := p.text("call_id")
	if id == "" || e.calls[id] == nil {
		e.request(id, requestOf(builtinName(kind, p), p))
	}
	e.end(id, runOf(p))
}

// readItemCompleted reads the finished item that 0.169 writes for each thing that happened.
func readItemCompleted(e *entry, item object) {
	switch kind := item.text("type"); kind {
	case "UserMessage":
		said := contentOf(item.raw("content"))
		e.add("message", e.messageItem(byCompleted, "user", said.text()),
			domain.MessageRecorded{Role: domain.RoleUser, Text: text(said.text()), Images: said.images})
	case "AgentMessage":
		e.spoken(byCompleted, "assistant", contentOf(item.raw("content")).text(), label(item.text("phase")))
	case "Plan":
		e.spoken(byCompleted, "assistant", item.text("text"), "plan")
	case "Reasoning":
		readThought(e, item)
	case "CommandExecution", "FileChange", "McpToolCall":
		id := item.text("id")
		if id == "" || e.calls[id] == nil {
			e.request(id, requestOf(builtinName(kind, item), item))
		}
		e.end(id, runOf(item))
	case "WebSearch":
		readHostedEnd(e, item, "web_search_end")
	case "ImageGeneration":
		readHostedEnd(e, item, "image_generation_end")
	case "ContextCompaction":
		e.compaction(byCompleted, 0)
	default:
		e.skip(typeLabel(kind))
	}
}

// readThought reads a finished reasoning: the texts that its item in the conversation has.
func readThought(e *entry, item object) {
	texts := append(contentOf(item.raw("summary_text")).texts, contentOf(item.raw("raw_content")).texts...)
	if len(texts) == 0 {
		e.skip("empty text")
	}
	for i, said := range texts {
		e.add(partOf("message", i), e.messageItem(byCompleted, "reasoning", said),
			domain.MessageRecorded{Role: domain.RoleReasoning, Text: text(said), Model: e.model})
	}
}

// runOf reads how a command, a patch or an MCP call ended from the record of its end.
func runOf(p object) ending {
	end := ending{output: p.firstText("aggregated_output", "stdout"), durationMS: durationOf(p), paths: pathsOf(p.raw("changes"))}
	if !p.has("aggregated_output") {
		end.stderr = p.text("stderr")
	}
	if code, known := p.number("exit_code"); known && code == int64(int32(code)) {
		exit := int(code)
		end.exit = &exit
	}
	faulty := end.mcpResult(p)
	switch {
	case p.text("status") == "declined":
		end.status, end.by = denied, domain.DeniedByUnknown
	case p.is("timed_out", "true"):
		end.status = timedOut
	case faulty:
		end.status, end.why = failed, domain.ToolErrMCP
	case end.exit != nil && *end.exit != 0:
		end.status, end.why = failed, domain.ToolErrExit
	case p.is("success", "false"), p.text("status") == "failed":
		end.status, end.why = failed, domain.ToolErrTool
	}
	return end
}

// mcpResult reads the result of an MCP call and reports whether it is an error.
func (end *ending) mcpResult(p object) bool {
	if said := p.object("error").text("message"); said != "" {
		end.output = said
		return true
	}
	result := p.object("result")
	if result == nil {
		return false
	}
	if result.has("Err") {
		end.output = result.text("Err")
		return true
	}
	ok := result
	if result.has("Ok") {
		ok = result.object("Ok")
	}
	c := contentOf(ok.raw("content"))
	end.output, end.images = c.text(), c.images
	end.result, end.raw = c.foreign()
	if raw := ok.raw("structured_content"); ok.has("structured_content") {
		end.result, end.raw = producers.Foreign(raw)
	} else if raw := ok.raw("structuredContent"); ok.has("structuredContent") {
		end.result, end.raw = producers.Foreign(raw)
	}
	return ok.is("is_error", "true") || ok.is("isError", "true")
}

// maxPaths bounds how many bytes the paths of one event have.
const maxPaths = 16 << 10

// pathsOf lists the files that a patch changed, sorted, as far as they fit.
func pathsOf(changes []byte) []domain.Path {
	var paths []domain.Path
	for _, change := range objectOf(changes) {
		paths = append(paths, path(string(change.name)))
	}
	for _, change := range elements(changes) {
		paths = append(paths, path(objectOf(change).text("path")))
	}
	slices.Sort(paths)
	paths = slices.Compact(paths)
	if len(paths) > 0 && paths[0] == "" {
		paths = paths[1:]
	}
	room := maxPaths
	for i, p := range paths {
		if room -= len(p); room < 0 {
			return paths[:i]
		}
	}
	return paths
}

// durationOf reads a duration in seconds and nanoseconds, or in milliseconds.
func durationOf(p object) int64 {
	const most = 1 << 40
	if ms := p.count("duration_ms"); ms > 0 {
		return min(ms, most)
	}
	d := p.object("duration")
	return min(d.count("secs"), most/1000)*1000 + min(d.count("nanos"), 1e9)/1e6
}
