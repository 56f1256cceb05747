package commandtest

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"sync/atomic"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/memlog"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/scrub"
)

// NewLog is an empty log in memory, closed when the test ends.
func NewLog(t *testing.T) eventlog.Log {
	t.Helper()
	log, err := memlog.Open(memlog.Options{Name: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := log.Close(); err != nil {
			t.Error(err)
		}
	})
	return log
}

// Scrubber is one for all tests: it compiles its rules once.
var Scrubber = scrub.New()

// Session is the session of the drafts.
const Session = domain.SessionID("agent/s1")

// Said is a draft of a message of the session.
func Said(key, text string) domain.Draft { return SaidIn(Session, key, text) }

// SaidIn is a draft of a message of a session.
func SaidIn(session domain.SessionID, key, text string) domain.Draft {
	d := producers.Envelope("agent", session)
	_, own := session.Split()
	d.ID = domain.RecordEventID(d.ObservedAt.Time(), "agent", own, key, "message")
	d.Kind = domain.KindMessageRecorded
	b, err := eventlog.Encode(&domain.MessageRecorded{Role: domain.RoleUser, Text: domain.TextOf(text)})
	if err != nil {
		panic(err)
	}
	d.Data = b
	return d
}

// By is a draft as an emitter sends it.
func By(emitter string, d domain.Draft) domain.Draft {
	d.Emitter = domain.EmitterID(emitter)
	return d
}

// Events are the events that a query finds.
func Events(t *testing.T, log eventlog.Log, q eventlog.Query) []domain.Event {
	t.Helper()
	var all []domain.Event
	for e, err := range log.Read(context.Background(), q) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, e)
	}
	return all
}

// Lines are the events of a log as an export writes them.
func Lines(t *testing.T, log eventlog.Log) [][]byte {
	t.Helper()
	var out [][]byte
	for _, e := range Events(t, log, eventlog.Query{}) {
		out = append(out, seal.Line(&e, nil))
	}
	return out
}

// Operator acts on a log at one time, with ids that count up. Several may act by it at once.
func Operator(log eventlog.Log) *record.Operator {
	var n atomic.Uint64
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	return record.NewOperator(log, Scrubber, "operator/ada", func() domain.Instant { return domain.At(at) },
		func() ulid.ULID {
			var id ulid.ULID
			binary.BigEndian.PutUint64(id[8:], n.Add(1))
			return id
		})
}

// OperatorOf acts on a log by a clock, with random ids.
func OperatorOf(log eventlog.Log, now func() time.Time) *record.Operator {
	newID := func() ulid.ULID { return ulid.MustNew(ulid.Timestamp(now()), rand.Reader) }
	return record.NewOperator(log, Scrubber, "operator/test", func() domain.Instant { return domain.At(now()) }, newID)
}

// Commits is a log that lists how many events each of its commits took.
type Commits struct {
	eventlog.Log
	Of []int
}

// AppendBatches implements [eventlog.BatchAppender].
func (c *Commits) AppendBatches(ctx context.Context, batches []eventlog.Batch) ([][]eventlog.Receipt, error) {
	n := 0
	for _, b := range batches {
		n += len(b.Drafts)
	}
	c.Of = append(c.Of, n)
	return eventlog.AppendBatches(ctx, c.Log, batches)
}
