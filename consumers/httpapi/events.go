package httpapi

import (
	"bytes"
	"context"
	"net/http"
	"strconv"

	"github.com/cockroachdb/errors"
	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
)

const (
	eventsVerb    = "log read"
	defaultEvents = 1000    // of a page
	mostBytes     = 8 << 20 // after which a page ends
)

// events answers with one page of events, the lines of claw log read. A caller pages on after the
// position of the last line. A page that holds events and could not be finished ends with the error
// document in one line.
func (a *API) events(ctx context.Context, in *eventsParams) (*answer, error) {
	if in.Limit == 0 {
		in.Limit = defaultEvents
	}
	if err := a.readable(ctx, eventsVerb); err != nil {
		return nil, a.failed(ctx, err)
	}
	head, err := a.heads.now(ctx)
	if err != nil {
		return nil, a.failed(ctx, err)
	}
	lines := &lineWriter{most: mostBytes}
	err = a.Reader.Answer(ctx, questionOf(eventsVerb, in), lines)
	if err != nil && !lines.full {
		if lines.count == 0 {
			return nil, a.failed(ctx, errors.Wrap(err, "read events"))
		}
		if err := lines.end(problemOf(err)); err != nil {
			return nil, a.failed(ctx, err)
		}
	}
	if err := a.readable(ctx, eventsVerb); err != nil {
		return nil, a.failed(ctx, err)
	}
	out := &answer{Status: http.StatusOK, ContentType: "application/jsonl", Position: strconv.FormatUint(head.Position.Number(), 10), Body: lines.text.Bytes()}
	if lines.full || lines.count == in.Limit {
		last, err := lines.last()
		if err != nil {
			return nil, a.failed(ctx, err)
		}
		out.Link = nextLink(requestOf(ctx).url, "after", strconv.FormatUint(last, 10))
	}
	return out, nil
}

// lineWriter takes whole lines until it is full.
type lineWriter struct {
	text  bytes.Buffer
	most  int // bytes, which the first line may exceed
	count int // lines
	full  bool
}

// errFull ends the verb that writes: the page is full.
var errFull = errors.New("the page is full")

// Write takes lines. It is given whole lines, or a large part of several: what is cut off at the end of
// the page is dropped.
func (l *lineWriter) Write(p []byte) (int, error) {
	if _, err := l.text.Write(p); err != nil {
		return 0, err
	}
	l.count += bytes.Count(p, []byte("\n"))
	if l.text.Len() < l.most || l.count == 0 { // a first line that is longer than a page is a page
		return len(p), nil
	}
	l.text.Truncate(bytes.LastIndexByte(l.text.Bytes(), '\n') + 1)
	l.full = true
	return len(p), errFull
}

// last is the position of the last line.
func (l *lineWriter) last() (uint64, error) {
	text := bytes.TrimSuffix(l.text.Bytes(), []byte("\n"))
	var e struct {
		Position uint64 `json:"position"`
	}
	err := json.Unmarshal(text[bytes.LastIndexByte(text, '\n')+1:], &e)
	return e.Position, errors.Wrap(err, "read the last line of the page")
}

// end adds an error as the last line.
func (l *lineWriter) end(p *problem) error {
	line, err := json.Marshal(p, json.Deterministic(true))
	if err == nil {
		_, err = l.text.Write(append(line, '\n'))
	}
	return errors.Wrap(err, "write the error of a page")
}

// receipt answers with the receipt of an event of the log, as its append was answered.
func (a *API) receipt(ctx context.Context, in *receiptParams) (*answer, error) {
	id, err := domain.ParseEventID(in.Event)
	if err != nil {
		return nil, a.failed(ctx, err)
	}
	e, err := a.Log.Get(ctx, id)
	if err != nil {
		return nil, a.failed(ctx, errors.Wrapf(err, "get event %s", id))
	}
	var body bytes.Buffer
	r := eventlog.Receipt{ID: e.ID, Stream: e.Stream, Revision: e.Revision, Position: e.Position, Leaf: seal.Leaf(&e), Repeated: true}
	if err := writeJSON(&body, r.Line()); err != nil {
		return nil, a.failed(ctx, errors.Wrap(err, "write a receipt"))
	}
	document, err := rememberedOf(body.Bytes(), e.Position.Number())
	if err != nil {
		return nil, a.failed(ctx, err)
	}
	return answered(ctx, &document, in.held()), nil
}
