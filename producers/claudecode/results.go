package claudecode

import (
	"bytes"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/claudecode/verdict"
	"github.com/clawable/claw/producers/lenient"
)

// writeResults writes the ends of calls, and what a person typed while they ran.
func writeResults(s *scribe, c content) {
	details, _ := lenient.Read[result](s.e.ToolUseResult)
	named, said := false, s.part != "" // the call of the details, and that the turn was stopped
	for i := range c {
		b := &c[i]
		if b.Type == "tool_result" {
			item := writeResult(s, i, len(c), b, &details)
			if !named {
				s.startedAgent(item, &details)
			}
			named = true
			continue
		}
		if !said && b.interrupts() && s.end(domain.TurnInterrupted{Reason: producers.Short(b.Text)}) {
			said = true
			continue
		}
		m := domain.MessageRecorded{Role: domain.RoleUser, Phase: "mid_turn"}
		switch b.Type {
		case "text":
			m.Text = producers.Text(string(b.Text))
		case "image":
			m.Images = 1
		default:
			m.Content, m.Raw = producers.Foreign(b.raw)
		}
		s.sayNth(i, s.itemOf(i, len(c)), m)
	}
}

// writeResult writes the end of a call and returns its item.
func writeResult(s *scribe, i, n int, b *block, details *result) (item string) {
	item = firstOf(producers.ID(b.ToolUseID), s.itemOf(i, n))
	asked := s.t.calls[callKey{s.own, item}]
	o := outcomeOf(asked.name, b, details, s.e.ToolDenialKind)
	if o.Status == verdict.Failed && s.t.refused[callKey{s.own, item}] {
		o = verdict.Verdict{Status: verdict.Denied, By: domain.DeniedByUser}
	}
	r := resultOf(s, b, details)
	r.Name = asked.name
	words := b.Content.whole()
	if o.Status == verdict.Canceled {
		words = firstOf(words, string(details.Stdout)+string(details.Stderr))
	}
	s.sayNth(i, item, o.Ending(r, words), asked.id)
	return item
}

// resultOf gathers what block and details say of the call, each text once.
func resultOf(s *scribe, b *block, details *result) domain.ToolResult {
	words, images, rest := b.Content.texts()
	value := s.e.ToolUseResult
	r := domain.ToolResult{Output: producers.Text(words), Images: images,
		DurationMS: int64(max(details.DurationMS, details.TotalDurationMS)), Truncated: bool(details.Truncated), Background: producers.Short(details.Background)}
	if p := details.FilePath; p != "" && (details.Type == "create" || details.Type == "update" || len(details.Patch) > 0) {
		r.Paths = []domain.Path{domain.Path(producers.Short(p))}
	}
	switch out, err := string(details.Stdout), string(details.Stderr); {
	case len(value) == 0:
		if rest {
			r.Result, r.Raw = b.rest()
		}
		return r
	case value.Kind() == '"' && repeats(lenient.Text(value), words):
		return r
	case images > 0 && details.Type == "image":
		return r // nothing but the image
	case out+err != "" && split(words, out, err):
		r.Output, r.Stderr = producers.Text(out), producers.Text(err)
		value = without(value, "stdout", "stderr")
	}
	r.Result, r.Raw = producers.Foreign(value)
	return r
}

// rest returns the blocks of a result that are neither text nor image.
func (b *block) rest() (domain.JSON, bool) {
	var raws [][]byte
	for i := range b.Content {
		if raw := b.Content[i].raw; raw != nil {
			raws = append(raws, raw)
		}
	}
	return producers.Foreign(slices.Concat([]byte("["), bytes.Join(raws, []byte(",")), []byte("]")))
}

// repeats reports whether details that are a string say the same as the result.
func repeats(details, words string) bool {
	return strings.TrimSpace(strings.TrimPrefix(details, "Error: ")) == strings.TrimSpace(words)
}

// split reports whether the result's words are the two outputs put together.
func split(words, out, err string) bool {
	out, err = strings.TrimSpace(out), strings.TrimSpace(err)
	return strings.TrimSpace(words) == strings.TrimSpace(out+"\n"+err) || strings.TrimSpace(words) == out && err == ""
}

// without returns an object without some of its members; nil when none is left.
func without(value jsontext.Value, names ...string) jsontext.Value {
	d := jsontext.NewDecoder(bytes.NewReader(value), lenient.Options)
	if _, err := d.ReadToken(); err != nil {
		return value
	}
	var out []byte
	for d.PeekKind() == '"' {
		name, err := d.ReadValue()
		if err != nil {
			return value
		}
		name = name.Clone()
		member, err := d.ReadValue()
		if err != nil {
			return value
		}
		if !slices.Contains(names, lenient.Text(name)) {
			out = append(append(append(append(out, ','), name...), ':'), member...)
		}
	}
	if len(out) == 0 {
		return nil
	}
	out[0] = '{'
	return append(out, '}')
}

// outcomeOf reads how a call ended out of its result.
func outcomeOf(tool string, b *block, details *result, kind lenient.Word) verdict.Verdict {
	switch {
	case bool(details.Interrupted):
		return verdict.Interrupted
	case !bool(b.IsError):
		return verdict.Verdict{}
	case kind != "":
		return verdict.OfKind(string(kind))
	}
	words, _, _ := b.Content.texts()
	return verdict.OfError(tool, words)
}

// result is what is read of toolUseResult, the program's own account of a call.
type result struct {
	Type            lenient.Word   `json:"type"`
	Interrupted     lenient.Flag   `json:"interrupted"`
	Stdout          lenient.Word   `json:"stdout"`
	Stderr          lenient.Word   `json:"stderr"`
	FilePath        lenient.Word   `json:"filePath"`
	Patch           jsontext.Value `json:"structuredPatch"`
	Background      lenient.Word   `json:"backgroundTaskId"`
	AgentID         lenient.Word   `json:"agentId"`
	DurationMS      lenient.Whole  `json:"durationMs"`
	TotalDurationMS lenient.Whole  `json:"totalDurationMs"`
	Truncated       lenient.Flag   `json:"truncated"`
}
