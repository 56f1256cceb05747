package web_test

import (
	"fmt"
	"strings"
	"testing"
)

// storyWith is the API of [hostileAPI] with a lane that has these entries.
func storyWith(entries ...any) documents {
	d := hostileAPI("x")
	d["/v1/lanes/"+lane].(object)["timeline"] = object{"total": len(entries), "entries": entries}
	return d
}

// called is a call and n commits that it led to.
func called(n int) []any {
	entries := []any{object{"what": "call", "events": []any{"asked", "ended"}, "call": object{"tool": "Bash", "command": "make it", "status": "completed"}}}
	for i := range n {
		entries = append(entries, object{"what": "commit", "says": "committed", "events": []any{fmt.Sprint(i)}, "causes": []any{"ended"}})
	}
	return entries
}

func TestCausesAreArrowsAndStandInTheList(t *testing.T) {
	failed := object{"what": "test", "says": "go test failed", "failed": true, "events": []any{"t"}, "causes": []any{"ended"}}
	for name, row := range map[string]struct {
		entries             []any
		arrows, red, listed int
	}{
		"a commit of a call":                  {called(1), 1, 0, 1},
		"a test that failed has a red arrow":  {append(called(0), failed), 1, 1, 1},
		"a cause that is not told has none":   {[]any{failed}, 0, 0, 0},
		"the prompt of a turn's end has none": {[]any{object{"what": "prompt", "turn": "t", "events": []any{"p"}}, object{"what": "turn", "turn": "t", "causes": []any{"p"}}}, 0, 0, 0},
		"the prompt of another turn has one":  {[]any{object{"what": "prompt", "turn": "t", "events": []any{"p"}}, object{"what": "turn", "turn": "u", "causes": []any{"p"}}}, 1, 0, 1},
		"as many as are legible":              {called(150), 150, 0, 150},
		"of too many those to what failed":    {append(called(150), failed), 1, 1, 151},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, body := get(t, storyWith(row.entries...), "/lanes/"+lane)
			red := strings.Count(body, `<path class="arrow failed"`)
			if arrows := strings.Count(body, `<path class="arrow"`) + red; arrows != row.arrows || red != row.red {
				t.Errorf("%d arrows, %d of them red, want %d and %d", arrows, red, row.arrows, row.red)
			}
			if listed := strings.Count(body, `because of <a href="#e0">`); listed != row.listed {
				t.Errorf("the list names %d causes, want %d", listed, row.listed)
			}
		})
	}
}
