// Package entitykey names the entity that an event is about by the item, the session or the
// event itself, and reads items out of such names. Keys are stored: their form never changes.
package entitykey

import (
	"cmp"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/calls"
)

// Of returns the key of what must count once: an item whose id is unique, across the sessions
// of its source, which copy it; any other item within its session, as other sessions give out
// the same ids. An event that names no item is its own entity.
func Of(e *domain.Event) string {
	item := e.Subject.Item.Value
	switch {
	case item == "":
		return OfEvent(e.ID)
	case calls.Unique(item):
		source, _, _ := strings.Cut(string(e.Session()), "/")
		return source + "/" + string(item)
	}
	return InSession(e.Session(), item)
}

// InSession is the key of an item whose id is unique only in its session.
func InSession(session domain.SessionID, item domain.ItemID) string {
	return string(session) + ownMark + string(item)
}

// ownMark separates a session from an item of that session in keys.
const ownMark = "//"

// ItemOf takes the item out of an entity's key.
func ItemOf(key string) domain.ItemID {
	if id, ok := strings.CutPrefix(key, eventKey); ok {
		return domain.ItemID(id)
	}
	if _, item, own := strings.Cut(key, ownMark); own {
		if words, call := WordsOf(key); call {
			_, item, _ = strings.Cut(words, ownMark)
		}
		return domain.ItemID(item)
	}
	_, item, _ := strings.Cut(key, "/")
	return domain.ItemID(item)
}

// WordsPrefix begins the keys of entities that hold words: what a session says under an id
// that is not unique.
const WordsPrefix = "calls:"

// HoldsWords reports whether the entity of a key holds words instead of a call.
func HoldsWords(key string) bool { return strings.HasPrefix(key, WordsPrefix) }

// WordsOf is the key of the entity that holds the words of a call, false for a call that
// is an entity itself.
func WordsOf(call string) (key string, own bool) {
	at := strings.LastIndexByte(call, '#')
	if at < 0 || !strings.Contains(call[:at], ownMark) || HoldsWords(call) {
		return "", false
	}
	return WordsPrefix + call[:at], true
}

// Once is the identity of something that a live and an imported record share.
func Once(e *domain.Event) string {
	return cmp.Or(string(e.Subject.Item.Value), OfEvent(e.ID))
}

// eventKey begins the key of an event that names no item.
const eventKey = "event:"

// OfEvent is the key of an event that names no item.
func OfEvent(id domain.EventID) string { return eventKey + id.String() }

// NamesEvent reports whether a key is that of an event that names no item.
func NamesEvent(key string) bool { return strings.HasPrefix(key, eventKey) }

// CountOnce counts a set of items, or of events that name none: an event without an
// item may be the item that another source names, so the greater number counts.
func CountOnce(keys []string) int {
	nameless := 0
	for _, key := range keys {
		if NamesEvent(key) {
			nameless++
		}
	}
	return max(nameless, len(keys)-nameless)
}
