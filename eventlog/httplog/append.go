package httplog

import (
	"bytes"
	"context"
	"net/url"

	"github.com/cockroachdb/errors"
	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// Append implements [eventlog.Log]. Drafts with a salt are refused: such events are forwarded. After an answer
// that was lost, what was appended then is answered as repeated.
func (l *Log) Append(ctx context.Context, stream domain.StreamID, want eventlog.Expect, drafts []domain.Draft) ([]eventlog.Receipt, error) {
	const operation = "append"
	if err := l.life.BeginAppend(ctx); err != nil {
		return nil, err
	}
	defer l.life.EndAppend()
	if len(drafts) == 0 {
		return nil, nil
	}
	if l.options.ReadOnly {
		return nil, eventlog.Fail(eventlog.ErrReadOnly, &domain.Error{Kind: domain.ErrUsage, Operation: operation, Target: l.at.String(),
			Message: "the log was opened for reading only"})
	}
	body, err := l.body(stream, drafts)
	if err != nil {
		return nil, err
	}
	a, err := l.ask(ctx, operation, request{path: "/v1/events", query: url.Values{"atomic": {"true"}, "expect": {want.String()}}, body: body})
	if err != nil {
		return nil, refusal(l.typed(ctx, operation, err))
	}
	return l.receipts(a, len(drafts))
}

// body is drafts as lines, which the server would take.
//
// Errors: [eventlog.ErrInvalid].
func (l *Log) body(stream domain.StreamID, drafts []domain.Draft) ([]byte, error) {
	if err := eventlog.CheckBatch(stream, drafts); err != nil {
		return nil, err
	}
	var lines bytes.Buffer
	for i := range drafts {
		if drafts[i].Salt != nil {
			return nil, eventlog.Fail(eventlog.ErrInvalid, &domain.Error{Kind: domain.ErrUsage, Operation: "append", Target: drafts[i].ID.String(),
				Message: "a log over HTTP draws the salt of an event itself", Hint: forwardInstead})
		}
		e, err := eventlog.Prepare(&drafts[i], nil)
		if err != nil {
			return nil, err
		}
		line, err := eventlog.DraftLine(&e.Draft)
		if err != nil {
			return nil, err
		}
		lines.Write(append(line, '\n'))
	}
	return lines.Bytes(), nil
}

const forwardInstead = "record it in a log of this machine, and forward that log to the server"

// refusal is the error of an append that was refused: nothing was written.
func refusal(err error) error {
	var e *domain.Error
	if !errors.As(err, &e) {
		return err
	}
	if e.Kind == domain.ErrPolicy {
		told := *e
		if told.Hint != "" {
			told.Hint += "; or "
		}
		told.Hint += forwardInstead
		return eventlog.Fail(eventlog.ErrInvalid, &told)
	}
	if e.Kind == domain.ErrUsage || e.Kind == domain.ErrParse {
		return eventlog.Fail(eventlog.ErrInvalid, err)
	}
	return err
}

// receipts reads the receipts of an append.
//
// Errors: kind unavailable for an answer that holds others.
func (l *Log) receipts(a *answer, count int) ([]eventlog.Receipt, error) {
	var all []eventlog.Receipt
	for text := range bytes.Lines(a.body) {
		var r eventlog.ReceiptLine
		if err := json.Unmarshal(text, &r); err != nil {
			return nil, l.foreign("append", "it answers with no receipt").Because(err)
		}
		all = append(all, eventlog.Receipt{ID: r.ID, Stream: r.Stream, Revision: domain.Revision(r.Revision),
			Position: domain.PositionAt(r.Position), Leaf: r.Leaf, Repeated: r.Repeated})
	}
	if len(all) != count {
		return nil, l.foreign("append", "it answers with other receipts")
	}
	return all, nil
}
