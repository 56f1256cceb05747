package witness_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/witness"
)

const session = domain.SessionID("codex/s1")

// recording drafts the events of one session, numbered from 1.
type recording struct{ drafts []domain.Draft }

func (r *recording) add(item domain.ItemID, p domain.Payload) {
	d := producers.Envelope("codex", session)
	d.Kind, d.Data = p.Kind(), producers.Encode(p)
	d.Seq, d.SeqKind = uint64(len(r.drafts)+1), domain.SeqOrdinal
	d.ID = domain.RecordEventID(d.ObservedAt.Time(), "codex", "s1", fmt.Sprint(len(r.drafts)), "x")
	d.Subject.Item = domain.Known(item)
	r.drafts = append(r.drafts, d)
}

func shellCall(command string) domain.ToolRequested {
	return domain.ToolRequested{Name: "shell", Input: domain.JSON(fmt.Sprintf(`{"command":["bash","-lc",%q]}`, command))}
}

func endedWith(code int, output string) domain.ToolResult {
	return domain.ToolResult{ExitCode: &code, Output: domain.TextOf(output)}
}

// observed lists the drafts that an observer adds: kind, number, place of its cause, data.
func observed(r *recording) (out []string) {
	at := map[domain.EventID]string{}
	for i, d := range r.drafts {
		at[d.ID] = fmt.Sprint(i + 1)
	}
	var o witness.Observer
	held := len(at)
	for _, d := range o.Observe(append([]domain.Draft(nil), r.drafts...)) {
		if _, given := at[d.ID]; given {
			continue
		}
		held++
		at[d.ID] = "new " + fmt.Sprint(held-len(r.drafts))
		out = append(out, fmt.Sprintf("%s %s %d after %s: %s", d.Stream.Family.Prefix(), d.Kind, d.Seq, at[d.Causes[0]], d.Data))
	}
	return out
}

