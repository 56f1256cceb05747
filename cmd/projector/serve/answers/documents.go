package answers

import (
	"bytes"
	"context"
	"io"
	"slices"

	"github.com/cockroachdb/errors"
	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/cmd/projector/serve/rows"
	"github.com/clawable/claw/consumers/history"
	"github.com/clawable/claw/consumers/httpapi"
	"github.com/clawable/claw/consumers/live"
	"github.com/clawable/claw/domain"
)

// documents follows what a verb prints, and keeps it in the history.
//
// Errors: those of the history.
func (s *Streams) documents(q httpapi.Question) (*follower, error) {
	if s.history == nil {
		opened, err := history.Open(s.file)
		if err != nil {
			return nil, err
		}
		s.history = opened
	}
	kept, err := s.history.Feed(keyOf(q), rows.Essence(q.Verb))
	if err != nil {
		return nil, err
	}
	d := &documents{streams: s, question: q, kept: kept, hub: live.NewHub(kept.Last(), s.limits)}
	feed := &httpapi.Feed{Hub: d.hub, Source: d, Epoch: kept.Epoch(), Head: func(context.Context) (uint64, error) { return kept.Last(), nil }}
	if q.Verb == "watch" {
		return s.start(feed, d.watch), nil
	}
	return s.start(feed, rows.New(d, q, kept).Follow), nil
}

// documents makes the frames of the documents of one question. Its methods but After are for its one
// follower.
type documents struct {
	streams  *Streams
	question httpapi.Question
	kept     *history.Feed
	hub      *live.Hub
}

// After implements [live.Source].
func (d *documents) After(_ context.Context, after uint64, limit int) ([]live.Frame, error) {
	entries, err := d.kept.After(after, limit)
	return d.frames(entries), err
}

func (d *documents) frames(entries []history.Entry) []live.Frame {
	frames := make([]live.Frame, len(entries))
	for i, e := range entries {
		frames[i] = live.Frame{Number: e.Number, Text: live.Encode(live.ID(d.kept.Epoch(), e.Number), e.Event, e.Document)}
	}
	return frames
}

// Publish implements [rows.Source].
func (d *documents) Publish(entries []history.Entry) error {
	news, err := d.kept.Record(entries)
	if err != nil {
		return err
	}
	d.hub.Publish(d.frames(news)...)
	return nil
}

// Ask implements [rows.Source].
func (d *documents) Ask(ctx context.Context, more []httpapi.Flag, w io.Writer) error {
	q := d.question
	q.Flags = slices.Concat(more, q.Flags)
	return d.streams.reader.Answer(ctx, q, w)
}

// Changed implements [rows.Source].
func (d *documents) Changed(ctx context.Context, after uint64, read, now domain.Instant) (lanes []domain.LaneID, position uint64, every bool, err error) {
	return d.streams.reader.changed(ctx, after, read, now)
}

// Await implements [rows.Source].
func (d *documents) Await(ctx context.Context, after uint64) error {
	return view.Projected{Log: d.streams.reader.log}.Await(ctx, domain.PositionAt(after))
}

// Now implements [rows.Source].
func (d *documents) Now() domain.Instant { return domain.At(d.streams.reader.program.Now()) }

// watch follows claw watch under a separate name: first up to now, then later events.
func (d *documents) watch(ctx context.Context, ready func()) error {
	q := d.question
	q.Flags = append([]httpapi.Flag{{Name: "from", Value: "start"}}, q.Flags...)
	if d.streams.file != "" {
		q.Flags = append(q.Flags, httpapi.Flag{Name: "name", Value: "serve-" + shortOf(d.question)})
	}
	held := d.streams.reader.newHeld()
	lines := &outcomeWriter{to: d}
	once := q
	once.Flags = append([]httpapi.Flag{{Name: "once", Value: "true"}}, q.Flags...)
	err := d.streams.reader.answer(ctx, held, once, lines)
	if err == nil {
		ready()
		err = d.streams.reader.answer(ctx, held, q, lines)
	}
	return errors.CombineErrors(err, held.Model.Close())
}

// outcomeWriter takes the lines of claw watch.
type outcomeWriter struct {
	to   *documents
	part []byte // of a line that is not whole
}

// Write stores and sends whole lines. When it returns, they are durable: the verb then marks them as
// delivered.
func (w *outcomeWriter) Write(p []byte) (int, error) {
	text := append(w.part, p...)
	var entries []history.Entry
	for {
		line, rest, whole := bytes.Cut(text, []byte("\n"))
		if !whole {
			break
		}
		entry, err := outcomeEntry(line)
		if err != nil {
			return 0, err
		}
		entries, text = append(entries, entry), rest
	}
	w.part = bytes.Clone(text)
	return len(p), w.to.Publish(entries)
}

// outcomeEntry is a line of claw watch. Its key identifies what it reports: an outcome, or a change of rules.
func outcomeEntry(line []byte) (history.Entry, error) {
	var said struct {
		Kind        string `json:"kind"`
		Seq         uint64 `json:"seq"`
		Fingerprint string `json:"outcome_fingerprint"`
	}
	if err := json.Unmarshal(line, &said); err != nil {
		return history.Entry{}, errors.Wrap(err, "read a line of claw watch")
	}
	key := said.Fingerprint
	if key == "" {
		key = live.ID(said.Kind, said.Seq)
	}
	return history.Entry{Key: key, Event: said.Kind, Document: bytes.Clone(line)}, nil
}
