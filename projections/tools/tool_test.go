package tools_test

import (
	"testing"

	"github.com/clawable/claw/projections/foldtest"
	"github.com/clawable/claw/projections/tools"
)

func TestAToolCallHasOneStatus(t *testing.T) {
	for name, row := range map[string]struct {
		log  foldtest.Log
		want tools.Status
		kind string
	}{
		"asked for and nothing more":                    {foldtest.Log{foldtest.Event(1, "tool.requested", `{"name":"Bash"}`, foldtest.Item("c"))}, "requested", ""},
		"output shows that it runs":                     {foldtest.Log{foldtest.Event(1, "tool.output", `{}`, foldtest.Item("c"))}, "running", ""},
		"an end counts without its start":               {foldtest.Log{foldtest.Event(1, "tool.completed", `{}`, foldtest.Item("c"))}, "completed", ""},
		"a failure is news to a hook that saw success":  {foldtest.Log{foldtest.Event(1, "tool.completed", `{}`, foldtest.Item("c"), foldtest.Live), foldtest.Event(2, "tool.failed", `{"error_kind":"exit_code"}`, foldtest.Item("c"))}, "failed", "exit_code"},
		"what was denied also failed":                   {foldtest.Log{foldtest.Event(1, "tool.denied", `{"by":"user"}`, foldtest.Item("c")), foldtest.Event(2, "tool.failed", `{"error_kind":"tool_error"}`, foldtest.Item("c"))}, "denied", "denied"},
		"what timed out was also stopped":               {foldtest.Log{foldtest.Event(1, "tool.timed_out", `{}`, foldtest.Item("c")), foldtest.Event(2, "tool.canceled", `{}`, foldtest.Item("c"))}, "timed_out", "timed_out"},
		"what was stopped also came back with an error": {foldtest.Log{foldtest.Event(1, "tool.failed", `{"error_kind":"tool_error"}`, foldtest.Item("c")), foldtest.Event(2, "tool.canceled", `{}`, foldtest.Item("c"))}, "canceled", ""},
		"an erased end counts":                          {foldtest.Log{foldtest.Event(1, "tool.failed", ``, foldtest.Item("c"), foldtest.Erased)}, "failed", "unknown"},
	} {
		t.Run(name, func(t *testing.T) {
			tool := foldtest.OnlyCall(t, foldtest.Replay(t, row.log))
			if tool.Status() != row.want || tool.ErrorKind() != row.kind {
				t.Fatalf("status %s, error %q; want %s, %q", tool.Status(), tool.ErrorKind(), row.want, row.kind)
			}
		})
	}
}
