package tools_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/projections/foldtest"
	"github.com/clawable/claw/projections/tools"
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
			call := foldtest.OnlyCall(t, foldtest.Replay(t, foldtest.Log{foldtest.Event(1, "tool.requested", `{"input":`+row.input+`,"name":"x"}`, foldtest.Item("c"))}))
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
	kept := tools.Kept(strings.Repeat("ä", 5000))
	if len(kept) > 2048 || !utf8.ValidString(kept) || tools.Kept(kept) != kept {
		t.Fatalf("%d bytes, valid %v", len(kept), utf8.ValidString(kept))
	}
}

func TestARulingBelongsToTheCallItIsAbout(t *testing.T) {
	asks := foldtest.Event(1, "tool.requested", `{"input":{"command":"git push"},"name":"Bash"}`)
	const data = `{"approval":"approval-01ARZ3NDEKTSV4RRFFQ69G5FAV","decision":"approval_required","policy":"00","rule":"main"}`
	named, nameless := foldtest.Event(2, "policy.evaluated", data, foldtest.Item("c")), foldtest.Event(2, "policy.evaluated", data)
	nameless.Causes = append(nameless.Causes, asks.ID)
	withItem := asks
	foldtest.Item("c")(&withItem)
	of := "event:" + asks.ID.String()
	for name, row := range map[string]struct {
		log         foldtest.Log
		key, entity string
	}{
		"by its item":                   {foldtest.Log{withItem, named}, "claude-code/s//c#1", "calls:claude-code/s//c"},
		"by the event that asks for it": {foldtest.Log{asks, nameless}, of, of},
	} {
		t.Run(name, func(t *testing.T) {
			m := foldtest.Replay(t, row.log)
			call := foldtest.OnlyCall(t, m)
			if call.Key != row.key || len(call.Rulings) != 1 || call.Rulings[0].Rule != "main" || call.Status() != tools.Requested {
				t.Fatalf("calls %v", m.Tools)
			}
			asked := m.Approvals["01ARZ3NDEKTSV4RRFFQ69G5FAV"]
			if asked == nil || len(asked.Calls) != 1 || asked.Calls[0] != row.entity {
				t.Fatalf("approval %+v", asked)
			}
		})
	}
}
