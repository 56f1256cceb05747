package hooks

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// recording is what the payloads read so far say to the ones that follow.
type recording struct {
	turns   map[domain.SessionID]domain.TurnID // that a prompt opened and nothing closed
	open    map[string][]domain.ItemID         // calls without an end, by session, tool and input
	asked   map[domain.ItemID]bool             // calls for which permission was requested
	nth     map[string]int                     // how many nameless calls of that sort were requested, and ended
	repeats producers.Repeats
	strange producers.Strangers
}

func newRecording() *recording {
	return &recording{turns: map[domain.SessionID]domain.TurnID{}, open: map[string][]domain.ItemID{}, asked: map[domain.ItemID]bool{},
		nth: map[string]int{}}
}

// tell returns the facts of one recorded value; stamp is the time that precedes it.
func (r *recording) tell(value []byte, stamp string) producers.Told {
	raw, p, at := unwrap(value)
	if stamp != "" {
		at = producers.Instant(stamp)
	}
	if p == nil {
		return producers.Told{Skipped: "no payload of a hook"}
	}
	facts, skipped, unknown := p.Facts()
	if unknown {
		return producers.Told{Skipped: r.strange.Reason("unknown event", string(p.Event))}
	}
	key := r.repeats.Key(string(p.Session()), canonical(raw))
	told := producers.Told{Skipped: skipped}
	for _, f := range facts {
		r.join(&f, p, key)
		note := producers.Note{Part: f.Part, Turn: f.Turn, Origin: producers.Origin{Source: Source, Session: f.Session, Key: key, At: at}}
		note.Item = domain.Maybe[domain.ItemID]{Value: f.Item}
		if f.Item == "" && p.Event == "PermissionRequest" {
			note.Item = domain.NotKnown[domain.ItemID](domain.UnknownNotRecorded)
		}
		told.Drafts = append(told.Drafts, note.Draft(f.Says))
	}
	return told
}

// canonical writes equal payloads alike, however they were recorded.
func canonical(raw []byte) []byte {
	v := jsontext.Value(slices.Clone(raw))
	if err := v.Canonicalize(); err != nil {
		return raw // what has no canonical form is its own
	}
	return v
}

// join gives a fact the turn and the call that the earlier payloads indicate.
func (r *recording) join(f *Fact, p *Payload, key string) {
	r.joinTurn(f, p.Event, key)
	switch p.Event {
	case "PreToolUse":
		sort := sortOf(p)
		if f.Item == "" {
			f.Item = r.nameless("asked", sort)
		}
		r.open[sort] = append(r.open[sort], f.Item)
	case "PostToolUse", "PostToolUseFailure", "PermissionDenied":
		sort := sortOf(p)
		if f.Item == "" {
			f.Item = r.nameless("ended", sort)
		}
		r.open[sort] = slices.DeleteFunc(r.open[sort], func(id domain.ItemID) bool { return id == f.Item })
	case "PermissionRequest":
		if f.Item == "" {
			f.Item = r.asks(sortOf(p))
		}
	case "PostCompact":
		f.Item = domain.ItemID("hook/" + hash([]byte(key)))
	}
}

// joinTurn puts a fact in the turn that the session's last prompt opened. An end of a
// turn without a name is recorded as the hook that ran: which turn it was is not
// known.
func (r *recording) joinTurn(f *Fact, event lenient.Word, key string) {
	switch f.Says.(type) {
	case domain.TurnStarted:
		if f.Turn == "" {
			f.Turn = domain.TurnID("hook/" + hash([]byte(key)))
		}
		r.turns[f.Session] = f.Turn
	case domain.TurnCompleted, domain.TurnFailed, domain.TurnInterrupted:
		if f.Turn == "" {
			f.Turn = r.turns[f.Session]
		}
		f.endUnnamed(event)
		delete(r.turns, f.Session)
	default:
		if f.Turn == "" && f.InTurn {
			f.Turn = r.turns[f.Session]
		}
	}
}

// nameless names a call that has no id: the n-th of its sort in the session. Two calls
// that request the same are distinguished by nothing else.
func (r *recording) nameless(what, sort string) domain.ItemID {
	r.nth[what+sort]++
	return domain.ItemID("hook/" + hash([]byte(sort)) + "#" + strconv.Itoa(r.nth[what+sort]))
}

// asks returns the call for which permission is requested: the only one of its sort
// that is open and had no request before; "" when there are several or none.
func (r *recording) asks(sort string) domain.ItemID {
	var found []domain.ItemID
	for _, id := range r.open[sort] {
		if !r.asked[id] {
			found = append(found, id)
		}
	}
	if len(found) != 1 {
		return ""
	}
	r.asked[found[0]] = true
	return found[0]
}

// sortOf is what calls have in common that ask for the same.
func sortOf(p *Payload) string {
	return string(p.Session()) + "\x00" + string(p.Tool) + "\x00" + string(canonical(p.Input))
}

// hash is 12 hex digits of the SHA-256 of b.
func hash(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:6])
}
