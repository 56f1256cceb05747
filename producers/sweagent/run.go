package sweagent

import (
	"crypto/sha256"
	"encoding/hex"
	"math"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// theTurn is the only turn of a run: its task.
const theTurn = domain.TurnID("task")

// The numbers of a run's events: each record has room for some, the end comes behind all.
const (
	firstSeq  = 1
	perRecord = 64
	lastSeq   = 1 << 40
)

// run is a trajectory in work: what both agents' have in common.
type run struct {
	d       *producers.Document
	source  string
	own     string // "" before the run is named
	held    []held // records before that
	naming  []byte // of which its name is made
	created domain.SessionCreated
	// revision of the rule for created, see [producers.Origin]
	revision int
	repeats  producers.Repeats
}

// held is a record that waits for the name of its run.
type held struct {
	at   int
	tell func()
}

func newRun(d *producers.Document, source string) run {
	return run{d: d, source: source, created: domain.SessionCreated{
		Title:     domain.NotKnown[domain.ShortLabel](domain.UnknownNotRecorded),
		Workspace: domain.NotKnown[domain.Path](domain.UnknownNotRecorded),
		Purpose:   domain.NotKnown[domain.ShortLabel](domain.UnknownNotRecorded),
		Agent:     source,
	}}
}

// when reports a record, at once or when the run has a name.
func (r *run) when(at int, tell func()) {
	if r.own != "" {
		tell()
		return
	}
	r.held = append(r.held, held{at, tell})
}

// named gives the run its name and reports what waited for it.
func (r *run) named() {
	if r.own != "" || len(r.held) == 0 {
		return
	}
	sum := sha256.Sum256(r.naming)
	r.own = "sha256:" + hex.EncodeToString(sum[:8])
	first := record{run: r, at: r.held[0].at, key: "run", seq: firstSeq, time: notRecorded}
	first.revision = r.revision
	first.tell("created", r.created)
	first.revision, first.turn = 0, theTurn
	first.tell("started", domain.TurnStarted{Trigger: "task"})
	for _, h := range r.held {
		h.tell()
	}
}

// finish ends the run: one that is too short for a name, but whole, is named by what it has.
func (r *run) finish(whole bool) {
	if whole && len(r.naming) > 0 {
		r.named()
	}
	if r.own == "" {
		for _, h := range r.held {
			r.d.Skip(h.at, "torn before the run can be named")
		}
	}
}

// record is a record whose run is named.
type record struct {
	*run
	at   int
	key  string
	seq  uint64
	time domain.Instant
	turn domain.TurnID

	revision int
}

var notRecorded = domain.UnknownInstant(domain.UnknownNotRecorded)

// record begins the i-th record of its list, from 0.
func (r *run) record(at, i int, raw []byte) *record {
	return &record{run: r, at: at, key: r.repeats.Key(r.own, compact(raw)), seq: uint64(i+1) * perRecord, time: notRecorded, turn: theTurn}
}

// item names a thing of the record.
func (r *record) item(what string) string { return r.own + "/" + r.key + what }

func (r *record) tell(part string, p domain.Payload, causes ...domain.EventID) domain.EventID {
	return r.say(part, "", p, causes...)
}

// say drafts an event about an item.
func (r *record) say(part, item string, p domain.Payload, causes ...domain.EventID) domain.EventID {
	n := producers.Note{Origin: producers.Origin{Source: r.source, Session: domain.MakeSessionID(r.source, r.own), Key: r.key, At: r.time, Revision: r.revision},
		Part: part, Seq: r.seq, Turn: r.turn, Item: domain.Maybe[domain.ItemID]{Value: domain.ItemID(item)}, Causes: causes}
	r.seq++
	draft := n.Draft(p)
	r.d.Tell(r.at, draft)
	return draft.ID
}

// ended records how the run ended, in the words of the program.
func (r *run) ended(at int, status string, submitted bool) {
	e := record{run: r, at: at, key: "end", seq: lastSeq, time: notRecorded, turn: theTurn}
	reason := producers.Short(status)
	end := domain.SessionEnded{Status: domain.EndCompleted, Reason: reason}
	if submitted {
		e.tell("turn", domain.TurnCompleted{StopReason: reason})
	} else {
		end.Status = domain.EndFailed
		e.tell("turn", domain.TurnFailed{Class: classOf(status), Message: producers.Text(status)})
	}
	e.turn = ""
	e.tell("session", end)
}

// classOf puts the program's word for an end into the closed list.
func classOf(status string) domain.ProviderClass {
	switch {
	case strings.Contains(status, "exit_context"), strings.Contains(status, "ContextWindowExceeded"):
		return domain.ProviderContext
	case strings.Contains(status, "exit_api"), strings.Contains(status, "APIError"):
		return domain.ProviderError
	case strings.Contains(status, "AuthenticationError"):
		return domain.ProviderAuth
	case strings.Contains(status, "RateLimitError"):
		return domain.ProviderRateLimit
	}
	return domain.ProviderOther
}

// compact is a record without the white space between its values.
func compact(raw []byte) []byte {
	v := jsontext.Value(raw).Clone()
	if v.Compact(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) != nil {
		return raw
	}
	return v
}

// seconds is a number of seconds with a fraction.
type seconds float64

// UnmarshalJSONFrom reads a number and passes over all else.
func (s *seconds) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() != '0' {
		return d.SkipValue()
	}
	t, err := d.ReadToken()
	if err != nil {
		return err
	}
	if f, err := t.Float(); err == nil && f > 0 && f < 1<<33 && !math.IsNaN(f) {
		*s = seconds(f)
	}
	return nil
}

func (s seconds) millis() int64 { return int64(math.Round(float64(s) * 1000)) }

// instant is the time that many seconds after 1970.
func (s seconds) instant() domain.Instant {
	if s == 0 {
		return notRecorded
	}
	return domain.At(time.UnixMicro(int64(math.Round(float64(s) * 1e6))))
}
