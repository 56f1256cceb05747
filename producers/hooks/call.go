package hooks

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/claudecode/verdict"
	"github.com/clawable/claw/producers/lenient"
)

// call adds the fact about a call that the payload is about.
func (w *writer) call() {
	p := w.p
	name := cmp.Or(producers.Short(p.Tool), "unknown")
	switch p.Event {
	case "PreToolUse":
		asked := domain.ToolRequested{Name: name, Server: verdict.Server(name)}
		asked.Input, asked.Raw = producers.Foreign(p.Input)
		w.item(p.ToolUseID, asked)
	case "PostToolUse", "PostToolUseFailure":
		w.item(p.ToolUseID, p.ending(name))
	case "PermissionDenied":
		w.item(p.ToolUseID, domain.ToolDenied{Name: name, By: domain.DeniedByPolicy, Reason: producers.Text(string(p.Reason))})
	default:
		asks := domain.MessageRecorded{Role: domain.RoleSystem, Synthetic: true, Phase: "permission_request"}
		asks.Content, asks.Raw = producers.Foreign(p.request())
		w.item(p.ToolUseID, asks)
	}
}

// request returns what permission is requested for, in the payload's own members.
func (p *Payload) request() []byte {
	name, err := jsontext.AppendQuote([]byte(`{"tool_name":`), string(p.Tool))
	if err != nil {
		return nil
	}
	out := slices.Concat(name, []byte(`,"tool_input":`), orNull(p.Input))
	if len(p.Suggestions) > 0 {
		out = slices.Concat(out, []byte(`,"permission_suggestions":`), p.Suggestions)
	}
	return append(out, '}')
}

func orNull(v jsontext.Value) []byte {
	if len(v) == 0 {
		return []byte("null")
	}
	return v
}

// response is what is read of an answer that is an object.
type response struct {
	Stdout      lenient.Word   `json:"stdout"`
	Stderr      lenient.Word   `json:"stderr"`
	Interrupted lenient.Flag   `json:"interrupted"`
	Background  lenient.Word   `json:"backgroundTaskId"`
	Type        lenient.Word   `json:"type"`
	FilePath    lenient.Word   `json:"filePath"`
	Patch       jsontext.Value `json:"structuredPatch"`
}

// cameBack is the end of a call without an error.
func (p *Payload) cameBack(name string) domain.Payload {
	back, _ := lenient.Read[response](p.Response)
	r := domain.ToolResult{Name: name, DurationMS: int64(p.DurationMS), Background: producers.Short(back.Background)}
	switch {
	case len(p.Response) > 0 && p.Response.Kind() == '"':
		r.Output = producers.Text(lenient.Text(p.Response))
	case back.Stdout != "" || back.Stderr != "":
		r.Output, r.Stderr = producers.Text(string(back.Stdout)), producers.Text(string(back.Stderr))
	default:
		r.Result, r.Raw = producers.Foreign(p.Response)
	}
	if path := producers.Short(back.FilePath); path != "" && (back.Type == "create" || back.Type == "update" || len(back.Patch) > 0) {
		r.Paths = []domain.Path{domain.Path(path)}
	}
	if back.Interrupted {
		return verdict.Interrupted.Ending(r, string(back.Stdout)+string(back.Stderr))
	}
	return domain.ToolCompleted{ToolResult: r}
}

// batch adds the denials of calls that never ran, which no other hook reports. The
// other calls of the batch had their own hooks.
func (w *writer) batch() {
	for i, c := range w.p.Batch {
		words := lenient.Text(c.Response)
		v := verdict.OfError(string(c.Tool), words)
		if v.Status != verdict.Denied {
			continue
		}
		w.item(c.ToolUseID, v.Ending(domain.ToolResult{Name: producers.Short(c.Tool)}, words))
		w.facts[len(w.facts)-1].Part += "." + strconv.Itoa(i)
	}
}
