package httplog

import (
	"bytes"
	"context"
	"iter"
	"net/url"
	"strconv"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// mostEvents of one page, which the server bounds by its bytes too.
const mostEvents = 10_000

// page is a page of events.
type page struct {
	events []domain.Event
	head   domain.Position // of the log before the page was read
	more   bool            // there may be further events
	damage error           // of what comes after the last of events; nil for none
}

// Read implements [eventlog.Log].
func (l *Log) Read(ctx context.Context, q eventlog.Query) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		const operation = "read"
		s := selection{Query: q}
		for more := !s.done(); more; {
			err := l.life.Usable(ctx, operation)
			var p page
			if err == nil {
				p, err = l.page(ctx, operation, s.Query)
			}
			for i := range p.events {
				if e, wanted := s.take(p.events[i]); wanted && !yield(e, nil) || s.done() {
					return
				}
			}
			if err == nil {
				err = p.damage
			}
			if err != nil {
				yield(domain.Event{}, err)
				return
			}
			if more = p.more; s.Until.IsZero() {
				s.Until = p.head // the log as it was at the first page
				more = more && s.Until.After(s.After)
			}
		}
	}
}

// selection is a query under way: After is where it is.
type selection struct {
	eventlog.Query
	taken int
}

// take moves the selection to an event, and returns it as the query wants it.
func (s *selection) take(e domain.Event) (_ domain.Event, wanted bool) {
	s.After = e.Position
	if !s.Until.IsZero() && e.Position.After(s.Until) || !s.Stream.IsZero() && (e.Stream != s.Stream || e.Revision <= s.AfterRevision) {
		return e, false
	}
	if s.EnvelopeOnly {
		e.Data, e.Salt = nil, nil
	}
	s.taken++
	return e, true
}

// done reports whether the selection is at its end.
func (s *selection) done() bool {
	return s.Limit > 0 && s.taken == s.Limit || !s.Until.IsZero() && !s.Until.After(s.After)
}

// page reads the first page of what a query selects; the revision is not looked at.
//
// Errors: typed ones of the server.
func (l *Log) page(ctx context.Context, operation string, q eventlog.Query) (page, error) {
	limit := mostEvents
	if q.Limit > 0 && q.AfterRevision == 0 {
		limit = min(limit, q.Limit)
	}
	a, err := l.ask(ctx, operation, request{path: "/v1/events", query: queryOf(q, limit)})
	if err != nil {
		return page{}, l.typed(ctx, operation, err)
	}
	p := page{more: a.header.Get("Link") != ""}
	head, err := strconv.ParseUint(a.header.Get("Claw-As-Of-Position"), 10, 63)
	if err != nil {
		return page{}, l.foreign(operation, "it names no position")
	}
	p.head = domain.PositionAt(head)
	return p, p.read(ctx, l, operation, a.body)
}

// queryOf is a query as parameters.
func queryOf(q eventlog.Query, limit int) url.Values {
	v := url.Values{"limit": {strconv.Itoa(limit)}}
	if !q.After.IsZero() {
		v.Set("after", number(q.After))
	}
	if !q.Until.IsZero() {
		v.Set("until", number(q.Until))
	}
	if !q.Stream.IsZero() {
		v.Set("stream", q.Stream.String())
	}
	return v
}

// read reads the lines of a page. A server skips damaged events and reports the first of them in the last
// line: the events after it are left to the next call.
func (p *page) read(ctx context.Context, l *Log, operation string, body []byte) error {
	if _, last := cutLast(body); len(last) > 0 {
		if e := errorIn(last); e != nil {
			p.damage, body = l.typed(ctx, operation, e), body[:len(bytes.TrimSuffix(body, []byte("\n")))-len(last)]
		}
	}
	at, isDamage := eventlog.DamagedAt(p.damage)
	for line := range bytes.Lines(body) {
		e, err := eventOf(bytes.Clone(line))
		if err != nil {
			return err
		}
		if isDamage && e.Position.After(at) {
			break
		}
		p.events = append(p.events, e)
	}
	return nil
}

// eventOf reads a line.
//
// Errors: [eventlog.ErrCorrupt] for data that are not those of the envelope; kind parse.
func eventOf(line []byte) (domain.Event, error) {
	e, err := eventlog.ParseLine(bytes.TrimSuffix(line, []byte("\n")))
	if err != nil {
		return e, err
	}
	if eventlog.CheckDigest(&e) != nil {
		return e, eventlog.Corrupt(e.Position, "data_digest does not fit salt and data")
	}
	return e, nil
}
