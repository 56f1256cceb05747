package projections

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
)

// WorkerStatus is how a worker stands, in the words of its state file.
type WorkerStatus string

// The statuses.
const (
	WorkerSpawning       WorkerStatus = "spawning"
	WorkerTrustRequired  WorkerStatus = "trust_required"
	WorkerToolPermission WorkerStatus = "tool_permission_required"
	WorkerReady          WorkerStatus = "ready_for_prompt"
	WorkerRunning        WorkerStatus = "running"
	WorkerFinished       WorkerStatus = "finished"
	WorkerFailed         WorkerStatus = "failed"
)

// Enum lists the values.
func (WorkerStatus) Enum() []string {
	return []string{string(WorkerSpawning), string(WorkerTrustRequired), string(WorkerToolPermission), string(WorkerReady),
		string(WorkerRunning), string(WorkerFinished), string(WorkerFailed)}
}

// WorkerState is how a worker stands: what .claw/worker-state.json says, but for what
// depends on when it is read. Times are seconds since 1970, 0 for one that is not known.
type WorkerState struct {
	Worker         domain.WorkerID `json:"worker_id"`
	Status         WorkerStatus    `json:"status"`
	Ready          bool            `json:"is_ready"` // it takes a prompt now
	TrustCleared   bool            `json:"trust_gate_cleared"`
	PromptInFlight bool            `json:"prompt_in_flight"` // sent, and not yet known to be taken
	Last           WorkerEvent     `json:"last_event"`
	UpdatedAt      int64           `json:"updated_at"`
}

// WorkerEvent is what happened to a worker last.
type WorkerEvent struct {
	Seq       uint64       `json:"seq"`  // its place among what happened to the worker, from 1
	Kind      string       `json:"kind"` // in the words of the state file
	Status    WorkerStatus `json:"status"`
	Timestamp int64        `json:"timestamp"`
}

// workerWords are what kinds of events are called in a state file, and the status after
// them.
var workerWords = map[domain.Kind]struct {
	word   string
	status WorkerStatus
}{
	"worker.spawning":                 {"spawning", WorkerSpawning},
	"worker.trust_required":           {"trust_required", WorkerTrustRequired},
	"worker.trust_resolved":           {"trust_resolved", WorkerSpawning},
	"worker.tool_permission_required": {"tool_permission_required", WorkerToolPermission},
	"worker.ready_for_prompt":         {"ready_for_prompt", WorkerReady},
	"worker.running":                  {"running", WorkerRunning},
	"worker.restarted":                {"restarted", WorkerSpawning},
	"worker.finished":                 {"finished", WorkerFinished},
	"worker.terminated":               {"finished", WorkerFinished},
	"worker.failed":                   {"failed", WorkerFailed},
	"worker.startup_no_evidence":      {"startup_no_evidence", WorkerFailed},
	"prompt.misdelivered":             {"prompt_misdelivery", WorkerFailed},
	"prompt.sent":                     {"running", WorkerRunning},
	"prompt.accepted":                 {"running", WorkerRunning},
	"prompt.replayed":                 {"running", WorkerRunning},
	"prompt.acceptance_timeout":       {"startup_no_evidence", WorkerFailed},
}

// workerFact is an event of a worker, as far as its state asks.
type workerFact struct {
	emitter  domain.EmitterID
	epoch    domain.Epoch
	seq      uint64
	observed domain.Instant
	id       domain.EventID
	kind     domain.Kind
}

// Workers folds the events of workers, envelopes alone: any order, and any repetition,
// gives the same states. The zero Workers is empty.
type Workers struct {
	facts map[domain.WorkerID]map[domain.EventID]workerFact
}

// Apply takes an event; one that says nothing of a worker's state changes nothing.
func (w *Workers) Apply(o Options, e *domain.Event) {
	id := domain.WorkerID(strings.Clone(string(e.Subject.Worker.Value)))
	if _, tells := workerWords[e.Kind]; !tells || id == "" || !o.Counts(e.Source.Kind) {
		return
	}
	if w.facts == nil {
		w.facts = map[domain.WorkerID]map[domain.EventID]workerFact{}
	}
	if w.facts[id] == nil {
		w.facts[id] = map[domain.EventID]workerFact{}
	}
	w.facts[id][e.ID] = workerFact{domain.EmitterID(strings.Clone(string(e.Emitter))), e.Epoch, e.Seq, e.ObservedAt, e.ID,
		domain.Kind(strings.Clone(string(e.Kind)))}
}

// IDs lists the workers, sorted.
func (w *Workers) IDs() []domain.WorkerID { return slices.Sorted(maps.Keys(w.facts)) }

// State is how a worker stands; false for one that nobody told of. What one emitter says
// is taken in its own order; where several speak, the one whose last word is the latest.
func (w *Workers) State(id domain.WorkerID) (s WorkerState, ok bool) {
	var latest []workerFact
	all := slices.SortedFunc(maps.Values(w.facts[id]), workerFact.compare)
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].emitter == all[0].emitter {
			n++
		}
		if latest == nil || all[n-1].later(latest[len(latest)-1]) {
			latest = all[:n]
		}
		all = all[n:]
	}
	s.Worker = id
	for i := range latest {
		s.step(uint64(i+1), &latest[i])
	}
	return s, latest != nil
}

// compare orders facts by who says them, and in the order of that one.
func (f workerFact) compare(g workerFact) int {
	return cmp.Or(cmp.Compare(f.emitter, g.emitter), bytes.Compare(f.epoch[:], g.epoch[:]), cmp.Compare(f.seq, g.seq),
		cmp.Compare(f.observed.UnixNano(), g.observed.UnixNano()), bytes.Compare(f.id[:], g.id[:]))
}

// later compares last words of different emitters; one without a time is the earliest.
func (f workerFact) later(g workerFact) bool {
	if f.observed.Known() != g.observed.Known() {
		return f.observed.Known()
	}
	return f.observed.UnixNano() > g.observed.UnixNano()
}

// step takes the next event.
func (s *WorkerState) step(seq uint64, f *workerFact) {
	is := workerWords[f.kind]
	switch f.kind {
	case "worker.spawning", "worker.restarted":
		s.TrustCleared, s.PromptInFlight = false, false
	case "worker.trust_required":
		s.TrustCleared = false
	case "worker.trust_resolved", "worker.ready_for_prompt", "worker.running", "prompt.accepted": // who works has no gate before it
		s.TrustCleared, s.PromptInFlight = true, false
	case "prompt.sent", "prompt.replayed":
		s.PromptInFlight = true
	default:
		s.PromptInFlight = false
	}
	s.Status, s.Ready = is.status, is.status == WorkerReady
	s.Last = WorkerEvent{Seq: seq, Kind: is.word, Status: is.status}
	if f.observed.Known() {
		s.Last.Timestamp = f.observed.Time().Unix()
	}
	s.UpdatedAt = max(s.UpdatedAt, s.Last.Timestamp)
}
