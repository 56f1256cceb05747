package projections_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
)

func TestOfSeveralTellingsTheOneWithMostTurnsCounts(t *testing.T) {
	type turn struct {
		id, start, end string // who said so, "" for nobody
		at             projections.Time
	}
	for _, row := range []struct {
		name  string
		turns []turn
		want  map[projections.TurnStatus]int
	}{
		{"one emitter", []turn{{"a", "x", "x", 0}, {"b", "x", "", 0}}, map[projections.TurnStatus]int{"completed": 1, "open": 1}},
		{"two that name the turns alike", []turn{{"a", "x", "y", 0}, {"b", "y", "x", 0}}, map[projections.TurnStatus]int{"completed": 2}},
		{"two that name one turn alike say together what there is", []turn{{"a", "x", "y", 0}, {"b", "x", "x", 0}, {"c", "y", "y", 0}},
			map[projections.TurnStatus]int{"completed": 3}},
		{"two that name them otherwise", []turn{{"a", "x", "x", 0}, {"b", "x", "", 0}, {"c", "x", "x", 0}, {"p", "y", "y", 0}, {"q", "y", "y", 0}},
			map[projections.TurnStatus]int{"completed": 2, "open": 1}},
		{"as many of either: the lesser emitter's", []turn{{"a", "x", "x", 0}, {"p", "y", "", 0}}, map[projections.TurnStatus]int{"completed": 1}},
		{"a turn after all that the others know", []turn{{"a", "x", "x", 1}, {"b", "x", "x", 2}, {"p", "y", "y", 2}, {"q", "y", "y", 3}},
			map[projections.TurnStatus]int{"completed": 3}},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := projections.Session{Turns: map[string]projections.Turn{}}
			for i, r := range row.turns {
				var one projections.Turn
				if r.start != "" {
					one.Starts = projections.Register{{Emitter: domain.EmitterID(r.start), Seq: uint64(2*i + 1), At: r.at, Value: "started"}}
				}
				if r.end != "" {
					one.Ends = projections.Register{{Emitter: domain.EmitterID(r.end), Seq: uint64(2*i + 2), At: r.at, Value: "completed"}}
				}
				s.Turns[r.id] = one
			}
			got := s.CountTurns()
			got["open"] += got[projections.TurnEndNotRecorded] // nobody recorded its end either way
			delete(got, projections.TurnEndNotRecorded)
			if got["open"] == 0 {
				delete(got, "open")
			}
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestOfTellingsThatKnowAsManyEndsTheOneThatKnowsWhenCounts(t *testing.T) {
	told := func(by domain.EmitterID, at projections.Time) projections.Turn {
		return projections.Turn{Ends: projections.Register{{Emitter: by, At: at, Value: "completed"}}}
	}
	s := projections.Session{Turns: map[string]projections.Turn{"timeless": told("a", 0), "timed": told("b", 7)}}
	standings := s.TurnStandings()
	if _, counts := standings["timed"]; !counts || len(standings) != 1 {
		t.Errorf("the turns that count are %v", standings)
	}
}

func TestAFailedTurnThatSeveralTellingsTellOfCountsOnce(t *testing.T) {
	ended := func(by domain.EmitterID, at projections.Time, how projections.TurnStatus) projections.Turn {
		return projections.Turn{Starts: projections.Register{{Emitter: by, At: at, Value: "started"}},
			Ends: projections.Register{{Emitter: by, At: at, Value: string(how)}}}
	}
	const failed, completed = projections.TurnFailed, projections.TurnCompleted
	for _, row := range []struct {
		name  string
		turns map[string]projections.Turn
		want  []string
	}{
		{"one telling", map[string]projections.Turn{"a1": ended("a", 1, failed), "a2": ended("a", 2, failed)}, nil},
		{"of as many failures the one that knows when", map[string]projections.Turn{"a1": ended("a", 0, failed), "b1": ended("b", 1, failed)}, []string{"a1"}},
		{"one that knows of more turns", map[string]projections.Turn{"a1": ended("a", 0, failed), "b1": ended("b", 0, failed), "b2": ended("b", 0, completed)}, []string{"a1"}},
		{"one that knows of more failures", map[string]projections.Turn{"a1": ended("a", 1, failed), "a2": ended("a", 2, completed), "a3": ended("a", 3, completed),
			"b1": ended("b", 0, failed), "b2": ended("b", 0, failed)}, []string{"a1"}},
		{"one that alone knows of failures", map[string]projections.Turn{"a1": ended("a", 1, completed), "a2": ended("a", 2, completed), "b1": ended("b", 0, failed)}, nil},
		{"one that began later", map[string]projections.Turn{"a1": ended("a", 1, failed), "a2": ended("a", 2, completed), "b1": ended("b", 3, failed)}, nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := projections.Session{Turns: row.turns}
			if diff := cmp.Diff(row.want, s.Retold(), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestWhatNamesNoItemMayBeWhatAnotherNames(t *testing.T) {
	for _, row := range []struct {
		name string
		keys []string
		want int
	}{
		{"none", nil, 0},
		{"items", []string{"a", "b"}, 2},
		{"events without an item", []string{"event:1", "event:2"}, 2},
		{"as many of either", []string{"a", "event:1"}, 1},
		{"one more without an item", []string{"a", "event:1", "event:2"}, 2},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := projections.CountOnce(row.keys); got != row.want {
				t.Errorf("%d, want %d", got, row.want)
			}
		})
	}
}
