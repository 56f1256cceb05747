package hookcmd_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// sceneFolder is where a scene was recorded with an agent: hooks.jsonl, what the agent
// handed to its hook, and transcript.jsonl, what it wrote itself.
func sceneFolder(agent string, s *scene) string {
	return filepath.Join(clitest.InRepository("fixtures"), "agents", agent, strings.ReplaceAll(s.name, " ", "-"))
}

// playRecorded hands claw's hook what a real agent handed it when the scene was recorded.
func playRecorded(t *testing.T, w *clitest.World, agent string, s *scene, before func(int)) played {
	args := []string{agent}
	if s.enforce {
		args = append(args, "--enforce")
	}
	folder := sceneFolder(agent, s)
	transcript := filepath.Join(folder, "transcript.jsonl")
	said, next := map[string]string{}, 0
	for line := range strings.Lines(clitest.Read(t, filepath.Join(folder, "hooks.jsonl"))) {
		var p struct {
			Event      string    `json:"hook_event_name"`
			Call       string    `json:"tool_use_id"`
			At         time.Time `json:"timestamp"`
			Transcript string    `json:"transcript_path"`
		}
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatal(err)
		}
		asks := p.Event == "PreToolUse" || p.Event == "BeforeTool"
		if asks {
			if p.Call != "" && p.Call != callID(next) {
				t.Fatalf("%s is asked for, where %s is next", p.Call, callID(next))
			}
			before(next)
			next++
		}
		if !p.At.IsZero() { // it looks at what the agent had written by then
			w.File("then.jsonl", writtenBy(t, transcript, p.At))
			line = strings.Replace(line, p.Transcript, w.Path("then.jsonl"), 1)
		}
		a := w.Hook(line, args...)
		if _, reason := clitest.Decision(t, a); asks {
			said[callID(next-1)] = reason
		}
	}
	if next != len(s.calls) {
		t.Errorf("%d calls were recorded, %d are of the scene", next, len(s.calls))
	}
	return played{transcript: transcript, said: func(call string) string { return said[call] }}
}

var stamp = regexp.MustCompile(`"timestamp":"([^"]+)"`)

// writtenBy is what a transcript held at a time, by the last time that each line names.
func writtenBy(t *testing.T, transcript string, at time.Time) string {
	t.Helper()
	var held strings.Builder
	for line := range strings.Lines(clitest.Read(t, transcript)) {
		for _, found := range stamp.FindAllStringSubmatch(line, -1) {
			then, err := time.Parse(time.RFC3339, found[1])
			if err != nil {
				t.Fatal(err)
			}
			if then.After(at) {
				return held.String()
			}
		}
		held.WriteString(line)
	}
	return held.String()
}

// recordScene writes what was heard and written as a fixture, without the names of this machine
// and without the texts that the agents bring along.
func recordScene(t *testing.T, w *clitest.World, folder, transcript string) {
	t.Helper()
	names := strings.NewReplacer(w.Dir, "/home/dev/demo", w.Dir[1:], "home/dev/demo", strings.NewReplacer("/", "-", ".", "-", "_", "-").Replace(w.Dir), "-home-dev-demo")
	for name, from := range map[string]string{"hooks.jsonl": w.Path("hooks.jsonl"), "transcript.jsonl": transcript} {
		var out bytes.Buffer
		for line := range strings.Lines(clitest.Read(t, from)) {
			out.WriteString(withoutTexts(t, names.Replace(line)))
		}
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// mostOfAText bounds what is kept of a text: what claw says is shorter.
const mostOfAText = 500

// withoutTexts is a line of JSON with its long texts cut; one without stays as it is.
func withoutTexts(t *testing.T, line string) string {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(line), &value); err != nil {
		t.Fatal(err)
	}
	if !cutTexts(value) {
		return line
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// cutTexts cuts the long texts in objects, and empties lists of texts that are long
// together; it reports whether there were any.
func cutTexts(value any) (did bool) {
	switch v := value.(type) {
	case []any:
		for _, e := range v {
			did = cutTexts(e) || did
		}
	case map[string]any:
		for name, e := range v {
			switch e := e.(type) {
			case string:
				if len(e) > mostOfAText {
					v[name], did = e[:strings.LastIndexByte(e[:40], ' ')+1]+"…", true
				}
			case []any:
				if long := textsIn(e) > mostOfAText; long {
					v[name], did = []any{}, true
				} else {
					did = cutTexts(e) || did
				}
			default:
				did = cutTexts(e) || did
			}
		}
	}
	return did
}

// textsIn is how long the texts are that are elements of a list.
func textsIn(list []any) (n int) {
	for _, e := range list {
		if s, ok := e.(string); ok {
			n += len(s)
		}
	}
	return n
}
