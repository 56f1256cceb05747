package claudecode

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// thread is one line of conversation: the session's own, or a subagent's. It
// tracks which turn is open and which prompts still count.
type thread struct {
	turn    string // uuid of the last prompt
	own     string // the session of that prompt
	started domain.EventID
	bad     bool     // the last sign of an end was a failure or an interruption
	spoke   bool     // the model answered since the last sign of an end
	live    []string // prompts that no later one took back
}

// open writes the start of a turn by a prompt, and which turns it takes back.
func (s *scribe) open(trigger string) {
	if s.run != nil {
		s.run.prompted(s)
	}
	if s.node == nil {
		return
	}
	th := s.t.thread(s.threadKey())
	if before, reached := s.t.backTo(s.node.thread, s.node.parent); reached {
		s.withdraw(th, before)
	}
	causes := []domain.EventID{s.t.pivotAbove(s.node.parent)}
	ses := s.t.session(s.own)
	if ses.ended != causes[0] {
		causes = append(causes, ses.ended)
	}
	ses.ended = domain.EventID{}
	s.turn, s.node.turn, s.node.live = s.key, s.key, true
	id := s.say("", domain.TurnStarted{Trigger: trigger}, causes...)
	s.node.pivot = id
	th.turn, th.own, th.started, th.bad, th.spoke = s.key, s.own, id, false, false
	th.live = append(th.live, s.key)
}

// over writes the end of the session.
func (s *scribe) over(reason string) {
	id := s.tell(domain.SessionEnded{Status: domain.EndCompleted, Reason: reason})
	if s.node != nil {
		s.node.pivot, s.t.session(s.own).ended = id, id
	}
}

// withdraw takes back the turns after a prompt, as far as they are of this session.
func (s *scribe) withdraw(th *thread, after string) {
	var ids []domain.TurnID
	for len(th.live) > 0 && th.live[len(th.live)-1] != after {
		turn := th.live[len(th.live)-1]
		th.live = th.live[:len(th.live)-1]
		if n := s.t.nodes[turn]; n != nil {
			n.live = false
			if n.own == s.own {
				ids = append(ids, domain.TurnID(turn))
			}
		}
	}
	slices.Reverse(ids)
	part := 0
	for some := range slices.Chunk(ids, maxWithdrawn) {
		s.write(note{payload: domain.TurnWithdrawn{Turns: some}, part: "." + itoa(part)})
		part++
	}
}

// maxWithdrawn is how many turns one event takes back; ids of any length fit.
const maxWithdrawn = 100

// end writes a turn's end unless it is mere bookkeeping after a failure. It
// reports false when the record is not in the session of a prompt that the file has.
func (s *scribe) end(end domain.Payload) bool {
	if s.run != nil {
		return s.run.stopped(s, end)
	}
	if s.node == nil {
		return true
	}
	th := s.t.thread(s.threadKey())
	if th.turn == "" || th.own != s.own {
		return false
	}
	_, good := end.(domain.TurnCompleted)
	if good && th.bad && !th.spoke {
		return true
	}
	s.turn = th.turn
	s.node.pivot = s.say("", end, th.started)
	th.bad, th.spoke = !good, false
	return true
}

// cutOff writes that the program stopped the turn at a configured limit. The next prompt
// does not name this end: it names what it would if the record were not there.
func (s *scribe) cutOff() {
	th := s.t.thread(s.threadKey())
	if s.node == nil || th.turn == "" || th.own != s.own {
		return
	}
	s.turn = th.turn
	s.say("", domain.TurnFailed{Class: domain.ProviderOther}, th.started)
	th.bad, th.spoke = true, false
}

// threadKey names the line of conversation that the record belongs to.
func (s *scribe) threadKey() string {
	if s.own != s.root {
		return s.own
	}
	return ""
}

// backTo walks up from a record to the nearest prompt of the thread that still
// counts; reached is false when the chain begins or is lost before.
func (t *transcript) backTo(thread, at string) (prompt string, reached bool) {
	for range len(t.nodes) + 1 {
		n := t.nodes[at]
		if n == nil {
			return "", false
		}
		if n.live && n.thread == thread {
			return at, true
		}
		at = n.parent
	}
	return "", false
}

// pivotAbove returns the nearest turn.* or session.ended event up the chain.
func (t *transcript) pivotAbove(at string) domain.EventID {
	for range len(t.nodes) + 1 {
		n := t.nodes[at]
		if n == nil {
			return domain.EventID{}
		}
		if !n.pivot.IsZero() {
			return n.pivot
		}
		at = n.parent
	}
	return domain.EventID{}
}
