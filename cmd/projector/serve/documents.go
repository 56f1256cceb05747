package serve

import (
	"bytes"
	"context"
	"time"

	"github.com/cockroachdb/errors"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/cmd/claw/cli/view"
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
	kept, err := s.history.Feed(keyOf(q))
	if err != nil {
		return nil, err
	}
	d := &documents{streams: s, question: q, kept: kept, hub: live.NewHub(kept.Last(), s.limits)}
	feed := &httpapi.Feed{Hub: d.hub, Source: d, Epoch: kept.Epoch(), Head: func(context.Context) (uint64, error) { return kept.Last(), nil }}
	if q.Verb == "watch" {
		return s.start(feed, d.watch), nil
	}
	return s.start(feed, d.compare), nil
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

// publish keeps entries, and sends those that are news.
func (d *documents) publish(entries []history.Entry) error {
	news, err := d.kept.Record(entries)
	if err != nil {
		return err
	}
	d.hub.Publish(d.frames(news)...)
	return nil
}

// watch follows claw watch under a name of its own: first up to now, then on.
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
	return len(p), w.to.publish(entries)
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

// list is a document that lists the rows of a stream.
type list struct {
	rows  string // the member that holds them
	key   string // the member of a row that identifies it
	event string // the frame of a row
	gone  string // the frame of a row that is not listed any more; "": rows stay
}

// lists are the lists that are compared, by their verbs.
var lists = map[string]list{
	"board":         {rows: "lanes", key: "lane", event: "lane", gone: "lane_removed"},
	"approval list": {rows: "approvals", key: "approval", event: "approval"},
}

const (
	leastPause = 200 * time.Millisecond // between two comparisons
	// restFactor is how much longer than a comparison the pause after it is: a large log, whose list takes
	// long, leaves the machine to others.
	restFactor = 9
	// ageEvery is after which time a list is compared though the log did not change: ages and expiry do.
	ageEvery = 30 * time.Second
	rowsPage = "1000"
)

// compare lists the rows whenever the log has news, and sends those that changed.
func (d *documents) compare(ctx context.Context, ready func()) error {
	of := lists[d.question.Verb]
	for {
		begun := time.Now()
		position, err := d.listed(ctx, &of)
		if err != nil {
			return err
		}
		ready()
		if err := pause(ctx, max(leastPause, restFactor*time.Since(begun))); err != nil {
			return err
		}
		aged, cancel := context.WithTimeout(ctx, ageEvery)
		err = view.Projected{Log: d.streams.reader.log}.Await(aged, domain.PositionAt(position))
		cancel()
		if err != nil && (ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded)) {
			return err
		}
	}
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// listed reads the whole list once and publishes what changed. It returns the position of the log as of
// which the list stood.
func (d *documents) listed(ctx context.Context, of *list) (position uint64, err error) {
	q := d.question
	q.Flags = append([]httpapi.Flag{{Name: "limit", Value: rowsPage}, {Name: "as-of", Value: d.streams.reader.program.Now().UTC().Format(time.RFC3339Nano)}}, q.Flags...)
	seen := map[string]bool{}
	still := true // no event came between two pages, which would move rows from one to another
	for asked := q; ; {
		var text bytes.Buffer
		if err := d.streams.reader.Answer(ctx, asked, &text); err != nil {
			return 0, err
		}
		page, err := pageOf(text.Bytes(), of)
		if err != nil {
			return 0, errors.Wrapf(err, "read the answer of claw %s", q.Verb)
		}
		for i := range page.entries {
			seen[page.entries[i].Key] = true
		}
		if err := d.publish(page.entries); err != nil {
			return 0, err
		}
		if position == 0 {
			position = page.position
		}
		if still = still && page.position == position; page.next == "" {
			break
		}
		asked.Flags = append([]httpapi.Flag{{Name: "cursor", Value: page.next}}, q.Flags...)
	}
	if of.gone == "" || !still {
		return position, nil
	}
	return position, d.publish(d.missing(of, seen))
}

// missing are entries of the rows that were listed before and are not now.
func (d *documents) missing(of *list, seen map[string]bool) (gone []history.Entry) {
	for key, event := range d.kept.Keys() {
		if event == of.gone || seen[key] {
			continue
		}
		text, err := json.Marshal(map[string]string{of.key: key})
		if err == nil { // a key is text
			gone = append(gone, history.Entry{Key: key, Event: of.gone, Document: text})
		}
	}
	return gone
}

// rowPage is a page of a list.
type rowPage struct {
	entries  []history.Entry
	position uint64
	next     string
}

// pageOf reads a page of a list.
func pageOf(document []byte, of *list) (p rowPage, err error) {
	var members map[string]jsontext.Value
	var rows []jsontext.Value
	if err = json.Unmarshal(document, &members); err == nil {
		err = json.Unmarshal(members[of.rows], &rows)
	}
	if err == nil {
		err = json.Unmarshal(members["as_of_position"], &p.position)
	}
	if next, ok := members["next_cursor"]; err == nil && ok {
		err = json.Unmarshal(next, &p.next)
	}
	for _, row := range rows {
		if err != nil {
			break
		}
		var id map[string]jsontext.Value
		var key string
		if err = json.Unmarshal(row, &id); err == nil {
			err = json.Unmarshal(id[of.key], &key)
		}
		if err == nil {
			err = row.Compact()
		}
		p.entries = append(p.entries, history.Entry{Key: key, Event: of.event, Document: row})
	}
	return p, err
}
