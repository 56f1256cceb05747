package work_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/profile"
	"github.com/clawable/claw/domain/lane/work"
)

// story makes facts of one emitter from lines, each the next call:
//
//	w PATH…            writes files of /w, or absolute ones      rm PATH…   removes them
//	may PROGRAM        may change files                          add PATH…  stages them
//	green|red|hung RUNNER LEVEL [SCOPE]                           a test run
//	mayadd, unstage, undo                                         the index, the branch may change
//	commit [ID|all|clean|only PATH…]                              a commit
//	status FOLDER                                                 git says there that nothing is left
//	push REF updated|rejected                                     a push
//	pr N STATE [viewed]                                           a pull request
//	turn                                                          the next turn starts
//
// A line that begins with "~" is of another emitter: it has no order to the rest.
func story(t *testing.T, lines string) []*fact.Fact {
	t.Helper()
	var facts []*fact.Fact
	for n, line := range strings.Split(lines, ";") {
		line = strings.TrimSpace(line)
		f := &fact.Fact{Kind: domain.KindWorkObserved, Emitter: "import/x/s", Session: "x/s", Item: domain.ItemID(fmt.Sprint("call", n)), Trust: domain.TrustMedium,
			Seq: uint64(n + 1), SeqKind: domain.SeqOrdinal, ID: domain.RecordEventID(domain.Instant{}.Time(), "x", "s", fmt.Sprint(n), "")}
		f.ID[0] = byte(n)
		if rest, other := strings.CutPrefix(line, "~"); other {
			f.Emitter, f.Session, line = "import/x/other", "x/other", rest
		}
		words := strings.Fields(line)
		f.Payload.Work = new(domain.Observed)
		o := f.Payload.Work
		switch verb, args := words[0], words[1:]; verb {
		case "w":
			o.Writes = paths(args)
		case "rm":
			o.Removes = paths(args)
		case "may":
			o.MayWrite = args
		case "add":
			o.Staged = paths(args)
		case "turn":
			f.Kind, f.Item, f.Payload.Work = domain.KindTurnStarted, "", nil
		case "mayadd":
			o.MayStage = true
		case "unstage":
			o.MayUnstage = true
		case "undo":
			o.MayUndo = true
		case "green", "red", "hung":
			f.Kind = map[string]domain.Kind{"green": domain.KindTestPassed, "red": domain.KindTestFailed, "hung": domain.KindTestHung}[verb]
			f.Payload.Run.Runner, f.Payload.Level = args[0], domain.GreenLevel(args[1])
			if len(args) > 2 {
				f.Payload.Run.Scope = args[2]
			}
		case "commit":
			c := domain.ObservedCommit{Commit: "1234567"}
			c.All, c.Clean = len(args) > 0 && args[0] == "all", len(args) > 0 && args[0] == "clean"
			o.Commits = []domain.ObservedCommit{c}
			if len(args) > 0 && args[0] == "only" {
				o.MayUnstage, o.Staged = true, paths(args[1:])
			}
		case "status":
			o.Commits = []domain.ObservedCommit{{Clean: true, Viewed: true, Folder: domain.Path(args[0])}}
		case "push":
			o.Refs = []domain.ObservedRef{{Ref: args[0], Result: domain.ObservedRefResult(args[1])}}
		case "pr":
			var number int
			_, _ = fmt.Sscan(args[0], &number)
			o.PullRequests = []domain.ObservedPullRequest{{Number: number, State: domain.PullRequestState(args[1]), Viewed: len(args) > 2}}
		default:
			t.Fatalf("no such line: %s", line)
		}
		facts = append(facts, f)
	}
	return facts
}

func paths(names []string) (out []domain.Path) {
	for _, n := range names {
		if !strings.HasPrefix(n, "/") {
			n = "/w/" + n
		}
		out = append(out, domain.Path(n))
	}
	return out
}

