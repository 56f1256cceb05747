package timeline_test

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/foldtest"
	"github.com/clawable/claw/projections/store/storetest"
	"github.com/clawable/claw/projections/store/timeline"
	"github.com/clawable/claw/projections/values"
)

// streams are the events of a log by their streams.
func streams(log *storetest.Log) timeline.Stream {
	return func(id domain.StreamID) iter.Seq2[domain.Event, error] {
		return func(yield func(domain.Event, error) bool) {
			for e, err := range log.Events(storetest.Background, domain.Position{}) {
				if err == nil && e.Stream == id && !yield(e, nil) {
					return
				}
			}
		}
	}
}

// logOf is a log of events, each in the stream of its kind's family.
func logOf(t *testing.T, events ...domain.Event) *storetest.Log {
	t.Helper()
	log := storetest.NewLog("a")
	for i := range events {
		e := &events[i]
		e.Stream = e.Session().Stream()
		if info, _ := domain.LookupKind(e.Kind); info.Family == domain.FamilyLane {
			var err error
			if e.Stream, err = e.Session().Lane().Stream(); err != nil {
				t.Fatal(err)
			}
		}
		log.Append(e.Draft)
	}
	return log
}

// told is the story of the lane of the events.
func told(t *testing.T, terms timeline.Terms, events ...domain.Event) timeline.Timeline {
	t.Helper()
	log := logOf(t, events...)
	got, err := timeline.OfLane(storetest.Opened(t, log), string(domain.SessionID(foldtest.Session).Lane()), streams(log), terms)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// lines writes a story, an entry a line.
func lines(story timeline.Timeline) []string {
	out := []string{}
	for _, x := range story.Entries {
		line := string(x.What)
		if x.Says != "" {
			line += " " + x.Says
		}
		if x.Words != nil {
			line += " " + x.Words.Text
		}
		if c := x.Call; c != nil {
			line += " " + c.Tool + " " + c.Command + c.LooksFor + " " + string(c.Status) + " " + c.ExitCode
			for _, f := range c.Files {
				line += " " + f.Path
				if f.Deleted {
					line += " deleted"
				}
				if f.Added != nil {
					line += fmt.Sprintf(" +%d -%d", *f.Added, *f.Removed)
				}
			}
			if c.Output != nil && c.Output.Text != "" {
				line += " | " + c.Output.Text
			}
		}
		out = append(out, strings.Join(strings.Fields(line), " "))
	}
	return out
}

func TestACallTellsWhatItLooksFor(t *testing.T) {
	for input, want := range map[string]string{
		`{"pattern":"tide.*moon","path":"/w/src"}`:                                   "tide.*moon",
		`{"query":"high\n  water","url":"https://a.example"}`:                        "high water",
		`{"url":"https://a.example/tides","prompt":"read it"}`:                       "https://a.example/tides",
		`{"description":"","prompt":"count the boats\nin the bay"}`:                  "count the boats in the bay",
		`{"subagent_type":"explorer","prompt":"all of it","description":"look out"}`: "look out",
		`"{\"pattern\":\"in a text\"}"`:                                              "in a text",
		`{"prompt":{"cut":{"bytes":9,"head":"x"}},"pattern":7}`:                      "",
		`{"pattern":"` + strings.Repeat("a", 200) + `"}`:                             strings.Repeat("a", 160) + "…",
		`{"command":"ls","description":"list files"}`:                                "",
		`{"file_path":"/w/a.go"}`:                                                    "",
	} {
		story := told(t, timeline.Terms{}, foldtest.Event(1, domain.KindTurnStarted, `{}`, foldtest.Turn("t")),
			foldtest.Event(2, domain.KindToolRequested, `{"name":"Any","input":`+input+`}`, foldtest.Turn("t"), foldtest.Item(foldtest.UniqueItem)))
		i := slices.IndexFunc(story.Entries, func(x timeline.Entry) bool { return x.What == timeline.Call })
		if i < 0 {
			t.Errorf("%s: there is no call in %v", input, lines(story))
		} else if got := story.Entries[i].Call.LooksFor; got != want {
			t.Errorf("%s looks for %q, want %q", input, got, want)
		}
	}
}

func TestAStoryTellsWhatHappenedInOrder(t *testing.T) {
	const call = foldtest.UniqueItem
	first := []domain.Event{
		foldtest.Event(1, domain.KindSessionCreated, `{"agent":"claude-code","model":"m","title":{"unknown":"not_recorded"},"workspace":"/w","purpose":{"unknown":"not_recorded"}}`),
		foldtest.Event(2, domain.KindTurnStarted, `{}`, foldtest.Turn("t")),
		foldtest.Event(3, domain.KindMessageRecorded, `{"role":"user","text":"fix the tests"}`, foldtest.Turn("t")),
		foldtest.Event(4, domain.KindMessageRecorded, `{"role":"assistant","text":"I look first."}`, foldtest.Turn("t")),
		foldtest.Event(5, domain.KindToolRequested, `{"name":"Bash","input":{"command":"go test ./..."}}`, foldtest.Turn("t"), foldtest.Item(call)),
		foldtest.Event(6, domain.KindToolFailed, `{"error_kind":"exit_code","exit_code":1,"output":"--- FAIL: TestA\nFAIL\n"}`, foldtest.Turn("t"), foldtest.Item(call)),
		foldtest.Event(7, domain.KindTestFailed, `{"runner":"go test","level":"workspace","failed":1}`, foldtest.Turn("t"), foldtest.Item(call)),
		foldtest.Event(8, domain.KindMessageRecorded, `{"role":"assistant","text":"TestA fails."}`, foldtest.Turn("t")),
		foldtest.Event(9, domain.KindTurnCompleted, `{}`, foldtest.Turn("t")),
	}
	want := []string{"session claude-code with m in /w", "prompt fix the tests", "message I look first.",
		"call Bash go test ./... failed 1 | --- FAIL: TestA FAIL", "test go test (workspace) failed: 1 failed", "answer TestA fails.", "turn completed"}
	for name, row := range map[string]struct {
		more  []domain.Event
		terms timeline.Terms
		want  []string
	}{
		"each thing once": {nil, timeline.Terms{}, want},
		"what a hook says of the same things stands once": {[]domain.Event{
			foldtest.Event(20, domain.KindTurnStarted, `{"prompt":"fix the tests"}`, foldtest.At(2), foldtest.Live, foldtest.Turn("t")),
			foldtest.Event(21, domain.KindToolFailed, `{"error_kind":"exit_code","exit_code":1,"output":"FAIL"}`, foldtest.At(6), foldtest.Live, foldtest.Turn("t"), foldtest.Item(call)),
			foldtest.Event(22, domain.KindTestFailed, `{"runner":"go test","level":"workspace","failed":1}`, foldtest.At(6), foldtest.Live, foldtest.Turn("t"), foldtest.Item(call)),
			foldtest.Event(23, domain.KindTurnCompleted, `{"answer":"TestA fails."}`, foldtest.At(9), foldtest.Live, foldtest.Turn("t")),
		}, timeline.Terms{}, want},
		"only what failed":         {nil, timeline.Terms{Errors: true}, want[3:5]},
		"only since a time":        {nil, timeline.Terms{Since: at(8)}, want[5:]},
		"only the last ones":       {nil, timeline.Terms{Last: 1}, want[6:]},
		"a silence is told":        {[]domain.Event{foldtest.Event(30, domain.KindMessageRecorded, `{"role":"user","text":"and now?"}`, foldtest.At(4000), foldtest.Turn("u"))}, timeline.Terms{Since: at(9)}, append(want[6:7:7], "gap after the end of a turn", "prompt and now?")},
		"a program's words are no": {[]domain.Event{foldtest.Event(31, domain.KindMessageRecorded, `{"role":"user","text":"[Request interrupted by user]"}`, foldtest.Turn("t"))}, timeline.Terms{}, want},
	} {
		t.Run(name, func(t *testing.T) {
			got := told(t, row.terms, append(first[:len(first):len(first)], row.more...)...)
			if diff := cmp.Diff(row.want, lines(got)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// begun begins a turn: a session of which nothing else is known is no lane.
var begun = foldtest.Event(90, domain.KindTurnStarted, `{}`, foldtest.At(0), foldtest.Turn("t"))

func at(seconds int) values.Time {
	return values.Time(foldtest.Start.Add(time.Duration(seconds) * time.Second).UnixNano())
}

func TestLinesThatChangedAreCountedWhereTheRecordingSaysThem(t *testing.T) {
	for name, row := range map[string]struct{ input, result, want string }{
		"hunks of the result":        {`{}`, `{"filePath":"/w/a","structuredPatch":[{"lines":[" x","-b","+c","+d"]}]}`, "/w/a +2 -1"},
		"a file that was made":       {`{"content":"a\nb\n"}`, `{"type":"create","filePath":"/w/a","content":"a\nb\n","structuredPatch":[]}`, "/w/a +2 -0"},
		"the count of the result":    {`{}`, `{"filediff":{"file":"/w/a","additions":4,"deletions":5}}`, "/w/a +4 -5"},
		"texts of the request":       {`{"old_string":"a\nb\nc","new_string":"a\nd\ne\nc"}`, `{}`, "/w/a +2 -1"},
		"a patch":                    {`"*** Begin Patch\n*** Update File: a\n@@\n x\n-b\n+c\n*** End Patch"`, `{}`, "/w/a +1 -1"},
		"a patch for a shell":        {`{"command":["apply_patch","*** Begin Patch\n*** Add File: a\n+c\n*** End Patch"]}`, `{}`, "/w/a +1 -0"},
		"a patch that deletes":       {`"*** Begin Patch\n*** Delete File: a\n*** Update File: b\n-b\n*** End Patch"`, `{}`, "/w/a deleted b +0 -1"},
		"nothing":                    {`{"path":"/w/a"}`, `{"content":[1]}`, "/w/a"},
		"a result that is no object": {`{"path":"/w/a"}`, `"done"`, "/w/a"},
	} {
		t.Run(name, func(t *testing.T) {
			got := told(t, timeline.Terms{},
				begun,
				foldtest.Event(1, domain.KindToolRequested, `{"name":"Edit","input":`+row.input+`}`, foldtest.Item(foldtest.UniqueItem)),
				foldtest.Event(2, domain.KindToolCompleted, `{"paths":["/w/a"],"result":`+row.result+`}`, foldtest.Item(foldtest.UniqueItem)))
			line := lines(got)[1]
			if !strings.HasSuffix(line, "completed "+row.want) {
				t.Errorf("%q, want %q at its end", line, row.want)
			}
		})
	}
}

func TestWhatIsLeftOutIsCounted(t *testing.T) {
	long := strings.Repeat("line of a prompt\\n", 40)
	output := strings.Repeat("ok\\n", 30) + "main.go:7: error: no such thing\\n" + strings.Repeat("more\\n", 30) + "exit"
	events := []domain.Event{
		begun,
		foldtest.Event(1, domain.KindMessageRecorded, `{"role":"user","text":"`+long+`"}`, foldtest.Turn("t")),
		foldtest.Event(2, domain.KindToolRequested, `{"name":"Bash","input":{"command":"make"}}`, foldtest.Item(foldtest.UniqueItem)),
		foldtest.Event(3, domain.KindToolFailed, `{"error_kind":"exit_code","output":"`+output+`"}`, foldtest.Item(foldtest.UniqueItem)),
		foldtest.Event(4, domain.KindMessageRecorded, `{"role":"assistant","text":{"cut":{"bytes":99,"head":"","tail":""}}}`, foldtest.Turn("t")),
		foldtest.Event(5, domain.KindMessageRecorded, ``, foldtest.Turn("t"), foldtest.Erased),
	}
	short, full := told(t, timeline.Terms{}, events...), told(t, timeline.Terms{Full: true}, events...)
	if short.LeftOut == 0 || full.LeftOut != 0 {
		t.Errorf("%d bytes are left out, in full %d", short.LeftOut, full.LeftOut)
	}
	for _, story := range []timeline.Timeline{short, full} {
		if story.Missing != 99 {
			t.Errorf("%d bytes are not stored, want 99", story.Missing)
		}
	}
	if got := short.Entries[1].Call.Output.Text; !strings.HasPrefix(got, "main.go:7: error: no such thing\n") || strings.Count(got, "\n") > 8 {
		t.Errorf("of the output: %q", got)
	}
	if w := short.Entries[0].Words; w.Bytes != len(long)-40 && strings.Count(w.Text, "\n") != 11 {
		t.Errorf("the prompt has %d bytes and %d lines", w.Bytes, strings.Count(w.Text, "\n")+1)
	}
}

func TestASessionIsToldAlone(t *testing.T) {
	log := logOf(t,
		foldtest.Event(1, domain.KindMessageRecorded, `{"role":"user","text":"here"}`),
		foldtest.Event(2, domain.KindMessageRecorded, `{"role":"user","text":"there"}`, foldtest.In("claude-code/other")))
	s := storetest.Opened(t, log)
	got, err := timeline.OfSession(s, "other", streams(log), timeline.Terms{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"prompt there"}, lines(got)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if _, err := timeline.OfSession(s, "nowhere", streams(log), timeline.Terms{}); domain.KindOf(err) != domain.ErrNotFound {
		t.Errorf("a session that is not there: %v", err)
	}
}
