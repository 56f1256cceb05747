package history

import (
	"crypto/sha256"
	"iter"
	"maps"

	"zombiezen.com/go/sqlite"
)

// Entry is the state of one entity of a feed.
type Entry struct {
	Number   uint64 // of the feed, from 1; set by the feed
	Key      string // of the entity
	Event    string // what happened to it
	Document []byte
}

// Feed is one numbered feed of a store. [Feed.Record] is not safe for concurrent use; the rest is.
type Feed struct {
	store   *Store
	id      int64
	epoch   string
	last    uint64
	held    map[string]state
	essence func(document []byte) []byte
}

// state is what is held of an entity.
type state struct {
	event string
	sum   [sha256.Size]byte
}

// Feed opens the feed of a name, which it makes when there is none. essence is the part of a document by which
// another one under the same key is compared with it; nil: all of it.
//
// Errors: kind corrupt when the file is damaged; those of the operating system.
func (s *Store) Feed(name string, essence func(document []byte) []byte) (*Feed, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := &Feed{store: s, held: map[string]state{}, essence: essence}
	err := s.within(func() error {
		return s.each("INSERT OR IGNORE INTO feeds (name, epoch, last) VALUES (?, ?, 0)", nil, name, newEpoch())
	})
	if err == nil {
		err = s.each("SELECT feed, epoch, last FROM feeds WHERE name = ?", func(stmt *sqlite.Stmt) error {
			f.id, f.epoch, f.last = stmt.ColumnInt64(0), stmt.ColumnText(1), uint64(stmt.ColumnInt64(2))
			return nil
		}, name)
	}
	if err == nil {
		err = s.each("SELECT key, event, document FROM entries WHERE feed = ?", func(stmt *sqlite.Stmt) error {
			f.held[stmt.ColumnText(0)] = f.state(stmt.ColumnText(1), blob(stmt, 2))
			return nil
		}, f.id)
	}
	if err != nil {
		return nil, s.failed("read", err)
	}
	return f, nil
}

func blob(stmt *sqlite.Stmt, column int) []byte {
	b := make([]byte, stmt.ColumnLen(column))
	stmt.ColumnBytes(column, b)
	return b
}

// Epoch names the numbering of the feed.
func (f *Feed) Epoch() string { return f.epoch }

// Last is the last number of the feed, 0 for none.
func (f *Feed) Last() uint64 {
	f.store.mu.Lock()
	defer f.store.mu.Unlock()
	return f.last
}

// state is what is held of a document.
func (f *Feed) state(event string, document []byte) state {
	if f.essence != nil {
		document = f.essence(document)
	}
	return state{event, sha256.Sum256(document)}
}

// Len is how many keys the feed has. It goes with [Feed.Record], one at a time.
func (f *Feed) Len() int { return len(f.held) }

// Event is what happened to a key last, "" for one that the feed does not have. It goes with [Feed.Record], one at a
// time.
func (f *Feed) Event(key string) string { return f.held[key].event }

// Keys yields the keys of the feed. It goes with [Feed.Record], one at a time.
func (f *Feed) Keys() iter.Seq[string] { return maps.Keys(f.held) }

// Record keeps entries and returns those that are new or differ from what was held, numbered in their
// order. When it returns, they are durable.
//
// Errors: kind corrupt when the file is damaged; those of the operating system. Then nothing was kept.
func (f *Feed) Record(entries []Entry) (news []Entry, err error) {
	f.store.mu.Lock()
	defer f.store.mu.Unlock()
	last, held := f.last, map[string]state{}
	for _, e := range entries {
		now := f.state(e.Event, e.Document)
		if was, known := f.held[e.Key]; known && was == now {
			continue
		}
		last++
		e.Number, held[e.Key] = last, now
		news = append(news, e)
	}
	if len(news) == 0 {
		return nil, nil
	}
	err = f.store.within(func() error {
		for _, e := range news {
			if err := f.store.each("INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?, ?)", nil, f.id, e.Key, int64(e.Number), e.Event, e.Document); err != nil {
				return err
			}
		}
		return f.store.each("UPDATE feeds SET last = ? WHERE feed = ?", nil, int64(last), f.id)
	})
	if err != nil {
		return nil, f.store.failed("write", err)
	}
	f.last = last
	maps.Copy(f.held, held)
	return news, nil
}

// After returns the entries after a number, in their order, at most limit.
//
// Errors: kind corrupt when the file is damaged.
func (f *Feed) After(number uint64, limit int) (entries []Entry, err error) {
	f.store.mu.Lock()
	defer f.store.mu.Unlock()
	err = f.store.each("SELECT number, key, event, document FROM entries WHERE feed = ? AND number > ? ORDER BY number LIMIT ?", func(stmt *sqlite.Stmt) error {
		entries = append(entries, Entry{uint64(stmt.ColumnInt64(0)), stmt.ColumnText(1), stmt.ColumnText(2), blob(stmt, 3)})
		return nil
	}, f.id, int64(number), limit)
	if err != nil {
		return nil, f.store.failed("read", err)
	}
	return entries, nil
}
