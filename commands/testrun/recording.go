package testrun

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// Emitter is the name under which the runs of a person's tests are recorded; others may not take it.
func Emitter(user string) domain.EmitterID {
	return domain.EmitterID(record.TestEmitter + user)
}

// Recording is a run as the log is told of it.
type Recording struct {
	Report *Report
	Lane   *Lane
	Seen   domain.TestSeen
	Commit domain.CommitID // that was tested, "" where the worktree differs from each
	Root   domain.Path     // of the worktree; "" outside of git
	Argv   []string
	Dir    domain.Path
	User   string
	At     domain.Instant       // of the end
	Run    domain.CorrelationID // of the process
	NewID  func() ulid.ULID
}

// Record appends the result as a fact of the lane, and the names, the output and the stack as a call
// of the person, whose data can be erased. It returns the event of the result.
//
// Errors: those of the log; of a draft that cannot be recorded.
func (r *Recording) Record(ctx context.Context, by *record.Recorder) (domain.EventID, error) {
	stream, err := r.Lane.ID.Stream()
	if err != nil {
		return domain.EventID{}, err
	}
	boot := r.NewID()
	id := domain.EventID(r.NewID())
	session := domain.MakeSessionID("operator", r.User)
	item := domain.Known(domain.ItemID(id.String()))
	result := r.draft(boot, 0, id, stream, domain.Subject{Lane: domain.Known(r.Lane.ID)}, r.Lane.Last)
	call := domain.Subject{Session: domain.Known(session), Item: item}
	asked := r.draft(boot, 1, domain.EventID(r.NewID()), session.Stream(), call, []domain.EventID{id})
	answer := r.draft(boot, 2, domain.EventID(r.NewID()), session.Stream(), call, []domain.EventID{asked.ID})
	if r.Root != "" {
		result.Subject.Worktree = domain.Known(r.Root)
	}
	drafts := []domain.Draft{result, asked, answer}
	for i, p := range []domain.Payload{r.result(id), r.asked(), r.answer()} {
		if drafts[i].Data, err = eventlog.Encode(p); err != nil {
			return domain.EventID{}, err
		}
		drafts[i].Kind = p.Kind()
	}
	results, err := by.Record(ctx, drafts)
	for i := range results {
		if err == nil && results[i].Fate == record.Refused {
			err = results[i].Err
		}
	}
	return id, err
}

// draft is an event of the run without its data.
func (r *Recording) draft(boot ulid.ULID, n uint64, id domain.EventID, stream domain.StreamID, subject domain.Subject, causes []domain.EventID) domain.Draft {
	return domain.Draft{ID: id, Version: 1, Stream: stream, ObservedAt: r.At, Emitter: Emitter(r.User), Epoch: domain.Epoch(boot), Seq: n + 1, SeqKind: domain.SeqCount,
		Causes: causes, Correlation: r.Run, Subject: subject, Source: domain.Source{Kind: domain.SourceLive, Channel: "claw-test"}}
}

// result states how the tests came out.
func (r *Recording) result(id domain.EventID) domain.Payload {
	how, took := r.Report.How.Run(id), r.Report.Took.Milliseconds()
	level, seen := r.Report.How.Level, r.Seen
	seen.Flaky = r.Report.Flaky
	switch r.Report.Result {
	case Passed:
		return &domain.TestPassed{TestRun: how, TestSeen: seen, Level: level, Commit: r.Commit, Passed: r.Report.Passed, Skipped: r.Report.Skipped, DurationMS: took}
	case Hung:
		return &domain.TestHung{TestRun: how, TestSeen: seen, Level: level, Commit: r.Commit, ElapsedMS: took}
	case Failed, None:
	}
	return &domain.TestFailed{TestRun: how, TestSeen: seen, Level: level, Commit: r.Commit, Passed: r.Report.Passed, Failed: r.Report.Failed, Skipped: r.Report.Skipped, DurationMS: took}
}

// callName is the name of the call that holds what may be erased.
const callName = "claw test"

// asked states the command line.
func (r *Recording) asked() domain.Payload {
	input, err := json.Marshal(struct {
		Command []string    `json:"command"`
		CWD     domain.Path `json:"cwd"`
	}{r.Argv, r.Dir})
	if err != nil {
		input = nil
	}
	return &domain.ToolRequested{Name: callName, Input: domain.JSON(input)}
}

// Details are what the call says of the tests by name.
type Details struct {
	FailedTests []string `json:"failed_tests,omitempty"`
	FlakyTests  []string `json:"flaky_tests,omitempty"`
	HungTest    string   `json:"hung_test,omitempty"`
	Stack       string   `json:"stack,omitempty"`
}

// answer states what was printed, and the names of tests.
func (r *Recording) answer() domain.Payload {
	d := Details{FailedTests: r.Report.FailedTests, FlakyTests: r.Report.FlakyTests}
	if h := r.Report.Hanging; h != nil {
		d.HungTest, d.Stack = h.Test, strings.ToValidUTF8(h.Stack, "\uFFFD")
	}
	named, err := json.Marshal(d)
	if err != nil {
		named = nil
	}
	result := domain.ToolResult{Name: callName, ExitCode: r.Report.ExitCode, Output: domain.TextOf(strings.ToValidUTF8(r.Report.Output, "\uFFFD")), Result: domain.JSON(named),
		DurationMS: r.Report.Took.Milliseconds()}
	switch r.Report.Result {
	case Passed:
		return &domain.ToolCompleted{ToolResult: result}
	case Hung:
		return &domain.ToolTimedOut{ToolResult: result, TimeoutMS: r.Report.Hanging.After.Milliseconds()}
	case Failed, None:
	}
	return &domain.ToolFailed{ToolResult: result, ErrorKind: domain.ToolErrExit}
}
