package forward_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/consumers/forward"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/world"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/memlog"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/projections/feed"
)

var teams = flag.Int("claw.teams", 3, "how many teams of five machines the campaign has")

// logAt is a log in memory with a clock.
func logAt(t *testing.T, now time.Time) eventlog.Log {
	t.Helper()
	log, err := memlog.Open(memlog.Options{Name: "test", Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = log.Close() })
	return log
}

var noon = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

// idOf is the id of a log.
func idOf(t *testing.T, log eventlog.Log) string {
	t.Helper()
	head, err := log.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return head.ID
}

// appended appends drafts one by one.
func appended(t *testing.T, log eventlog.Log, drafts ...domain.Draft) {
	t.Helper()
	for _, d := range drafts {
		if _, err := log.Append(t.Context(), d.Stream, eventlog.Any, []domain.Draft{d}); err != nil {
			t.Fatal(err)
		}
	}
}

// team takes lines into a log, and fails before or after it did as dice say.
type team struct {
	receiver *importing.Receiver
	from     string
	dice     *rand.Rand // nil: it never fails
	kill     func()     // kills the forwarder; nil: nothing does
	reports  []importing.LineReport
}

var errCut = &domain.Error{Kind: domain.ErrUnavailable, Operation: "forward", Message: "cut off", Retryable: true}

// Take implements [forward.Team].
func (f *team) Take(_ context.Context, held domain.EventID, lines []byte) (forward.Taken, error) {
	roll := 0
	if f.dice != nil {
		roll = f.dice.IntN(6)
	}
	if roll == 1 {
		return forward.Taken{}, errCut
	}
	if roll == 2 { // killed before it was sent
		f.kill()
		return forward.Taken{}, errCut
	}
	if err := f.receiver.Holds(context.Background(), held); err != nil {
		return forward.Taken{}, err
	}
	report, err := f.receiver.Take(context.Background(), producers.Lines(bytes.NewReader(lines)), f.from, "")
	if err != nil {
		return forward.Taken{}, err
	}
	f.reports = append(f.reports, *report)
	switch roll {
	case 3: // done, but the answer is lost
		return forward.Taken{}, errCut
	case 4: // done, and killed before the cursor is written
		f.kill()
		return forward.Taken{}, errCut
	}
	return forward.Taken{New: report.Imported, Known: report.AlreadyKnown, Refused: report.Lines - report.Imported - report.AlreadyKnown}, nil
}

// machine is a log whose events are forwarded.
type machine struct {
	log  eventlog.Log
	id   string
	file string // of the cursor
	to   *team
	last forward.Status
}

func machineOf(t *testing.T, log eventlog.Log, to *importing.Receiver, dice *rand.Rand) *machine {
	t.Helper()
	id := idOf(t, log)
	return &machine{log: log, id: id, file: filepath.Join(t.TempDir(), "cursor.json"), to: &team{receiver: to, from: id, dice: dice}}
}

// config is the forwarding of the machine, with a clock that never waits.
func (m *machine) config(p forward.Policy) forward.Config {
	return forward.Config{Log: m.log, LogID: m.id, Team: m.to, To: "the team", File: m.file, Policy: p, Now: func() time.Time { return noon },
		Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }, Random: func() float64 { return 0.5 }, Tell: func(s forward.Status) { m.last = s }}
}

// forward forwards what is there, in as many lives as it takes.
func (m *machine) forward(p forward.Policy) error {
	for done := false; !done; {
		ctx, cancel := context.WithCancel(context.Background())
		m.to.kill = cancel
		c := m.config(p)
		c.Tell = func(s forward.Status) {
			if m.last = s; s.Err == nil {
				done = true
				cancel()
			}
		}
		err := forward.Run(ctx, c)
		cancel()
		if err != nil && !errors.Is(err, context.Canceled) {
			return err
		}
	}
	return nil
}

// outcomes are the documents of the lanes of a log.
func outcomes(t *testing.T, log eventlog.Log) string {
	t.Helper()
	w, heard := world.New(lane.Options{}), feed.NewAmendments(nil, nil, nil)
	for e, err := range log.Read(t.Context(), eventlog.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		heard.Hear(&e)
		w.AddEvent(&e)
	}
	text, err := json.MarshalIndent(w.Outcomes(), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
