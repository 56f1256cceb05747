package logtest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/memlog"
)

// Model runs random operations on an engine and on memlog side by side, and
// compares receipts, errors and what is read. The engine is one whose positions
// are gapless and whose ids are global.
func Model(t *testing.T, open func(t *testing.T, o Options) eventlog.Log) {
	rapid.Check(t, func(rt *rapid.T) {
		m := newPair(t, rt, open)
		defer m.close()
		rt.Repeat(map[string]func(*rapid.T){
			"append":         m.append,
			"append one":     m.appendOne,
			"append several": m.appendSeveral,
			"read":           m.read,
			"get":            m.get,
			"wait":           m.wait,
			"":               m.compareHeads,
		})
		m.readBoth(rt, eventlog.Query{})
	})
}

// pair is an engine and the model, given the same clock and random bytes.
type pair struct {
	ctx           context.Context
	clock         *clock
	engine, model eventlog.Log
}

func newPair(t *testing.T, rt *rapid.T, open Open) *pair {
	p := &pair{ctx: context.Background(), clock: newClock()}
	o := Options{Now: p.clock.Now, Random: constant(7), Name: "model"}
	p.engine = open(t, o)
	model, err := memlog.Open(memlog.Options{Now: o.Now, Random: o.Random, Name: o.Name})
	if err != nil {
		rt.Fatal(err)
	}
	p.model = model
	return p
}

func (p *pair) close() {
	_ = p.model.Close() // memlog has nothing to lose
	_ = p.engine.Close()
}

// constant gives one byte for ever, so that engines may draw in any order.
type constant byte

// Read fills b.
func (c constant) Read(b []byte) (int, error) {
	copy(b, bytes.Repeat([]byte{byte(c)}, len(b)))
	return len(b), nil
}

var _ io.Reader = constant(0)

func (p *pair) append(t *rapid.T) {
	stream, drafts := drawAppend(t)
	p.appendBoth(t, stream, drafts)
}

// drawAppend draws what one append records.
func drawAppend(t *rapid.T) (domain.StreamID, []domain.Draft) {
	session := drawSession(t)
	drafts := make([]domain.Draft, rapid.IntRange(0, 4).Draw(t, "drafts"))
	for i := range drafts {
		drafts[i] = drawModelDraft(t, session)
	}
	return message(session, 1).Stream, drafts
}

func (p *pair) appendSeveral(t *rapid.T) {
	batches := make([]eventlog.Batch, rapid.IntRange(0, 5).Draw(t, "batches"))
	for i := range batches {
		stream, drafts := drawAppend(t)
		batches[i] = eventlog.Batch{Stream: stream, Want: drawExpect(t), Drafts: drafts}
	}
	wanted, wantErr := eventlog.AppendBatches(p.ctx, p.model, batches)
	got, err := eventlog.AppendBatches(p.ctx, p.engine, batches)
	sameError(t, wantErr, err)
	same(t, "number of receipts", len(wanted), len(got))
	for i := range wanted {
		if len(wanted[i])+len(got[i]) > 0 {
			same(t, "receipts", wanted[i], got[i])
		}
	}
}

func (p *pair) appendOne(t *rapid.T) {
	d := drawModelDraft(t, drawSession(t))
	p.appendBoth(t, d.Stream, []domain.Draft{d})
}

func (p *pair) appendBoth(t *rapid.T, stream domain.StreamID, drafts []domain.Draft) {
	want := drawExpect(t)
	wanted, wantErr := p.model.Append(p.ctx, stream, want, drafts)
	got, err := p.engine.Append(p.ctx, stream, want, drafts)
	sameError(t, wantErr, err)
	if err == nil && len(wanted)+len(got) > 0 {
		same(t, "receipts", wanted, got)
	}
}

func (p *pair) read(t *rapid.T) {
	q := eventlog.Query{
		After:        domain.PositionAt(rapid.Uint64Range(0, 12).Draw(t, "after")),
		Until:        domain.PositionAt(rapid.Uint64Range(0, 12).Draw(t, "until")),
		Limit:        rapid.IntRange(0, 5).Draw(t, "limit"),
		EnvelopeOnly: rapid.Bool().Draw(t, "envelope only"),
	}
	if rapid.Bool().Draw(t, "one stream") {
		q.Stream = message(drawSession(t), 1).Stream
		q.AfterRevision = domain.Revision(rapid.Uint64Range(0, 4).Draw(t, "after revision"))
	}
	p.readBoth(t, q)
}

func (p *pair) readBoth(t *rapid.T, q eventlog.Query) {
	wanted, wantErr := collect(p.model.Read(p.ctx, q))
	got, err := collect(p.engine.Read(p.ctx, q))
	sameError(t, wantErr, err)
	same(t, "events", wanted, got)
}

func (p *pair) get(t *rapid.T) {
	id := message(drawSession(t), drawNumber(t)).ID
	wanted, wantErr := p.model.Get(p.ctx, id)
	got, err := p.engine.Get(p.ctx, id)
	sameError(t, wantErr, err)
	same(t, "event", wanted, got)
}

func (p *pair) wait(t *rapid.T) {
	p.clock.add(time.Duration(rapid.Int64Range(-3000, 3000).Draw(t, "milliseconds")) * time.Millisecond)
}

// compareHeads holds after every operation.
func (p *pair) compareHeads(t *rapid.T) {
	wanted, wantErr := p.model.Head(p.ctx)
	got, err := p.engine.Head(p.ctx)
	sameError(t, wantErr, err)
	same(t, "head", wanted, got)
}

// sameError compares errors by sentinel, kind and target.
func sameError(t *rapid.T, want, got error) {
	for _, s := range sentinels {
		if errors.Is(want, s) != errors.Is(got, s) {
			t.Fatalf("error of the engine: %v, of the model: %v", got, want)
		}
	}
	if (want == nil) != (got == nil) {
		t.Fatalf("error of the engine: %v, of the model: %v", got, want)
	}
	var wanted, typed *domain.Error
	if errors.As(want, &wanted) && errors.As(got, &typed) {
		same(t, "kind of the error", wanted.Kind, typed.Kind)
		same(t, "target of the error", wanted.Target, typed.Target)
	}
}

func drawSession(t *rapid.T) string {
	return rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "session")
}

func drawNumber(t *rapid.T) int { return rapid.IntRange(1, 5).Draw(t, "number") }

func drawExpect(t *rapid.T) eventlog.Expect {
	return rapid.SampledFrom([]eventlog.Expect{eventlog.Any, eventlog.Any, eventlog.Any, eventlog.None, eventlog.Exists,
		eventlog.At(1), eventlog.At(2), eventlog.At(3), eventlog.At(4)}).Draw(t, "want")
}

// drawModelDraft draws one of few ids, mostly with the content that belongs to it.
func drawModelDraft(t *rapid.T, session string) domain.Draft {
	d := message(session, drawNumber(t))
	switch rapid.IntRange(0, 11).Draw(t, "oddity") {
	case 0:
		d.Source.Trust = domain.TrustLow
	case 1:
		d.Emitter = ""
	case 2:
		d.ID = message("a", 1).ID
	case 3:
		d.Stream = message("b", 1).Stream
	case 4:
		d.Data = append([]byte(" \n"), d.Data...)
	case 5:
		d.Salt = &domain.Salt{1}
	case 6:
		d.Data = []byte(`{"role":"villain"}`)
	}
	return d
}
