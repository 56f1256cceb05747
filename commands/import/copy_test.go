package importing_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/commands/commandtest"
	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers"
)

// asFile yields lines as those of a file.
func asFile(lines [][]byte) iter.Seq2[producers.Line, error] {
	return producers.Lines(bytes.NewReader(bytes.Join(lines, []byte("\n"))))
}

func copyLines(t *testing.T, into eventlog.Log, from [][]byte) *importing.LineReport {
	t.Helper()
	report, err := importing.Copy(t.Context(), into, asFile(from), "")
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func TestWhatIsSaidOfAnUnreadableLineHoldsNoSecret(t *testing.T) {
	from := commandtest.NewLog(t)
	line := strings.Replace(string(commandtest.Lines(t, from)[0]), `"kind":"log.opened"`, `"kind":"`+secrets["code-host"]+`"`, 1)
	got := copyLines(t, commandtest.NewLog(t), [][]byte{[]byte(line)})
	if len(got.Unreadable) != 1 || strings.Contains(got.Unreadable[0].Reason, tells[1]) || !strings.Contains(got.Unreadable[0].Reason, "scrubbed") {
		t.Errorf("%+v", got.Unreadable)
	}
}

func TestCopyKeepsEventsAsTheyAre(t *testing.T) {
	from, into := commandtest.NewLog(t), commandtest.NewLog(t)
	if _, err := record.NewRecorder(from, commandtest.Scrubber, domain.TrustHigh).
		Record(context.Background(), []domain.Draft{commandtest.Said("a", "1"), commandtest.Said("b", "2")}); err != nil {
		t.Fatal(err)
	}
	exported := commandtest.Lines(t, from)
	exported[1], exported[2] = exported[2], exported[1] // the order of lines is free
	got := copyLines(t, into, append(exported, []byte("not an event"), []byte("  ")))
	want := &importing.LineReport{Lines: 5, Imported: 2, Problems: importing.Problems{Corrected: []importing.CorrectedLine{}, Changed: []importing.ChangedLine{},
		Skipped:    []importing.SkippedLines{{Reason: "blank line", Lines: 1}, {Reason: "decision of log.opened", Lines: 1}},
		Unreadable: []importing.UnreadableLine{{Line: 4, Reason: got.Unreadable[0].Reason}},
		LeftOut:    []importing.LeftOutLines{}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
	cores := map[domain.EventID]domain.Digest{}
	for _, e := range commandtest.Events(t, from, eventlog.Query{Stream: commandtest.Session.Stream()}) {
		cores[e.ID] = seal.Core(&e)
	}
	for _, e := range commandtest.Events(t, into, eventlog.Query{Stream: commandtest.Session.Stream()}) {
		if cores[e.ID] != seal.Core(&e) {
			t.Errorf("the copy of %s has another core", e.ID)
		}
	}
	if again := copyLines(t, into, exported); again.Imported != 0 || again.AlreadyKnown != 2 {
		t.Errorf("copied again: %+v", again)
	}
}

func TestCopyNamesLinesThatDoNotFit(t *testing.T) {
	from, into := commandtest.NewLog(t), commandtest.NewLog(t)
	recorder := func(log eventlog.Log) *record.Recorder {
		return record.NewRecorder(log, commandtest.Scrubber, domain.TrustHigh)
	}
	for log, text := range map[eventlog.Log]string{from: "1", into: "other"} {
		if _, err := recorder(log).Record(context.Background(), []domain.Draft{commandtest.Said("a", text)}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := recorder(from).Record(context.Background(), []domain.Draft{commandtest.Said("b", "2")}); err != nil {
		t.Fatal(err)
	}
	exported := commandtest.Lines(t, from)
	tampered := []byte(string(exported[2]))
	for i := range tampered {
		if string(tampered[i:min(i+10, len(tampered))]) == `"text":"2"` {
			tampered[i+8] = '3'
		}
	}
	got := copyLines(t, into, [][]byte{exported[1], tampered, exported[2]})
	if len(got.Changed) != 1 || got.Changed[0].Line != 1 || len(got.Unreadable) != 1 || got.Unreadable[0].Line != 2 || got.Imported != 1 {
		t.Errorf("want line 1 changed, line 2 unreadable, line 3 imported: %+v", got)
	}
}

// TestLinesOfManyStreamsShareACommit copies sessions that took turns, one line of which
// the log holds with other content: those around it are copied, for few commits.
func TestLinesOfManyStreamsShareACommit(t *testing.T) {
	from, into := commandtest.NewLog(t), &commandtest.Commits{Log: commandtest.NewLog(t)}
	other := domain.MakeSessionID("agent", "other")
	var taken []domain.Draft
	for _, key := range []string{"1", "2", "3", "4", "5"} {
		taken = append(taken, commandtest.Said(key, "said"), commandtest.SaidIn(other, key, "answered"))
	}
	for _, d := range taken { // one at a time: they take turns in the log as well
		if _, err := record.NewRecorder(from, commandtest.Scrubber, domain.TrustHigh).Record(context.Background(), []domain.Draft{d}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := record.NewRecorder(into.Log, commandtest.Scrubber, domain.TrustHigh).Record(context.Background(), []domain.Draft{commandtest.Said("3", "otherwise")}); err != nil {
		t.Fatal(err)
	}
	got := copyLines(t, into, commandtest.Lines(t, from)[1:])
	if len(got.Changed) != 1 || got.Changed[0].Line != 5 || got.Imported != 9 {
		t.Errorf("want line 5 changed, 9 imported: %+v", got)
	}
	if diff := cmp.Diff([]int{1 + 10, 5}, into.Of); diff != "" {
		t.Errorf("drafts handed in together, the first ones with the admission of all, -want +got\n%s", diff)
	}
	var order []domain.EventID
	for _, e := range commandtest.Events(t, into.Log, eventlog.Query{After: domain.PositionAt(2)}) {
		if e.Kind != "log.admitted" {
			order = append(order, e.ID)
		}
	}
	var want []domain.EventID
	for i, d := range taken {
		if i != 4 {
			want = append(want, d.ID)
		}
	}
	if diff := cmp.Diff(want, order); diff != "" {
		t.Errorf("in the log, -want +got\n%s", diff)
	}
}

// TestACopyThatBreaksOffCountsWhatItCopied fills the disk in the middle of an export of
// several loads, and copies it again when there is room.
func TestACopyThatBreaksOffCountsWhatItCopied(t *testing.T) {
	from, into := commandtest.NewLog(t), commandtest.NewLog(t)
	const n = 2000
	drafts := make([]domain.Draft, n)
	for i := range drafts {
		drafts[i] = commandtest.Said(fmt.Sprint(i), "text")
	}
	if _, err := record.NewRecorder(from, commandtest.Scrubber, domain.TrustHigh).Record(t.Context(), drafts); err != nil {
		t.Fatal(err)
	}
	all := commandtest.Lines(t, from)
	report, err := importing.Copy(t.Context(), &fillingLog{into, 2}, asFile(all), "")
	if !errors.Is(err, eventlog.ErrFull) {
		t.Fatalf("%v, want a full disk", err)
	}
	held := len(commandtest.Events(t, into, eventlog.Query{Stream: commandtest.Session.Stream()}))
	if held == 0 || held == n {
		t.Fatalf("the log holds %d of %d events", held, n)
	}
	if report.Imported != held || report.SkippedLines() != 1 || report.Lines != held+1 { // log.opened is skipped
		t.Errorf("it holds %d events, and the report says %+v", held, report)
	}
	if again := copyLines(t, into, all); again.AlreadyKnown != held || again.Imported != n-held {
		t.Errorf("again: %+v", again)
	}
}

func TestOperatorDecisionsNameWhatTheyReplace(t *testing.T) {
	log := commandtest.NewLog(t)
	ctx := context.Background()
	op, lane := commandtest.Operator(log), commandtest.Session.Lane()
	first, err := op.Bind(ctx, commandtest.Session, lane, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	second, err := op.Bind(ctx, commandtest.Session, lane, "/w", nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]domain.EventID{first.Event}, second.Causes); diff != "" {
		t.Errorf("the second binding's causes (-want +got):\n%s", diff)
	}
	if _, err := op.Settle(ctx, lane, first.Event, nil, "because"); err == nil {
		t.Error("a binding was settled as an ending")
	}
	closed, err := op.Close(ctx, lane, "not needed")
	if err != nil {
		t.Fatal(err)
	}
	again, err := op.Close(ctx, lane, "not needed")
	if err != nil {
		t.Fatal(err)
	}
	if again.Event != closed.Event || !again.Receipt.Repeated {
		t.Errorf("closed again: %+v, the first closing is %s", again, closed.Event)
	}
	stream, _ := lane.Stream()
	if got := len(commandtest.Events(t, log, eventlog.Query{Stream: stream})); got != 3 {
		t.Errorf("the lane has %d events, want 3", got)
	}
}

func TestOperatorDecisionsAreScrubbed(t *testing.T) {
	log := commandtest.NewLog(t)
	secret := "ghp_" + strings.Repeat("a1B2", 9)
	if _, err := commandtest.Operator(log).Close(context.Background(), commandtest.Session.Lane(), "the token was "+secret); err != nil {
		t.Fatal(err)
	}
	for _, line := range commandtest.Lines(t, log) {
		if strings.Contains(string(line), secret) {
			t.Errorf("the log holds the secret: %s", line)
		}
	}
}

func TestCopyTakesWhatWasSealedInAnotherForm(t *testing.T) {
	from := commandtest.NewLog(t)
	if _, err := record.NewRecorder(from, commandtest.Scrubber, domain.TrustHigh).
		Record(context.Background(), []domain.Draft{commandtest.Said("a", "1")}); err != nil {
		t.Fatal(err)
	}
	exported := string(commandtest.Lines(t, from)[1])
	for name, row := range map[string]struct {
		line   string
		reason string // "": it is imported
	}{
		"as it was exported": {exported, ""},
		"spaced":             {strings.NewReplacer(`{"`, `{ "`, `":`, `": `).Replace(exported), ""},
		"with other data":    {strings.Replace(exported, `"role":"user"`, `"role":"assistant"`, 1), "RFC 8785"},
	} {
		t.Run(name, func(t *testing.T) {
			into := commandtest.NewLog(t)
			got := copyLines(t, into, [][]byte{[]byte(row.line)})
			if row.reason != "" {
				if got.Imported != 0 || len(got.Unreadable) != 1 || !strings.Contains(got.Unreadable[0].Reason, row.reason) {
					t.Fatalf("report %+v, want a line that is unreadable because of %s", got, row.reason)
				}
				return
			}
			if got.Imported != 1 {
				t.Fatalf("report %+v, want one event imported", got)
			}
			want, copied := commandtest.Events(t, from, eventlog.Query{})[1], commandtest.Events(t, into, eventlog.Query{Stream: commandtest.Session.Stream()})[0]
			if seal.Core(&copied) != seal.Core(&want) || string(copied.Data) != string(want.Data) {
				t.Errorf("data %s, want %s", copied.Data, want.Data)
			}
		})
	}
}
