// Package rows follows a list that a verb prints, and publishes its rows that changed. It reads the list once; of the
// board it then asks for the rows alone that may have changed. It opens no log and no read model.
package rows

import (
	"bytes"
	"context"
	"io"
	"slices"
	"time"

	"github.com/cockroachdb/errors"
	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/consumers/history"
	"github.com/clawable/claw/consumers/httpapi"
	"github.com/clawable/claw/domain"
)

const (
	leastPause = 200 * time.Millisecond // between two looks
	// restFactor is how much longer than a look the pause after it is: a large log, whose list takes long,
	// leaves the machine to others.
	restFactor = 9
	// ageEvery is after which time rows are looked at though the log did not change: ages and expiry do.
	ageEvery = 30 * time.Second
	rowsPage = "1000"
	// singly is how many rows are always asked for one by one; of more, only up to an eighth of the list: a page
	// costs less than all its rows alone.
	singly = 16
)

// Source is what the rows of one question are read from, and where changes go.
type Source interface {
	// Ask writes the document of the question with more flags.
	Ask(ctx context.Context, more []httpapi.Flag, w io.Writer) error
	// Changed lists the lanes whose rows on the board may have changed, as [query.ChangedRows] does, as of the
	// head of the log, whose position it returns.
	Changed(ctx context.Context, after uint64, read, now domain.Instant) (lanes []domain.LaneID, position uint64, every bool, err error)
	// Await returns when the log has an event after a position.
	Await(ctx context.Context, after uint64) error
	// Publish keeps entries, and sends those that are news.
	Publish(entries []history.Entry) error
	// Now is the time.
	Now() domain.Instant
}

// Follower follows the list of a question. Not safe for concurrent use.
type Follower struct {
	source   Source
	question httpapi.Question
	kept     *history.Feed
	of       list
	position uint64          // of the log, as of which the rows stand
	read     domain.Instant  // when they were read
	restless map[string]bool // keys of rows that may change by time alone
}

// New follows the list of a question, of which kept has what was sent.
func New(source Source, q httpapi.Question, kept *history.Feed) *Follower {
	return &Follower{source: source, question: q, kept: kept, of: lists[q.Verb], restless: map[string]bool{}}
}

// Follow lists the rows, then looks at them whenever the log has news, and sends those that changed.
func (r *Follower) Follow(ctx context.Context, ready func()) error {
	look := r.whole
	for {
		begun := time.Now()
		if err := look(ctx); err != nil {
			return err
		}
		ready()
		if err := pause(ctx, max(leastPause, restFactor*time.Since(begun))); err != nil {
			return err
		}
		aged, cancel := context.WithTimeout(ctx, ageEvery)
		err := r.source.Await(aged, r.position)
		cancel()
		if err != nil && (ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded)) {
			return err
		}
		if r.question.Verb == "board" && !r.few() {
			look = r.changed
		}
	}
}

// few reports whether the question itself names a lane or a session: its list is short.
func (r *Follower) few() bool {
	return slices.ContainsFunc(r.question.Flags, func(f httpapi.Flag) bool { return f.Name == "lane" || f.Name == "session" })
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// changed asks for the rows that may have changed since the last look, and publishes those that did. Its cost is
// that of these rows.
func (r *Follower) changed(ctx context.Context) error {
	now := r.source.Now()
	lanes, position, every, err := r.source.Changed(ctx, r.position, r.read, now)
	if err != nil {
		return err
	}
	asked := map[string]bool{}
	for _, id := range lanes {
		asked[string(id)] = true
	}
	for key := range r.restless {
		asked[key] = true
	}
	if every || len(asked) > singly && len(asked) > r.kept.Len()/8 {
		return r.whole(ctx)
	}
	for key := range asked {
		page, err := r.page(ctx, now, httpapi.Flag{Name: "lane", Value: key})
		if err == nil && len(page.entries) == 0 {
			err = r.source.Publish(r.missing(key))
		}
		if err != nil {
			return err
		}
	}
	r.position, r.read = position, now
	return nil
}

// whole reads the whole list once and publishes what changed.
func (r *Follower) whole(ctx context.Context) error {
	now := r.source.Now()
	seen := map[string]bool{}
	still := true // no event came between two pages, which would move rows from one to another
	var position uint64
	for cursor := []httpapi.Flag(nil); ; {
		page, err := r.page(ctx, now, cursor...)
		if err != nil {
			return err
		}
		for i := range page.entries {
			seen[page.entries[i].Key] = true
		}
		if position == 0 {
			position = page.position
		}
		if still = still && page.position == position; page.next == "" {
			break
		}
		cursor = []httpapi.Flag{{Name: "cursor", Value: page.next}}
	}
	r.position, r.read = position, now
	if r.of.gone == "" || !still {
		return nil
	}
	var gone []string
	for key := range r.kept.Keys() {
		if !seen[key] {
			gone = append(gone, key)
		}
	}
	return r.source.Publish(r.missing(gone...))
}

// page reads a page of the list, with flags that select from it, and publishes what changed.
func (r *Follower) page(ctx context.Context, now domain.Instant, more ...httpapi.Flag) (*page, error) {
	more = append(more, httpapi.Flag{Name: "limit", Value: rowsPage}, httpapi.Flag{Name: "as-of", Value: now.Time().UTC().Format(time.RFC3339Nano)})
	var text bytes.Buffer
	if err := r.source.Ask(ctx, more, &text); err != nil {
		return nil, err
	}
	p, err := pageOf(text.Bytes(), &r.of)
	if err != nil {
		return nil, errors.Wrapf(err, "read the answer of claw %s", r.question.Verb)
	}
	for key, restless := range p.restless {
		if delete(r.restless, key); restless {
			r.restless[key] = true
		}
	}
	return &p, r.source.Publish(p.entries)
}

// missing are entries of rows that are not listed now, of those that were listed before.
func (r *Follower) missing(keys ...string) (gone []history.Entry) {
	for _, key := range keys {
		delete(r.restless, key)
		if event := r.kept.Event(key); event == "" || event == r.of.gone {
			continue
		}
		text, err := json.Marshal(map[string]string{r.of.key: key})
		if err == nil { // a key is text
			gone = append(gone, history.Entry{Key: key, Event: r.of.gone, Document: text})
		}
	}
	return gone
}
