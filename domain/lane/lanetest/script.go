package lanetest

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/fact"
)

// A script describes events, one a line:
//
//	NICK EMITTER[/BOOT][:SEQ] [TRUST] KIND [{DATA}] [<CAUSE,CAUSE] [@SECONDS] [FIELD=VALUE …] [WORD …]
//
// EMITTER "-" is none; BOOT is 1 unless given, "-" for no epoch. Trust is high
// unless given. FIELD is lane session turn item worker worktree commit host
// control source watcher owner seq_kind channel. The lane is A unless lane,
// session or worker is given; lane=- is none. WORD is import, capped, erased or v2.
// In DATA and in causes, $NICK is the id of another event and %A that of a lane; "@A" in DATA is the
// fingerprint of what came of a lane so far.
type script string

var epoch0 = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// telling turns scripts into events; its salt decides all event ids.
type telling struct{ salt string }

func (s telling) id(nick string) domain.EventID {
	sum := sha256.Sum256([]byte(s.salt + "/" + nick))
	var u ulid.ULID
	copy(u[6:], sum[:10])
	u[5] = sum[11]
	return domain.EventID(u)
}

// LaneID returns the lane that scripts call name.
func LaneID(name string) domain.LaneID {
	sum := sha256.Sum256([]byte("lane/" + name))
	var u ulid.ULID
	copy(u[6:], sum[:10])
	return domain.LaneID(u.String())
}

// Boot returns the n-th epoch, from 1.
func Boot(n int) domain.Epoch {
	var u ulid.ULID
	u[15] = byte(n)
	return domain.Epoch(u)
}

func (s telling) events(t testing.TB, text script) []domain.Event {
	t.Helper()
	var out []domain.Event
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, s.event(t, fingerprinted(line, out)))
		}
	}
	return out
}

// fingerprinted replaces "@NAME", in quotes, by the fingerprint of the outcome that a lane has by the
// events made so far.
func fingerprinted(line string, told []domain.Event) string {
	before, rest, names := strings.Cut(line, `"@`)
	if !names {
		return line
	}
	name, after, _ := strings.Cut(rest, `"`)
	print := World(lane.Options{}, told).Outcome(LaneID(name)).Fingerprint
	return before + `"` + print.String() + `"` + after
}

func (s telling) event(t testing.TB, line string) domain.Event {
	t.Helper()
	words := strings.Fields(line)
	if len(words) < 3 {
		t.Fatalf("script line has no kind: %q", line)
	}
	e := domain.Event{Draft: domain.Draft{ID: s.id(words[0]), Version: 1, Data: []byte("{}"),
		Source: domain.Source{Kind: domain.SourceLive, Trust: domain.TrustHigh}}}
	e.Subject.Lane = domain.Known(LaneID("A"))
	s.speaker(t, &e, words[1])
	words = words[2:]
	if trust := domain.Trust(words[0]); trust.Rank() > 0 || trust == domain.TrustUnknown {
		e.Source.Trust, words = trust, words[1:]
	}
	e.Kind, words = domain.Kind(words[0]), words[1:]
	for _, w := range words {
		s.word(t, &e, w)
	}
	if info, ok := domain.LookupKind(e.Kind); ok {
		e.Stream.Family = info.Family
		if fact.IsTest(e.Kind) && e.Session() != "" { // of a call
			e.Stream.ULID = e.Session().Stream().ULID
		}
	}
	if e.Erased {
		e.Data = nil
	}
	return e
}

func (s telling) speaker(t testing.TB, e *domain.Event, word string) {
	t.Helper()
	name, seq, _ := strings.Cut(word, ":")
	name, epoch, booted := strings.Cut(name, "/")
	if name != "-" {
		e.Emitter = domain.EmitterID(name)
	}
	n := 1
	switch {
	case epoch == "-":
		n = 0
	case booted:
		n = number(t, epoch)
	}
	e.Epoch, e.SeqKind = Boot(n), domain.SeqCount
	if seq != "" {
		e.Seq = uint64(number(t, seq))
	}
}

func number(t testing.TB, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatalf("script: %v", err)
	}
	return n
}

func (s telling) word(t testing.TB, e *domain.Event, w string) {
	t.Helper()
	switch {
	case w[0] == '{':
		e.Data = []byte(s.named(w))
		return
	case w[0] == '<':
		for _, nick := range strings.Split(w[1:], ",") {
			e.Causes = append(e.Causes, s.id(nick))
		}
		return
	case w[0] == '@':
		e.ObservedAt = domain.At(epoch0.Add(time.Duration(number(t, w[1:])) * time.Second))
		return
	case w == "import":
		e.Source.Channel = domain.ImportChannel + "claude-code"
		return
	case w == "capped":
		e.Capped = true
		return
	case w == "erased":
		e.Erased = true
		return
	case w == "v2":
		e.Version = 2
		return
	}
	field, value, ok := strings.Cut(w, "=")
	if !ok {
		t.Fatalf("script: what is %q?", w)
	}
	s.field(t, e, field, value)
}

func (s telling) field(t testing.TB, e *domain.Event, field, value string) {
	t.Helper()
	sub := &e.Subject
	switch field {
	case "lane":
		sub.Lane = domain.Maybe[domain.LaneID]{}
		if value != "-" {
			sub.Lane = domain.Known(LaneID(value))
		}
	case "session":
		sub.Session = domain.Known(domain.MakeSessionID("sim", value))
		sub.Lane = domain.Maybe[domain.LaneID]{}
	case "turn":
		sub.Turn = domain.Known(domain.TurnID(value))
	case "item":
		sub.Item = domain.Known(domain.ItemID(value))
	case "worker":
		sub.Worker = domain.Known(domain.WorkerID(value))
		sub.Lane = domain.Maybe[domain.LaneID]{}
	case "worktree":
		sub.Worktree = domain.Known(domain.Path(value))
	case "commit":
		sub.Commit = domain.Known(domain.CommitID(value))
	case "host":
		sub.Host = domain.Known(domain.HostID(value))
	case "control":
		sub.ControlServer = domain.Known(domain.ControlServerID(value))
	case "source":
		e.Source.Kind = domain.SourceKind(value)
	case "watcher":
		e.Scope.Watcher = domain.Watcher(value)
	case "owner":
		e.Scope.Owner = value
	case "seq_kind":
		e.SeqKind = domain.SeqKind(value)
	case "position":
		e.Position = domain.PositionAt(uint64(number(t, value)))
	case "channel":
		e.Source.Channel = value
	default:
		t.Fatalf("script: no field %q", field)
	}
}

// named replaces $NICK by the id of an event and %NAME by that of a lane.
func (s telling) named(data string) string {
	var b strings.Builder
	for i := 0; i < len(data); i++ {
		if data[i] != '$' && data[i] != '%' {
			b.WriteByte(data[i])
			continue
		}
		end := i + 1
		for end < len(data) && (data[end] == '_' || data[end] >= '0' && data[end] <= '9' ||
			data[end] >= 'a' && data[end] <= 'z' || data[end] >= 'A' && data[end] <= 'Z') {
			end++
		}
		if name := data[i+1 : end]; data[i] == '$' {
			b.WriteString(s.id(name).String())
		} else {
			b.WriteString(string(LaneID(name)))
		}
		i = end - 1
	}
	return b.String()
}

func shuffled[T any](seed uint64, some []T) []T {
	out := append([]T(nil), some...)
	r := rand.New(rand.NewPCG(seed, 1))
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// SeedName names a seed in a failure, so that it can be run again.
func SeedName(seed uint64) string { return fmt.Sprintf("seed %d", seed) }
