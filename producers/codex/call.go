package codex

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/calls"
	"github.com/clawable/claw/producers"
)

// call is what is known about a tool call from the lines so far.
type call struct {
	name      string
	ended     bool
	continues domain.ItemID // the call whose process it talks to
}

// readToolCall reads that the model requested a call. A status in the record states that
// the model finished writing it, not how the call ended.
func readToolCall(e *entry, p object) {
	name := toolName(p)
	r := domain.ToolRequested{Name: label(name), Server: serverOf(name, p)}
	id := p.firstText("call_id", "id")
	switch {
	case p.has("arguments"):
		e.arguments(&r, p.raw("arguments"))
	case p.has("input"):
		r.Input, r.Raw = producers.Foreign(p.raw("input"))
	case p.has("action"):
		r.Input, r.Raw = producers.Foreign(p.raw("action"))
	}
	e.request(id, r)
}

// request drafts the request of a call and remembers it. A request under the id of a call
// that ended is another call, unless the id is unique: its record then came late.
func (e *entry) request(id string, r domain.ToolRequested) {
	item := e.callItem(id)
	e.add("requested", item, r)
	if item.Value == "" {
		return
	}
	if known := e.calls[id]; known == nil || known.ended && !calls.Unique(id) {
		e.calls[id] = &call{name: r.Name, continues: r.Continues}
	}
}

// callItem returns the id of a call, or one derived from the record when it has none.
func (e *entry) callItem(id string) domain.Maybe[domain.ItemID] {
	if id == "" {
		return itemID(e.numbered("call", e.lineage+"/call/"+shortHash(e.body)))
	}
	return itemID(id)
}

func toolName(p object) string {
	name := p.text("name")
	if name == "" {
		name = strings.TrimSuffix(p.text("type"), "_call")
	}
	space := p.text("namespace")
	if space == "" {
		return name
	}
	return strings.TrimSuffix(space, "__") + "__" + name
}

// serverOf is the MCP server of a tool, "" for the agent's own.
func serverOf(name string, p object) string {
	if s := p.firstText("server", "server_label"); s != "" {
		return label(s)
	}
	rest, ok := strings.CutPrefix(name, "mcp__")
	if !ok {
		return ""
	}
	server, _, ok := strings.Cut(rest, "__")
	if !ok {
		return ""
	}
	return label(server)
}

// arguments reads the input of a function: JSON in a string, in newer items a value.
func (e *entry) arguments(r *domain.ToolRequested, raw []byte) {
	input := raw
	if raw[0] == '"' {
		input = []byte(textOf(raw))
		if !isJSON(input) {
			r.Input, r.Raw = producers.Foreign(raw)
			r.Raw = true
			return
		}
	}
	r.Input, r.Raw = producers.Foreign(input)
	if !bytes.Contains(input, []byte("_permissions")) && !bytes.Contains(input, []byte("session_id")) {
		return
	}
	args := objectOf(bytes.TrimSpace(input))
	r.Escalated = args.is("with_escalated_permissions", "true") || args.text("sandbox_permissions") == "require_escalated"
	if r.Escalated {
		r.Justification = text(args.text("justification"))
	}
	if n, known := args.number("session_id"); known && r.Name == "write_stdin" {
		r.Continues = e.processes[strconv.FormatInt(n, 10)]
	}
}

// readHostedCall reads a call that the provider ran itself. The record of its end came
// before; by the action both have one id.
func readHostedCall(e *entry, p object, kind string) {
	name := strings.TrimSuffix(kind, "_call")
	id := p.text("id")
	if queue := e.hosted[hostedKey(name, p)]; len(queue) > 0 && id == "" {
		id = queue[0]
		e.hosted[hostedKey(name, p)] = queue[1:]
	}
	item := e.callItem(id)
	r := domain.ToolRequested{Name: name}
	r.Input, r.Raw = producers.Foreign(p.raw("action"))
	e.add("requested", item, r)
	if c := e.calls[id]; c != nil {
		return
	}
	end := ending{status: completed}
	switch p.text("status") {
	case "failed", "incomplete":
		end = ending{status: failed, why: domain.ToolErrTool}
	case "in_progress":
		return
	}
	if id != "" {
		e.calls[id] = &call{name: name, ended: true}
	}
	e.add("ended", item, end.payload(name))
}

// readHostedEnd reads that a call which the provider ran itself came back.
func readHostedEnd(e *entry, p object, kind string) {
	name := strings.TrimSuffix(kind, "_end")
	id := p.firstText("call_id", "id")
	if e.calls[id] == nil {
		r := domain.ToolRequested{Name: name}
		r.Input, r.Raw = producers.Foreign(p.raw("action"))
		e.request(id, r)
		if id != "" && id != redacted {
			key := hostedKey(name, p)
			e.hosted[key] = append(e.hosted[key], id)
		}
	}
	end := ending{status: completed}
	if p.text("status") == "failed" {
		end = ending{status: failed, why: domain.ToolErrTool}
	}
	e.end(id, end)
}

func hostedKey(name string, p object) string { return name + string(p.raw("action")) }

// readCallBegun reads that a call runs now; only the fullest recordings have it.
func readCallBegun(e *entry, p object, kind string) {
	id := p.text("call_id")
	name := builtinName(kind, p)
	if c := e.calls[id]; c == nil {
		e.request(id, requestOf(name, p))
	}
	e.add("started", itemID(id), domain.ToolStarted{Name: name, CWD: path(p.text("cwd"))})
}

// builtinName is the name of the tool whose event the record is.
func builtinName(kind string, p object) string {
	switch {
	case strings.HasPrefix(kind, "exec_command"), kind == "CommandExecution":
		return "exec_command"
	case strings.HasPrefix(kind, "patch_apply"), kind == "FileChange":
		return "apply_patch"
	}
	in := p
	if p.has("invocation") {
		in = p.object("invocation")
	}
	return label("mcp__" + in.text("server") + "__" + in.text("tool"))
}

// requestOf returns the request of a call that only the records of its run mention.
func requestOf(name string, p object) domain.ToolRequested {
	r := domain.ToolRequested{Name: name}
	in := p
	if p.has("invocation") {
		in = p.object("invocation")
	}
	r.Server = label(in.text("server"))
	for _, member := range []string{"arguments", "command", "changes", "query"} {
		if in.has(member) {
			r.Input, r.Raw = producers.Foreign(in.raw(member))
			break
		}
	}
	return r
}
