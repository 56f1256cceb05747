package tools

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/calls"
	"github.com/clawable/claw/projections/entitykey"
)

// Call is one tool call and its key:
//
//	claude-code/toolu_019VHajDDQLTwDNqfdjXg5YC    source and item, of an id that is unique
//	claude-code/SESSION//functions.Bash:0#2       session, item and which of its calls, from 1
//	event:01ARZ3NDEKTSV4RRFFQ69G5FAV              of a record that names no item
type Call struct {
	Key string
	Tool
}

// WordsKeys are the keys of the entities that hold the words of a call that is none itself.
func (c *Call) WordsKeys() (keys []string) {
	for _, seen := range c.Sessions {
		keys = append(keys, entitykey.WordsPrefix+entitykey.InSession(seen.Session, entitykey.ItemOf(c.Key)))
	}
	return keys
}

// Calls returns the calls that are entities and those that entities with words describe, by
// key.
func Calls(tools map[string]*Tool) []Call {
	var out []Call
	words := map[string]*Tool{}
	for key, t := range tools {
		if entitykey.HoldsWords(key) {
			words[key] = t
			continue
		}
		out = append(out, Call{key, *t})
	}
	out = append(out, TakeApart(words)...)
	slices.SortFunc(out, func(a, b Call) int { return strings.Compare(a.Key, b.Key) })
	return out
}

// TakeApart returns the calls that entities with words describe. What one session copied from
// another, see [CopyMarks], is one call: that of [values.Sightings.Owner]. It has all of a call
// only when all entities that share a mark are given.
func TakeApart(words map[string]*Tool) []Call {
	var told []*toldCall
	first := map[string]*toldCall{} // by mark
	for _, key := range slices.Sorted(maps.Keys(words)) {
		for _, c := range tell(key, words[key]) {
			told = append(told, c)
			for _, mark := range c.marks {
				if first[mark] == nil {
					first[mark] = c
				}
				c.join(first[mark])
			}
		}
	}
	copies := map[*toldCall][]*toldCall{}
	for _, c := range told {
		copies[c.lead()] = append(copies[c.lead()], c)
	}
	var out []Call
	for _, c := range told {
		if some := copies[c]; some != nil {
			out = append(out, merge(some))
		}
	}
	return out
}

// CopyMarks are the proofs by which a call of an entity with words is a copy of one in
// another session, sorted: what asks for it, or ends it, says the same under the same id,
// at the same time or in the same turn, where the turn's id is unique. Of several calls of
// a session that share one each has its own.
func CopyMarks(key string, t *Tool) []string {
	var marks []string
	for _, c := range tell(key, t) {
		marks = append(marks, c.marks...)
	}
	slices.Sort(marks)
	return slices.Compact(marks)
}

// toldCall is a call as one session records it.
type toldCall struct {
	session domain.SessionID
	key     string // without the number
	n       int    // from 1
	words   []*Word
	marks   []string
	copyOf  *toldCall // the way to the lead, nil for the lead itself
}

// tell divides the words of one session into calls.
func tell(key string, t *Tool) []*toldCall {
	own := strings.TrimPrefix(key, entitykey.WordsPrefix)
	spoken := make([]calls.Word, len(t.Words))
	for i := range t.Words {
		spoken[i] = t.Words[i].spoken()
	}
	var out []*toldCall
	met := map[string]int{}
	for n, part := range calls.Split(spoken) {
		c := &toldCall{session: t.Sessions[0].Session, key: own, n: n + 1}
		for _, i := range part {
			c.words = append(c.words, &t.Words[i])
		}
		c.marks = c.proofs()
		for i, mark := range c.marks {
			met[mark]++
			c.marks[i] = mark + "#" + strconv.Itoa(met[mark])
		}
		out = append(out, c)
	}
	return out
}

// proofs are the marks of the call, without their numbers.
func (c *toldCall) proofs() []string {
	source, _, _ := strings.Cut(string(c.session), "/")
	var out []string
	mark := func(parts ...string) {
		sum := sha256.Sum256([]byte(source + "\x00" + string(entitykey.ItemOf(c.key)) + "\x00" + strings.Join(parts, "\x00")))
		out = append(out, hex.EncodeToString(sum[:16]))
	}
	for _, w := range c.words {
		role := calls.RoleOf(w.Kind)
		if w.Said == "" || role != calls.Asks && role != calls.Ends {
			continue
		}
		if w.At.Known() {
			mark("at", w.At.String(), w.Said)
		}
		if calls.Unique(w.Turn) {
			mark("in", string(w.Turn), w.Said)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// lead is the call that represents all copies; the way to it is shorter afterwards.
func (c *toldCall) lead() *toldCall {
	for c.copyOf != nil {
		if next := c.copyOf.copyOf; next != nil {
			c.copyOf = next
		}
		c = c.copyOf
	}
	return c
}

// join makes two calls copies of each other.
func (c *toldCall) join(with *toldCall) {
	if a, b := c.lead(), with.lead(); a != b {
		b.copyOf = a
	}
}

// merge makes one call of all its copies.
func merge(copies []*toldCall) Call {
	var call Call
	for _, c := range copies {
		for _, w := range c.words {
			call.apply(c.session, w)
		}
	}
	owner := call.Sessions.Owner().Session
	least := 0
	for _, c := range copies {
		if c.session == owner && (least == 0 || c.n < least) {
			least = c.n
			call.Key = c.key + "#" + strconv.Itoa(c.n)
		}
	}
	return call
}
