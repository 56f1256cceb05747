package claudecode

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// transcript is what the reader has collected from a file so far: enough to
// determine to which turn, call and session a later line belongs.
type transcript struct {
	from     string              // the source of the emitter and of the ids
	number   numbering           // of its events
	last     string              // own id of the session that a record named last
	sessions map[string]*session // own id → what the file records about it
	nodes    map[string]*node    // uuid → its record
	others   map[namesake]sums
	threads  map[string]*thread // "" for the conversation itself, own id of a subagent's session for that
	agents   map[string]string  // uuid of a subagent's inline record → its agent
	calls    map[callKey]call
	refused  map[callKey]bool // calls that a person was asked to permit and denied
	tasks    map[string]task  // prompt → the call that gave it to a subagent
	titles   map[string][]title
	repeats  producers.Repeats
	strange  producers.Strangers
	drafts   []domain.Draft // of the line that is read
}

// session is what a file has recorded about a session.
type session struct {
	envelope   domain.Draft
	introduced bool
	told       identity       // by the last session.identity_enriched
	ended      domain.EventID // session.ended that no prompt followed
	renamed    uint64         // titles that a person gave it
}

// identity is what a session's records repeat about it.
type identity struct{ cwd, branch, version, permission string }

// node is a record with an id.
type node struct {
	parent  string
	own     string         // the session's own id
	turn    string         // the turn to which it belongs
	pivot   domain.EventID // the turn.* or session.ended event that it made, the last of them
	thread  string         // the key of its thread
	live    bool           // it opened a turn that no later prompt took back
	compact bool           // it is a compaction
	root    string         // own id without the agent
	sums    sums
	copies  map[string]sums // by such ids of the other sessions that have the record
}

// namesake is another record of a session under the uuid of an earlier one.
type namesake struct {
	root, uuid string
	says       uint64
}

// callKey names a tool call; a copied one exists in two sessions.
type callKey struct{ own, item string }

type call struct {
	id        domain.EventID // of tool.requested
	name      string
	agentType string // of the subagent that it starts
}

// task is a call of the tool that starts a subagent.
type task struct {
	item, agentType string
	several         bool // calls with this prompt
}

// title is a summary whose conversation comes later in the file.
type title struct{ key, text string }

// numbering gives an event its place among those of its emitter.
type numbering func(domain.Instant, domain.Kind) (uint64, domain.SeqKind)

func newTranscript(from string, number numbering) *transcript {
	return &transcript{from: from, number: number, sessions: map[string]*session{}, nodes: map[string]*node{}, others: map[namesake]sums{}, threads: map[string]*thread{},
		agents: map[string]string{}, calls: map[callKey]call{}, refused: map[callKey]bool{}, tasks: map[string]task{}, titles: map[string][]title{}}
}

func (t *transcript) session(own string) *session {
	s := t.sessions[own]
	if s == nil {
		s = &session{envelope: producers.Envelope(t.from, domain.MakeSessionID(source, own))}
		t.sessions[own] = s
	}
	return s
}

func (t *transcript) thread(key string) *thread {
	th := t.threads[key]
	if th == nil {
		th = &thread{}
		t.threads[key] = th
	}
	return th
}

// agent names the subagent that a record belongs to, "" for none: its id, or
// where the version writes none, the first record of its chain.
func (t *transcript) agent(e *entry) string {
	if id := producers.ID(e.AgentID); id != "" || !bool(e.IsSidechain) {
		return id
	}
	uuid := producers.ID(e.UUID)
	first := firstOf(t.agents[uuid], t.agents[string(e.ParentUUID)], uuid)
	if uuid != "" {
		t.agents[uuid] = first
	}
	return first
}
