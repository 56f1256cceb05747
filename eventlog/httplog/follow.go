package httplog

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"iter"
	"net/http"
	"net/url"
	"time"

	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

const (
	mostFrame = 8 << 20 // bytes of a line of a stream
	// idle is after how long without a word a stream is given up; the server sends a heartbeat much sooner.
	idle = time.Minute
)

// Follow implements [eventlog.Log].
func (l *Log) Follow(ctx context.Context, q eventlog.Query) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		const operation = "follow"
		s := selection{Query: q}
		for tried := 0; !s.done(); tried++ {
			err := l.life.Usable(ctx, operation)
			if err == nil {
				before := s.After
				err = l.stream(ctx, operation, &s, yield)
				if s.After != before {
					tried = 0
				}
			}
			switch {
			case errors.Is(err, errEnough):
				return
			case err != nil && (!isRetryable(err) || !l.life.Pause(ctx, tried, time.Time{}, 0)):
				yield(domain.Event{}, l.typed(ctx, operation, err))
				return
			}
		}
	}
}

// errEnough ends a stream whose caller has what it wants.
var errEnough = errors.New("enough")

// stream yields the events of one connection, until it breaks.
//
// Errors: errEnough; retryable ones of a connection; the error that ends the stream.
func (l *Log) stream(ctx context.Context, operation string, s *selection, yield func(domain.Event, error) bool) error {
	ctx, cancel := l.life.Alive(ctx)
	defer cancel()
	silent := time.AfterFunc(idle, cancel)
	defer silent.Stop()
	query := url.Values{"last_event_id": {number(s.After)}}
	if !s.Stream.IsZero() && s.Until.IsZero() { // else the events of others say when Until is passed
		query.Set("stream", s.Stream.String())
	}
	response, err := l.send(ctx, operation, request{path: "/v1/stream/events", query: query})
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		body, err := io.ReadAll(io.LimitReader(response.Body, mostAnswer))
		if err != nil {
			return l.unreachable(operation, err)
		}
		return l.refused(operation, response, body)
	}
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, mostFrame)
	for f := (frame{}); lines.Scan(); {
		silent.Reset(idle)
		if !f.add(lines.Bytes()) {
			continue
		}
		if err := s.frame(&f, yield); err != nil {
			return err
		}
		f = frame{}
	}
	return l.unreachable(operation, errors.Join(lines.Err(), io.ErrUnexpectedEOF))
}

// frame is one message of a stream.
type frame struct {
	name string
	data []byte
}

// The fields of a frame that are read, and the name of one that holds an event.
var fieldName, fieldData = []byte("event: "), []byte("data: ")

const eventFrame = "event"

// add adds a line, and reports whether the frame is whole: an empty line ends it. What is cut off before that
// is no frame.
func (f *frame) add(line []byte) (whole bool) {
	if value, is := bytes.CutPrefix(line, fieldName); is {
		f.name = string(value)
	}
	if value, is := bytes.CutPrefix(line, fieldData); is {
		f.data = bytes.Clone(value)
	}
	return len(line) == 0
}

// frame yields the event of a frame.
//
// Errors: errEnough; the error that a frame of another kind reports, such as that of a damaged event.
func (s *selection) frame(f *frame, yield func(domain.Event, error) bool) error {
	if f.data == nil { // a heartbeat
		return nil
	}
	if f.name != eventFrame {
		if e := errorIn(f.data); e != nil {
			return e
		}
		return nil // of a later version: it contains nothing that was requested
	}
	e, err := eventOf(f.data)
	if err != nil {
		return err
	}
	if e, wanted := s.take(e); wanted && !yield(e, nil) || s.done() {
		return errEnough
	}
	return nil
}
