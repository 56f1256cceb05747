package projections

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// WorkerStatus is the state of a worker, in the words of its state file.
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

// WorkerState is the state of a worker: the content of .claw/worker-state.json, except for what
// depends on when it is read. Times are seconds since 1970, 0 for one that is not known.
type WorkerState struct {
	Worker         domain.WorkerID `json:"worker_id"`
	Status         WorkerStatus    `json:"status"`
	Ready          bool            `json:"is_ready"` // it takes a prompt now
	TrustCleared   bool            `json:"trust_gate_cleared"`
	PromptInFlight bool            `json:"prompt_in_flight"` // sent, and not yet known to be taken
	Last           WorkerEvent     `json:"last_event"`
	UpdatedAt      int64           `json:"updated_at"`
	// Ship is the one that brought work of the worker's lanes to a ref last.
	Ship *Shipped `json:"ship,omitzero"`
}

// WorkerEvent is what happened to a worker last.
type WorkerEvent struct {
	Seq       uint64       `json:"seq"`  // its place among what happened to the worker, from 1
	Kind      string       `json:"kind"` // in the words of the state file
	Status    WorkerStatus `json:"status"`
	Timestamp int64        `json:"timestamp"`
}

// workerWord returns what a kind of event is called in a state file, and the status after
// it; false for one that does not determine the status.
func workerWord(kind domain.Kind) (word string, status WorkerStatus, tells bool) {
	switch kind {
	case domain.KindWorkerSpawning:
		return "spawning", WorkerSpawning, true
	case domain.KindWorkerTrustRequired:
		return "trust_required", WorkerTrustRequired, true
	case domain.KindWorkerTrustResolved:
		return "trust_resolved", WorkerSpawning, true
	case domain.KindWorkerToolPermissionRequired:
		return "tool_permission_required", WorkerToolPermission, true
	case domain.KindWorkerReadyForPrompt:
		return "ready_for_prompt", WorkerReady, true
	case domain.KindWorkerRunning, domain.KindPromptSent, domain.KindPromptAccepted, domain.KindPromptReplayed:
		return "running", WorkerRunning, true
	case domain.KindWorkerRestarted:
		return "restarted", WorkerSpawning, true
	case domain.KindWorkerFinished, domain.KindWorkerTerminated:
		return "finished", WorkerFinished, true
	case domain.KindWorkerFailed:
		return "failed", WorkerFailed, true
	case domain.KindWorkerStartupNoEvidence, domain.KindPromptAcceptanceTimeout:
		return "startup_no_evidence", WorkerFailed, true
	case domain.KindPromptMisdelivered:
		return "prompt_misdelivery", WorkerFailed, true
	}
	return "", "", false
}

// WorkerOf returns the state of a worker by the facts that name it, in any order, each as
// often as it comes; false when none determines it. The facts of one emitter are taken in
// its own order; of several emitters, the one whose last fact is the latest counts.
func WorkerOf(o Options, id domain.WorkerID, facts []*fact.Fact) (s WorkerState, ok bool) {
	var latest []*fact.Fact
	all := stateFacts(o, facts)
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].Emitter == all[0].Emitter {
			n++
		}
		if latest == nil || saidLater(all[n-1], latest[len(latest)-1]) {
			latest = all[:n]
		}
		all = all[n:]
	}
	s.Worker = id
	for i := range latest {
		s.step(uint64(i+1), latest[i])
	}
	return s, latest != nil
}

// stateFacts returns the facts about a worker's state, each once, by emitter and in the
// order of that emitter.
func stateFacts(o Options, facts []*fact.Fact) []*fact.Fact {
	about := make([]*fact.Fact, 0, len(facts))
	for _, f := range facts {
		if _, _, tells := workerWord(f.Kind); tells && o.Counts(f.Source) {
			about = append(about, f)
		}
	}
	slices.SortFunc(about, func(f, g *fact.Fact) int {
		return cmp.Or(cmp.Compare(f.Emitter, g.Emitter), bytes.Compare(f.Epoch[:], g.Epoch[:]), cmp.Compare(f.Seq, g.Seq),
			cmp.Compare(f.Observed.UnixNano(), g.Observed.UnixNano()), f.ID.Compare(g.ID))
	})
	return slices.CompactFunc(about, func(f, g *fact.Fact) bool { return f.ID == g.ID })
}

// saidLater compares last words of different emitters; one without a time is the earliest.
func saidLater(f, g *fact.Fact) bool {
	if f.Observed.Known() != g.Observed.Known() {
		return f.Observed.Known()
	}
	return f.Observed.UnixNano() > g.Observed.UnixNano()
}

// step takes the next event.
func (s *WorkerState) step(seq uint64, f *fact.Fact) {
	word, status, _ := workerWord(f.Kind)
	switch f.Kind {
	case domain.KindWorkerSpawning, domain.KindWorkerRestarted:
		s.TrustCleared, s.PromptInFlight = false, false
	case domain.KindWorkerTrustRequired:
		s.TrustCleared = false
	case domain.KindWorkerTrustResolved, domain.KindWorkerReadyForPrompt, domain.KindWorkerRunning, domain.KindPromptAccepted: // a worker that works has no gate before it
		s.TrustCleared, s.PromptInFlight = true, false
	case domain.KindPromptSent, domain.KindPromptReplayed:
		s.PromptInFlight = true
	default:
		s.PromptInFlight = false
	}
	s.Status, s.Ready = status, status == WorkerReady
	s.Last = WorkerEvent{Seq: seq, Kind: word, Status: status}
	if f.Observed.Known() {
		s.Last.Timestamp = f.Observed.Time().Unix()
	}
	s.UpdatedAt = max(s.UpdatedAt, s.Last.Timestamp)
}