func TestAnObserverAddsWhatCallsShow(t *testing.T) {
	for name, row := range map[string]struct {
		record func(*recording)
		want   []string
	}{
		"a test is numbered as its request, and follows the call's end": {func(r *recording) {
			r.add("a", shellCall("go test ./..."))
			r.add("b", shellCall("ls"))
			r.add("a", domain.ToolCompleted{ToolResult: endedWith(0, "ok  \tx\t0.1s\n")})
		}, []string{`lane- test.passed 1 after 3: {"runner":"go test","level":"workspace"}`}},
		"what stands before a test in a call comes before it": {func(r *recording) {
			r.add("a", shellCall("touch x; go test . && git commit -qm x"))
			r.add("a", domain.ToolCompleted{ToolResult: endedWith(0, "ok  \tx\t0.1s\n")})
		}, []string{
			`session- work.observed 1 after 1: {"commit_requested":true}`,
			`session- work.observed 2 after 2: {"writes":["x"]}`,
			`lane- test.passed 2 after new 2: {"runner":"go test","scope":"e809ec89442b322f","level":"package"}`,
			`session- work.observed 2 after new 3: {"commits":[{}]}`,
		}},
		"a call that commits says so before it ends": {func(r *recording) {
			r.add("a", shellCall("cd sub && git commit -m x && git push"))
		}, []string{`session- work.observed 1 after 1: {"commit_requested":true}`}},
		"a call that would commit says nothing": {func(r *recording) {
			r.add("a", shellCall("git commit --dry-run; git log | grep commit; docker run x git commit -m y; echo git commit"))
		}, nil},
		"names of failed tests stay in the call": {func(r *recording) {
			r.add("a", shellCall("pytest"))
			r.add("a", domain.ToolFailed{ToolResult: endedWith(1, "FAILED a.py::test_b\n1 failed in 0.1s\n"), ErrorKind: domain.ToolErrExit})
		}, []string{`lane- test.failed 1 after 2: {"runner":"pytest","level":"workspace","failed":1}`}},
		"a background process ends under another call": {func(r *recording) {
			r.add("a", shellCall("pytest"))
			r.add("a", domain.ToolCompleted{ToolResult: domain.ToolResult{Background: "7", Output: domain.TextOf("collected 1 item\n")}})
			r.add("b", domain.ToolRequested{Name: "write_stdin", Continues: "a"})
			r.add("b", domain.ToolCompleted{ToolResult: domain.ToolResult{Background: "7"}})
			r.add("c", domain.ToolRequested{Name: "write_stdin", Continues: "a"})
			r.add("c", domain.ToolCompleted{ToolResult: endedWith(0, "1 passed in 0.1s\n")})
		}, []string{`lane- test.passed 1 after 6: {"runner":"pytest","level":"workspace","passed":1}`}},
		"a call that was denied or stopped shows nothing": {func(r *recording) {
			r.add("a", shellCall("pytest"))
			r.add("a", domain.ToolDenied{By: domain.DeniedByUser})
			r.add("b", shellCall("pytest"))
			r.add("b", domain.ToolCanceled{Output: domain.TextOf("1 passed in 0.1s\n")})
		}, nil},
		"an edit names the files that it wrote": {func(r *recording) {
			r.add("a", domain.ToolRequested{Name: "edit", Input: domain.JSON(`{"file_path":"/w/x.go"}`)})
			r.add("a", domain.ToolCompleted{ToolResult: domain.ToolResult{Paths: []domain.Path{"/w/x.go"}}})
		}, []string{`session- work.observed 2 after 2: {"writes":["/w/x.go"]}`}},
		"what is staged is committed": {func(r *recording) {
			r.add("a", shellCall("git add -A src && git commit -am x"))
			r.add("a", domain.ToolCompleted{ToolResult: endedWith(0, "[main 1234567] x\n")})
		}, []string{
			`session- work.observed 1 after 1: {"commit_requested":true}`,
			`session- work.observed 2 after 2: {"commits":[{"commit":"1234567","branch":"main","all":true}],"staged":["src"]}`,
		}},
		"a tool that runs no command shows nothing": {func(r *recording) {
			r.add("a", domain.ToolRequested{Name: "read_file", Input: domain.JSON(`{"command":"pytest"}`)})
			r.add("a", domain.ToolCompleted{ToolResult: endedWith(0, "1 passed in 0.1s\n")})
		}, nil},
		"an end without a request shows nothing": {func(r *recording) {
			r.add("a", domain.ToolCompleted{ToolResult: endedWith(0, "1 passed in 0.1s\n")})
		}, nil},
	} {
		var r recording
		row.record(&r)
		if diff := cmp.Diff(row.want, observed(&r)); diff != "" {
			t.Errorf("%s: -want +got\n%s", name, diff)
		}
	}
}

// TestRunsOfTestsThatTheTextDoesNotTellAreApart: what a variable names, or a folder that it leads to,
// may be another one in the next call.
func TestRunsOfTestsThatTheTextDoesNotTellAreApart(t *testing.T) {
	for command, same := range map[string]bool{"go test ./...": true, "go test ./a": true, "go test $P": false, `cd "$D" && go test ./...`: false, "cd a && go test .": false /* below a folder that nobody recorded */} {
		var r recording
		for _, item := range []domain.ItemID{"a", "b"} {
			r.add(item, shellCall(command))
			r.add(item, domain.ToolCompleted{ToolResult: endedWith(0, "ok  \tx\t0.1s\n")})
		}
		var o witness.Observer
		var runs []string
		for _, d := range o.Observe(r.drafts) {
			if d.Kind == domain.KindTestPassed {
				runs = append(runs, string(d.Data))
			}
		}
		if len(runs) != 2 || (runs[0] == runs[1]) != same {
			t.Errorf("%s: %v, want the same: %t", command, runs, same)
		}
	}
}