// told is a standing in one line, and what was undertaken.
func told(w *work.Work) string {
	s := w.Standing()
	out := fmt.Sprintf("%s %d · tested %s %s", s.Wrote.State, s.Wrote.Paths, s.Tested.State, s.Tested.Level)
	if s.Tested.Maybe {
		out += " maybe"
	}
	out += fmt.Sprintf(" · committed %s %v · pushed %s · pr %s", s.Committed.State, s.Committed.Missing, s.Pushed.State, s.PullRequest.State)
	for _, a := range w.Undertaken(profile.BuiltIn()).Aspects() {
		out += fmt.Sprintf(" · %s %s", a.Expects, a.Verdict)
	}
	for _, c := range s.CameOut {
		out += fmt.Sprintf(" · out: %d %s %s %s", c.Paths, c.Tested, c.Commit, c.Ref)
	}
	return out
}

func workOf(facts []*fact.Fact) *work.Work {
	var some, turns []int
	for i, f := range facts {
		if f.Kind == domain.KindTurnStarted {
			turns = append(turns, i)
		} else {
			some = append(some, i)
		}
	}
	return work.Since(work.Of(facts, some, fact.Order(facts, nil), []string{"/w"}), profile.BuiltIn(), turns)
}

func TestTheWorkStandsAsCallsShow(t *testing.T) {
	for lines, want := range map[string]string{
		"w a.go":                                          "paths 1 · tested never  · committed none [] · pushed none · pr none",
		"may make":                                        "maybe 0 · tested never  · committed none [] · pushed none · pr none",
		"green go workspace":                              "nothing 0 · tested green workspace · committed none [] · pushed none · pr none · green:workspace met",
		"w a.go; green go workspace":                      "paths 1 · tested green workspace · committed none [] · pushed none · pr none · green:workspace met",
		"green go workspace; w a.go":                      "paths 1 · tested stale workspace · committed none [] · pushed none · pr none · green:workspace missing",
		"green go workspace; w README.md":                 "paths 1 · tested green workspace · committed none [] · pushed none · pr none · green:workspace met",
		"green go workspace; w /tmp/x.go":                 "nothing 0 · tested green workspace · committed none [] · pushed none · pr none · green:workspace met",
		"green go workspace; may gofmt":                   "maybe 0 · tested green workspace maybe · committed none [] · pushed none · pr none · green:workspace not_observable",
		"green go workspace; ~w a.go":                     "paths 1 · tested unknown workspace · committed none [] · pushed none · pr none · green:workspace not_observable",
		"red go package a; green go package a":            "nothing 0 · tested green package · committed none [] · pushed none · pr none · green:package met",
		"red go package a; green go package b":            "nothing 0 · tested red package · committed none [] · pushed none · pr none · green:package contradicted",
		"red go package a; green go workspace":            "nothing 0 · tested green workspace · committed none [] · pushed none · pr none · green:workspace met",
		"red jest targeted a; green pytest workspace":     "nothing 0 · tested red targeted · committed none [] · pushed none · pr none · green:targeted contradicted",
		"red jest targeted a; green make workspace":       "nothing 0 · tested green workspace · committed none [] · pushed none · pr none · green:workspace met",
		"green go workspace; red go workspace":            "nothing 0 · tested red workspace · committed none [] · pushed none · pr none · green:workspace contradicted",
		"red go workspace; ~green go workspace":           "nothing 0 · tested red workspace · committed none [] · pushed none · pr none · green:workspace contradicted",
		"hung go package":                                 "nothing 0 · tested hung package · committed none [] · pushed none · pr none · green:package contradicted",
		"green go workspace; w a.go; green go targeted t": "paths 1 · tested green targeted · committed none [] · pushed none · pr none · green:targeted met",

		"w a.go; add a.go; commit":                     "paths 1 · tested never  · committed all [] · pushed none · pr none · writes met",
		"w a.go b.go; add a.go; commit":                "paths 2 · tested never  · committed part [b.go] · pushed none · pr none · writes missing",
		"w a.go b/c.go; add /w; commit":                "paths 2 · tested never  · committed all [] · pushed none · pr none · writes met",
		"w b/c.go; add b; commit":                      "paths 1 · tested never  · committed all [] · pushed none · pr none · writes met",
		"w t/a.go t/b.py; add t/*.go; commit":          "paths 2 · tested never  · committed part [t/b.py] · pushed none · pr none · writes missing",
		"w a.go; commit all":                           "paths 1 · tested never  · committed unknown [] · pushed none · pr none · writes not_observable",
		"add a.go; w a.go; commit all":                 "paths 1 · tested never  · committed all [] · pushed none · pr none · writes met",
		"w a.go; add a.go; commit; w a.go; commit all": "paths 1 · tested never  · committed all [] · pushed none · pr none · writes met",
		"w a.go; mayadd; commit":                       "paths 1 · tested never  · committed unknown [] · pushed none · pr none · writes not_observable",
		"w a.go b.go; add a.go; mayadd; commit":        "paths 2 · tested never  · committed unknown [] · pushed none · pr none · writes not_observable",
		"mayadd; w a.go b.go; add a.go; commit":        "paths 2 · tested never  · committed part [b.go] · pushed none · pr none · writes missing",
		"w a.go; add .; unstage; commit":               "paths 1 · tested never  · committed unknown [] · pushed none · pr none · writes not_observable",
		"w a.go; unstage; add .; commit":               "paths 1 · tested never  · committed all [] · pushed none · pr none · writes met",
		"w a.go; add .; commit only a.go":              "paths 1 · tested never  · committed all [] · pushed none · pr none · writes met",
		"w a.go b.go; add .; commit only a.go":         "paths 2 · tested never  · committed unknown [] · pushed none · pr none · writes not_observable",
		"w a.go; add .; commit; undo":                  "paths 1 · tested never  · committed unknown [] · pushed none · pr none · writes not_observable",
		"w a.go; add .; commit; ~undo":                 "paths 1 · tested never  · committed unknown [] · pushed none · pr none · writes not_observable",
		"w a.go; undo; add .; commit":                  "paths 1 · tested never  · committed all [] · pushed none · pr none · writes met",
		"w a.go; add .; commit; undo; add .; commit":   "paths 1 · tested never  · committed all [] · pushed none · pr none · writes met",
		"w a.go; commit clean":                         "paths 1 · tested never  · committed all [] · pushed none · pr none · writes met",
		"w a.go; add b.go; commit; status /w":          "paths 1 · tested never  · committed all [] · pushed none · pr none · writes met",
		"w a.go; add b.go; commit; status /w/sub":      "paths 1 · tested never  · committed part [a.go] · pushed none · pr none · writes missing",
		"w a.go; add b.go; commit; status /w; w a.go":  "paths 1 · tested never  · committed part [a.go] · pushed none · pr none · writes missing",
		"w a.go; status /w":                            "paths 1 · tested never  · committed none [] · pushed none · pr none",
		"w a.go; commit":                               "paths 1 · tested never  · committed unknown [] · pushed none · pr none · writes not_observable",
		"w a.go; add a.go; commit; w a.go":             "paths 1 · tested never  · committed part [a.go] · pushed none · pr none · writes missing",
		"w a.go; add a.go; commit; w b.go; rm b.go":    "paths 2 · tested never  · committed all [] · pushed none · pr none · writes met",
		"w a.go node_modules/x.js; add a.go; commit":   "paths 2 · tested never  · committed all [] · pushed none · pr none · writes met",

		"w a.go; add a.go; commit; push main updated": "paths 1 · tested never  · committed all [] · pushed main · pr none · writes met · pushed met",
		"push b rejected": "nothing 0 · tested never  · committed none [] · pushed rejected · pr none · pushed missing",
		"push b rejected; push b forced; pr 3 open":         "nothing 0 · tested never  · committed none [] · pushed branch · pr open · pushed met",
		"pr 3 open; pr 4 merged viewed; pr 3 merged viewed": "nothing 0 · tested never  · committed none [] · pushed none · pr merged",
		"pr 4 merged viewed":                                "nothing 0 · tested never  · committed none [] · pushed none · pr none",
	} {
		if diff := cmp.Diff(want, told(workOf(story(t, lines)))); diff != "" {
			t.Errorf("%s: -want +got\n%s", lines, diff)
		}
	}
}

