package projections_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/projections"
)

// ofWorker is what an emitter says of worker w, a number of seconds after 1970.
func ofWorker(emitter string, seq uint64, at int64, kind domain.Kind) domain.Event {
	d := domain.Draft{Kind: kind, Emitter: domain.EmitterID(emitter), Seq: seq, ObservedAt: domain.At(time.Unix(at, 0)), Source: domain.Source{Kind: domain.SourceLive}}
	d.ID = domain.EventID(domain.Derive(time.Unix(at, 0), emitter, string(kind), time.Unix(int64(seq), 0).String()))
	d.Subject.Worker = domain.Known(domain.WorkerID("w"))
	return domain.Event{Draft: d}
}

// boot is a worker that starts, waits for trust, gets it, and takes a prompt.
func boot() []domain.Event {
	return []domain.Event{ofWorker("a", 1, 10, "worker.spawning"), ofWorker("a", 2, 20, "worker.trust_required"), ofWorker("a", 3, 30, "worker.trust_resolved"),
		ofWorker("a", 4, 40, "worker.ready_for_prompt"), ofWorker("a", 5, 50, "prompt.sent"), ofWorker("a", 6, 60, "worker.running")}
}

// factsOf are the facts of events as a read model keeps them.
func factsOf(events []domain.Event) (facts []*fact.Fact) {
	for i := range events {
		if f, reads := fact.Of(&events[i]); reads {
			facts = append(facts, &f)
		}
	}
	return facts
}

func stateOf(events []domain.Event) projections.WorkerState {
	s, _ := projections.WorkerOf(projections.Options{}, "w", factsOf(events))
	return s
}

func TestAWorkerStandsAsItsLastWordSays(t *testing.T) {
	state := func(status projections.WorkerStatus, trust, flight bool, seq uint64, kind string, at int64) projections.WorkerState {
		return projections.WorkerState{Worker: "w", Status: status, Ready: status == projections.WorkerReady, TrustCleared: trust, PromptInFlight: flight,
			Last: projections.WorkerEvent{Seq: seq, Kind: kind, Status: status, Timestamp: at}, UpdatedAt: at}
	}
	test := ofWorker("a", 9, 90, "worker.failed")
	test.Source.Kind = domain.SourceTest
	for says, c := range map[string]struct {
		events []domain.Event
		want   projections.WorkerState
	}{
		"it starts":                               {boot()[:1], state("spawning", false, false, 1, "spawning", 10)},
		"it waits for trust":                      {boot()[:2], state("trust_required", false, false, 2, "trust_required", 20)},
		"it is trusted, and starts on":            {boot()[:3], state("spawning", true, false, 3, "trust_resolved", 30)},
		"it is ready":                             {boot()[:4], state("ready_for_prompt", true, false, 4, "ready_for_prompt", 40)},
		"a prompt is on its way":                  {boot()[:5], state("running", true, true, 5, "running", 50)},
		"it works":                                {boot(), state("running", true, false, 6, "running", 60)},
		"it begins anew":                          {append(boot(), ofWorker("a", 7, 70, "worker.restarted")), state("spawning", false, false, 7, "restarted", 70)},
		"the prompt went astray":                  {append(boot()[:5], ofWorker("a", 6, 60, "prompt.misdelivered")), state("failed", true, false, 6, "prompt_misdelivery", 60)},
		"another one spoke later":                 {append(boot(), ofWorker("b", 1, 65, "worker.finished")), state("finished", false, false, 1, "finished", 65)},
		"another one spoke before":                {append(boot(), ofWorker("b", 1, 5, "worker.finished")), state("running", true, false, 6, "running", 60)},
		"what a test says does not count":         {append(boot(), test), state("running", true, false, 6, "running", 60)},
		"what is of no state leaves it as it was": {append(boot(), ofWorker("a", 7, 70, "worker.preflight_completed")), state("running", true, false, 6, "running", 60)},
	} {
		t.Run(says, func(t *testing.T) {
			if diff := cmp.Diff(c.want, stateOf(c.events)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
	if _, ok := projections.WorkerOf(projections.Options{}, "w", nil); ok {
		t.Error("there is a worker that nobody told of")
	}
}

// TestAWorkersStateIsOfTheSetOfEvents shuffles and repeats them.
func TestAWorkersStateIsOfTheSetOfEvents(t *testing.T) {
	all := append(boot(), ofWorker("b", 1, 35, "worker.failed"), ofWorker("b", 2, 60, "worker.finished"))
	want := stateOf(all)
	rapid.Check(t, func(t *rapid.T) {
		events := append(slices.Clone(all), rapid.SliceOf(rapid.SampledFrom(all)).Draw(t, "again")...)
		if diff := cmp.Diff(want, stateOf(rapid.Permutation(events).Draw(t, "order"))); diff != "" {
			t.Fatalf("-want +got\n%s", diff)
		}
	})
}
