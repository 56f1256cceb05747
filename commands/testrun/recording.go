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

// Recording is a run in the form in which it is recorded.
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

// Record records the result as the word of an operator about the lane, and the names, the output and
// the stack as a call of the person, whose data can be erased.
//
// Errors: those of the log, and of a signature that is not made; of a call that cannot be recorded.
func (r *Recording) Record(ctx context.Context, by *record.Operator, calls *record.Recorder) (record.Decided, error) {
	stream, err := r.Lane.ID.Stream()
	if err != nil {
		return record.Decided{}, err
	}
	subject := domain.Subject{Lane: domain.Known(r.Lane.ID)}
	if r.Root != "" {
		subject.Worktree = domain.Known(r.Root)
	}
	id := domain.EventID(r.NewID())
	result, err := by.DecideAs(ctx, stream, subject, func([]domain.Event) (domain.EventID, domain.Payload, []domain.EventID, error) {
		return id, r.result(id), r.Lane.Last, nil
	})
	if err != nil {
		return record.Decided{}, err
	}
	return result, r.recordCall(ctx, calls, id)
}

// recordCall records the call, whose item is the event of the result.
func (r *Recording) recordCall(ctx context.Context, calls *record.Recorder, result domain.EventID) error {
	session := domain.MakeSessionID("operator", r.User)
	subject := domain.Subject{Session: domain.Known(session), Item: domain.Known(domain.ItemID(result.String()))}
	boot, before := domain.Epoch(r.NewID()), result
	var drafts []domain.Draft
	for i, p := range []domain.Payload{r.asked(), r.answer()} {
		data, err := eventlog.Encode(p)
		if err != nil {
			return err
		}
		d := domain.Draft{ID: domain.EventID(r.NewID()), Kind: p.Kind(), Version: 1, Stream: session.Stream(), ObservedAt: r.At,
			Emitter: Emitter(r.User), Epoch: boot, Seq: uint64(i) + 1, SeqKind: domain.SeqCount,
			Causes: record.Caused(before), Correlation: r.Run, Subject: subject, Data: data,
			Source: domain.Source{Kind: domain.SourceLive, Channel: "claw-test"}}
		drafts, before = append(drafts, d), d.ID
	}
	results, err := calls.Record(ctx, drafts)
	for i := range results {
		if err == nil && results[i].Fate == record.Refused {
			err = results[i].Err
		}
	}
	return err
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
const callName = "test"

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