// TestTheWorkIsThatSinceTheLastThatCameOut checks where a new task of an attempt begins: at the
// start of a turn after work that was committed or pushed whole.
func TestTheWorkIsThatSinceTheLastThatCameOut(t *testing.T) {
	for lines, want := range map[string]string{
		"w a.go; green go package; add a.go; commit; turn; w b.go":                       "paths 1 · tested never  · committed none [] · pushed none · pr none · out: 1 package 1234567 ",
		"w a.go; add a.go; commit; push main updated; turn; w b.go; add b.go; commit":    "paths 1 · tested never  · committed all [] · pushed none · pr none · writes met · out: 1  1234567 main",
		"w a.go; add a.go; commit; turn; w b.go; green go package; turn; w c.go":         "paths 2 · tested stale package · committed none [] · pushed none · pr none · green:package missing · out: 1  1234567 ",
		"w a.go; add a.go; commit; turn; w b.go; add b.go; commit; turn; red go package": "nothing 0 · tested red package · committed none [] · pushed none · pr none · green:package contradicted · out: 1  1234567  · out: 1  1234567 ",
		"w a.go; add a.go; commit; turn; w b.go; turn; add b.go; commit":                 "paths 1 · tested never  · committed all [] · pushed none · pr none · writes met · out: 1  1234567 ",
		"w a.go; add a.go; commit; turn; push main updated; turn; w b.go":                "paths 1 · tested never  · committed none [] · pushed none · pr none · out: 1  1234567  · out: 0   main",
		"w a.go; add a.go; commit; pr 3 open; turn; w b.go":                              "paths 1 · tested never  · committed none [] · pushed none · pr open · out: 1  1234567 ",
		"w a.go; add a.go; commit; turn; w a.go; commit all":                             "paths 1 · tested never  · committed all [] · pushed none · pr none · writes met · out: 1  1234567 ",
		// What is not the start of a task.
		"w a.go; add a.go; commit; w b.go":                                           "paths 2 · tested never  · committed part [b.go] · pushed none · pr none · writes missing",
		"w a.go; add a.go; commit; turn":                                             "paths 1 · tested never  · committed all [] · pushed none · pr none · writes met",
		"w a.go; add a.go; commit; turn; may make":                                   "paths 1 · tested never  · committed all [] · pushed none · pr none · writes met",
		"w a.go; green go package; turn; w b.go":                                     "paths 2 · tested stale package · committed none [] · pushed none · pr none · green:package missing",
		"w a.go x.go; add a.go; commit; turn; w b.go":                                "paths 3 · tested never  · committed part [b.go x.go] · pushed none · pr none · writes missing",
		"w a.go; red go package; add a.go; commit; turn; w b.go":                     "paths 2 · tested red package · committed part [b.go] · pushed none · pr none · writes missing · green:package contradicted",
		"w a.go; push main updated; turn; w b.go; add b.go; commit":                  "paths 2 · tested never  · committed part [a.go] · pushed behind · pr none · writes missing · pushed missing",
		"w a.go; add a.go; commit; push main rejected; turn; w b.go":                 "paths 2 · tested never  · committed part [b.go] · pushed rejected · pr none · writes missing · pushed missing",
		"w a.go; add a.go; commit; turn; undo; w b.go":                               "paths 2 · tested never  · committed part [b.go] · pushed none · pr none · writes missing",
		"w a.go; add a.go; commit; turn; ~w b.go":                                    "paths 2 · tested never  · committed part [b.go] · pushed none · pr none · writes missing",
		"w a.go; add a.go; commit; turn; w a.go; green go package; add a.go; commit": "paths 1 · tested green package · committed all [] · pushed none · pr none · writes met · green:package met · out: 1  1234567 ",
	} {
		if diff := cmp.Diff(want, told(workOf(story(t, lines)))); diff != "" {
			t.Errorf("%s: -want +got\n%s", lines, diff)
		}
	}
}

// TestAHookAndAnImportOfOneCallAreOne checks that a call recorded twice counts once, whichever comes
// first, and that the order of both counts.
func TestAHookAndAnImportOfOneCallAreOne(t *testing.T) {
	facts := story(t, "w a.go; green go workspace; add a.go; commit")
	want := told(workOf(facts))
	var both []*fact.Fact
	for n, f := range facts {
		hook := *f
		hook.Emitter, hook.SeqKind, hook.Seq, hook.ID[1] = "hook/x/s", domain.SeqClock, uint64(1000+n), 1
		both = append(both, &hook)
	}
	for _, all := range [][]*fact.Fact{append(append([]*fact.Fact(nil), facts...), both...), append(both, facts...)} {
		if diff := cmp.Diff(want, told(workOf(all))); diff != "" {
			t.Errorf("-once +twice\n%s", diff)
		}
	}
}
