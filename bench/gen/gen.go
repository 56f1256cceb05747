// Package gen makes logs for measuring and for property tests: sessions of coding
// agents as an importer records them, and lanes that a supervisor speaks for. The
// same seed gives the same events for ever.
//
// It never reads a clock and never opens a log.
package gen

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/clawable/claw/domain"
)

// messageBytes is how long the data of a message are, about.
const messageBytes = 512

// Events yields n drafts: sessions of 1 to 9 turns, eight of which are under way at
// any time; in each turn a prompt, answers of some 512 bytes, tool calls with their
// results and usage. Every fourth session belongs to a lane with an owner.
func Events(n int, seed uint64) iter.Seq[domain.Draft] {
	return func(yield func(domain.Draft) bool) {
		g := &generator{rand: rand.New(rand.NewPCG(seed, 0x636c6177)), clock: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
		live := make([]*session, 8)
		for made := 0; made < n; {
			i := g.rand.IntN(len(live))
			if live[i] == nil || len(live[i].pending) == 0 {
				live[i] = g.session()
			}
			s := live[i]
			for range min(1+g.rand.IntN(6), len(s.pending), n-made) {
				d := s.pending[0]
				s.pending = s.pending[1:]
				made++
				if !yield(d) {
					return
				}
			}
		}
	}
}

type generator struct {
	rand     *rand.Rand
	clock    time.Time
	sessions int
	ids      uint64
}

// session is one conversation with the events that are still to come.
type session struct {
	g       *generator
	id      domain.SessionID
	lane    domain.LaneID // "" for one without a lane
	seq     uint64
	laneSeq uint64
	turn    domain.TurnID
	pending []domain.Draft
}

func (g *generator) session() *session {
	g.sessions++
	source := []string{"claude-code", "codex"}[g.sessions%2]
	s := &session{g: g, id: domain.MakeSessionID(source, fmt.Sprintf("%08x-%04d", g.rand.Uint32(), g.sessions))}
	if g.sessions%4 == 0 {
		s.lane = domain.LaneID(domain.Derive(time.Time{}, "lane", string(s.id)).String())
		s.say(domain.KindLaneStarted, `{"expects":["writes"]}`)
		s.say(domain.KindLaneOwnershipBound, `{"lane":"`+string(s.lane)+`","session":"`+string(s.id)+`"}`)
	}
	s.add(domain.KindSessionCreated, "", `{"agent":"`+source+`","agent_version":"2.1.0","model":"`+s.model()+`","purpose":{"unknown":"not_recorded"},"title":"Mend the `+
		strconv.Itoa(g.sessions)+`th thing","workspace":"/home/dev/project`+strconv.Itoa(g.sessions%50)+`"}`)
	for t := range 1 + g.rand.IntN(9) {
		s.turnOf(t)
	}
	if s.lane != "" && g.rand.IntN(8) == 0 {
		s.say(domain.KindLaneFailed, `{"failure_class":"test"}`)
	} else if s.lane != "" {
		s.say(domain.KindLaneFinished, `{"result":"done"}`)
	}
	return s
}

func (s *session) model() string {
	return []string{"claude-sonnet-4-5", "gpt-5.2-codex", "claude-opus-4-5"}[s.g.sessions%3]
}

func (s *session) turnOf(n int) {
	s.turn = domain.TurnID("turn-" + strconv.Itoa(n))
	s.add(domain.KindTurnStarted, "", `{"model":"`+s.model()+`","trigger":"prompt"}`)
	s.message("user")
	for range 1 + s.g.rand.IntN(7) {
		s.message([]string{"assistant", "reasoning"}[s.g.rand.IntN(3)/2])
		s.tool()
		response := s.item("resp")
		for k := range 1 + s.g.rand.IntN(2) {
			s.add(domain.KindUsageRecorded, response, fmt.Sprintf(
				`{"cache_creation_tokens":%d,"cache_read_tokens":%d,"input_tokens":%d,"model":"%s","output_tokens":%d,"reasoning_tokens":0}`,
				s.g.rand.IntN(2000), s.g.rand.IntN(90000), 3+k, s.model(), 1+s.g.rand.IntN(900)*k))
		}
	}
	switch r := s.g.rand.IntN(20); {
	case r < 17:
		s.add(domain.KindTurnCompleted, "", `{"duration_ms":`+strconv.Itoa(s.g.rand.IntN(90000))+`}`)
	case r == 17:
		s.add(domain.KindTurnInterrupted, "", `{"reason":"user"}`)
	case r == 18:
		s.add(domain.KindProviderFailed, "", `{"class":"provider_rate_limit","status":429}`)
		s.add(domain.KindTurnFailed, "", `{"class":"provider_rate_limit"}`)
	}
	s.turn = ""
}

func (s *session) message(role string) {
	text := make([]byte, 0, messageBytes)
	for len(text) < messageBytes-40 {
		text = append(text, words[s.g.rand.IntN(len(words))]...)
		text = append(text, ' ')
	}
	s.add(domain.KindMessageRecorded, s.item("msg"), `{"role":"`+role+`","text":"`+string(text)+`"}`)
}

func (s *session) tool() {
	call := s.item("call")
	name := []string{"Bash", "Read", "Edit", "Grep", "Write"}[s.g.rand.IntN(5)]
	s.add(domain.KindToolRequested, call, `{"input":{"command":"go test ./... # `+strconv.Itoa(s.g.rand.IntN(1000))+`"},"name":"`+name+`"}`)
	output := words[s.g.rand.IntN(len(words))]
	for range 5 {
		output += output[:min(len(output), 20)] + `\n`
	}
	switch r := s.g.rand.IntN(20); {
	case r < 15:
		s.add(domain.KindToolCompleted, call, `{"duration_ms":`+strconv.Itoa(s.g.rand.IntN(9000))+`,"exit_code":0,"output":"`+output+`"}`)
	case r < 18:
		s.add(domain.KindToolFailed, call, `{"error_kind":"exit_code","exit_code":1,"output":"`+output+`"}`)
	case r == 18:
		s.add(domain.KindToolDenied, call, `{"by":"user"}`)
	}
}

var words = []string{"the", "test", "fails", "because", "a", "lane", "waits", "for", "its", "worker", "and", "nobody", "saw",
	"it", "so", "we", "read", "every", "record", "again", "then", "mend", "what", "is", "wrong"}
