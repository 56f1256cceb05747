package query_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/storetest"
	"github.com/clawable/claw/projections/values"
)

func TestALaneFailedWhenItsEndWasObserved(t *testing.T) {
	start, end := storetest.Said(1, "lane.started", `{}`), storetest.Said(2, "lane.failed", `{"failure_class":"test"}`)
	timeless := end
	timeless.ObservedAt = domain.UnknownInstant(domain.UnknownNoZone)
	two := values.Time(end.ObservedAt.UnixNano())
	for name, row := range map[string]struct {
		log  []domain.Draft
		want values.Time
	}{
		"and nothing came after it":               {[]domain.Draft{start, end}, two},
		"also when the lane is closed later":      {[]domain.Draft{start, end, storetest.Said(9, "lane.closed", `{}`)}, two},
		"also when its first word comes last":     {[]domain.Draft{end, start}, two},
		"the earliest of several that say it":     {[]domain.Draft{start, end, storetest.Said(5, "lane.failed", `{"failure_class":"test"}`)}, two},
		"not known when the end has no time":      {[]domain.Draft{start, timeless}, 0},
		"not known, whatever is said of it later": {[]domain.Draft{start, timeless, storetest.Said(9, "lane.closed", `{}`)}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			list, err := query.Errors(storetest.Opened(t, storetest.NewLog("a", row.log...)), selection.Filter{}, selection.Page{})
			if err != nil || len(list.Errors) != 1 {
				t.Fatalf("%d errors, want 1: %v", len(list.Errors), err)
			}
			if diff := cmp.Diff(row.want, list.Errors[0].At); diff != "" {
				t.Fatalf("-want +got\n%s", diff)
			}
		})
	}
}

// TestErrorsOfACommand finds calls that failed by a part of their command.
func TestErrorsOfACommand(t *testing.T) {
	commands := []string{"go test ./api", "cd api && go test", "cargo test", "git commit -m 'what? [x]*'", "./run --fast"}
	var log []domain.Draft
	for i, command := range commands {
		input, err := json.Marshal(map[string]any{"name": "Bash", "input": map[string]any{"command": command}})
		if err != nil {
			t.Fatal(err)
		}
		log = append(log, ofCall(2*i, command, "tool.requested", string(input)), ofCall(2*i+1, command, "tool.failed", `{"error_kind":"exit_code","name":"Bash"}`))
	}
	s := storetest.Opened(t, storetest.NewLog("a", log...))
	for part, want := range map[string][]string{
		"go test":     {commands[0], commands[1]}, // not cargo test
		"test":        {commands[0], commands[1], commands[2]},
		"es":          nil,
		"what? [x]*'": {commands[3]},
		"w?at":        nil,
		"-fast":       {commands[4]},

		"go test" + strings.Repeat("*", 60_000): nil,
	} {
		list, err := query.Errors(s, selection.Filter{Command: part}, selection.Page{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i := range list.Errors {
			got = append(got, string(list.Errors[i].Item))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got)\n%s", part, diff)
		}
	}
}

// ofCall is the n-th event of a log, about a call of one session.
func ofCall(n int, item string, kind domain.Kind, data string) domain.Draft {
	d := storetest.Said(n, kind, data)
	d.Stream = domain.SessionID("runner/x").Stream()
	d.Subject = domain.Subject{Session: domain.Known[domain.SessionID]("runner/x"), Item: domain.Known(domain.ItemID(item))}
	return d
}
