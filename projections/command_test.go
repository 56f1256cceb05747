package projections_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/projections"
)

func TestACallIsFoundByWhatItsInputAsksFor(t *testing.T) {
	for name, row := range map[string]struct {
		input, command string
		files          []string
	}{
		"a shell's text":              {`{"command":"git push && echo \"done\"","description":"push"}`, `git push && echo "done"`, nil},
		"words for a shell":           {`{"command":["bash","-lc","git push"]}`, "git push", nil},
		"words without one":           {`{"command":["git","commit","-m","it is"]}`, "git commit -m 'it is'", nil},
		"a text by another name":      {`{"cmd":"ls"}`, "ls", nil},
		"a bare text":                 {`"python x.py"`, "python x.py", nil},
		"an object in a text":         {`"{\"path\":\"a\",\"command\":\"ls\"}"`, "ls", []string{"a"}},
		"a file":                      {`{"content":"x","file_path":"/w/b"}`, "", []string{"/w/b"}},
		"files of a patch":            {`"*** Begin Patch\n*** Update File: b\n*** Add File: a\n*** End Patch\n"`, "", []string{"a", "b"}},
		"a patch through a shell":     {`{"command":["apply_patch","*** Begin Patch\n*** Delete File: a\n"]}`, "apply_patch '*** Begin Patch\n*** Delete File: a\n'", []string{"a"}},
		"a text that was scrubbed":    {`{"command":{"scrubbed":{"bytes":9,"rule":"x"}}}`, "", nil},
		"numbers where words belong":  {`{"command":[1,2],"path":3}`, "", nil},
		"nothing that says what runs": {`{"pattern":"x"}`, "", nil},
		"no object":                   {`null`, "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			call := theCall(t, replay(t, events{event(1, "tool.requested", `{"input":`+row.input+`,"name":"x"}`, item("c"))}))
			if call.Command.Value != row.command {
				t.Errorf("command %q, want %q", call.Command.Value, row.command)
			}
			if diff := cmp.Diff(row.files, call.Files); diff != "" {
				t.Errorf("files: -want +got\n%s", diff)
			}
		})
	}
}

func TestALongCommandIsKeptByItsBeginning(t *testing.T) {
	kept := projections.Kept(strings.Repeat("ä", 5000))
	if len(kept) > 2048 || !utf8.ValidString(kept) || projections.Kept(kept) != kept {
		t.Fatalf("%d bytes, valid %v", len(kept), utf8.ValidString(kept))
	}
}

func TestARulingBelongsToTheCallItIsAbout(t *testing.T) {
	asks := event(1, "tool.requested", `{"input":{"command":"git push"},"name":"Bash"}`)
	const data = `{"approval":"approval-01ARZ3NDEKTSV4RRFFQ69G5FAV","decision":"approval_required","policy":"00","rule":"main"}`
	named, nameless := event(2, "policy.evaluated", data, item("c")), event(2, "policy.evaluated", data)
	nameless.Causes = append(nameless.Causes, asks.ID)
	withItem := asks
	item("c")(&withItem)
	of := "event:" + asks.ID.String()
	for name, row := range map[string]struct {
		log         events
		key, entity string
	}{
		"by its item":                   {events{withItem, named}, "claude-code/s//c#1", "calls:claude-code/s//c"},
		"by the event that asks for it": {events{asks, nameless}, of, of},
	} {
		t.Run(name, func(t *testing.T) {
			m := replay(t, row.log)
			call := theCall(t, m)
			if call.Key != row.key || len(call.Rulings) != 1 || call.Rulings[0].Rule != "main" || call.Status() != projections.ToolRequested {
				t.Fatalf("calls %v", m.Tools)
			}
			asked := m.Approvals["01ARZ3NDEKTSV4RRFFQ69G5FAV"]
			if asked == nil || len(asked.Calls) != 1 || asked.Calls[0] != row.entity {
				t.Fatalf("approval %+v", asked)
			}
		})
	}
}