// TestAResultThatIsReadOtherwiseCorrectsTheOneBefore: importing again gives an old log what is read of the
// output now, and leaves what is read as before alone.
func TestAResultThatIsReadOtherwiseCorrectsTheOneBefore(t *testing.T) {
	for command, edition := range map[string]int{"pytest": 0, "zig build test --summary all": 4} {
		var r recording
		r.add("a", shellCall(command))
		r.add("a", domain.ToolCompleted{ToolResult: endedWith(0, "1 passed in 0.1s\nBuild Summary: 3/3 steps succeeded; 9/10 tests passed; 1 skipped\n")})
		var o witness.Observer
		all := o.Observe(append([]domain.Draft(nil), r.drafts...))
		test := all[len(all)-1]
		first := domain.RecordEventID(test.ObservedAt.Time(), "codex", "s1", r.drafts[1].ID.String(), "witness/0")
		if test.Kind != domain.KindTestPassed || test.Edition != edition || (edition > 0) != (test.Replaces == first) || (edition == 0) != (test.ID == first) {
			t.Errorf("%s: %s %s replaces %s, edition %d; the first id is %s", command, test.Kind, test.ID, test.Replaces, test.Edition, first)
		}
	}
}

// TestATestThatIsFoundNowMovesWhatTheCallShows: it parts facts that an old log holds as one.
func TestATestThatIsFoundNowMovesWhatTheCallShows(t *testing.T) {
	var r recording
	r.add("a", shellCall("gofmt -w x.go && go test ./... | tail -9 && rm -f y.go"))
	r.add("a", domain.ToolCompleted{ToolResult: endedWith(0, "ok  \tx\t0.1s\n")})
	var o witness.Observer
	var kinds []domain.Kind
	for i, d := range o.Observe(append([]domain.Draft(nil), r.drafts...))[2:] {
		kinds = append(kinds, d.Kind)
		first := domain.RecordEventID(d.ObservedAt.Time(), "codex", "s1", r.drafts[1].ID.String(), fmt.Sprint("witness/", i))
		if d.Edition != 6 || d.Replaces != first {
			t.Errorf("%s: edition %d, replaces %s; the first id is %s", d.Kind, d.Edition, d.Replaces, first)
		}
	}
	if want := []domain.Kind{domain.KindWorkObserved, domain.KindTestPassed, domain.KindWorkObserved}; !slices.Equal(kinds, want) {
		t.Errorf("%v, want %v", kinds, want)
	}
}

// TestAClockThatIsSetBackOrdersNothing: the later fact names the earlier one, which its number contradicts.
func TestAClockThatIsSetBackOrdersNothing(t *testing.T) {
	var r recording
	r.add("a", shellCall("go test ./..."))
	r.add("a", domain.ToolCompleted{ToolResult: endedWith(0, "ok  \tx\t0.1s\n")})
	r.add("b", shellCall("touch x.go"))
	r.add("b", domain.ToolCompleted{ToolResult: endedWith(0, "")})
	for i, seq := range []uint64{1000, 1009, 400, 401} {
		r.drafts[i].Seq, r.drafts[i].SeqKind = seq, domain.SeqClock
	}
	var o witness.Observer
	all := o.Observe(r.drafts)
	test, write := all[2], all[len(all)-1]
	if test.Kind != domain.KindTestPassed || write.Kind != domain.KindWorkObserved || len(write.Causes) != 2 || write.Causes[1] != test.ID {
		t.Errorf("%s %v, then %s %v", test.Kind, test.Causes, write.Kind, write.Causes)
	}
}

// TestAnObserverDoesNotDependOnHowDraftsAreCut holds that drafts given one by one and all at once
// lead to the same facts with the same ids.
func TestAnObserverDoesNotDependOnHowDraftsAreCut(t *testing.T) {
	var r recording
	r.add("a", shellCall("go test . && git push origin main"))
	r.add("b", shellCall("sed -i s/a/b/ f"))
	r.add("b", domain.ToolCompleted{ToolResult: endedWith(0, "")})
	r.add("a", domain.ToolCompleted{ToolResult: endedWith(0, "ok  \tx\t0.1s\nEverything up-to-date\n")})
	var whole, single witness.Observer
	var one []domain.Draft
	for _, d := range r.drafts {
		one = append(one, single.Observe([]domain.Draft{d})...)
	}
	all := whole.Observe(append([]domain.Draft(nil), r.drafts...))
	if len(all) != len(r.drafts)+3 {
		t.Errorf("%d facts, want 3", len(all)-len(r.drafts))
	}
	if !reflect.DeepEqual(all, one) {
		t.Errorf("all at once:\n%v\none by one:\n%v", all, one)
	}
}
