package shipping_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	shipping "github.com/clawable/claw/commands/ship"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/domain/ship"
	gitpush "github.com/clawable/claw/git/push"
)

// TestAPushThatEndsAnywhereIsCompletedByTheNext ends a push at each of its calls, before the call
// has an effect and after it, and pushes again: the remote holds the commits, one use of the
// approval is spent, each step is recorded once, and nothing is left for a third push.
func TestAPushThatEndsAnywhereIsCompletedByTheNext(t *testing.T) {
	whole := newShipWorld(t).granted()
	if done, err := whole.run(); err != nil || len(done.Approvals) != 1 {
		t.Fatalf("%+v %v", done, err)
	}
	if whole.calls < 10 {
		t.Fatalf("a push has %d calls", whole.calls)
	}
	for n := 1; n <= whole.calls; n++ {
		for _, after := range []bool{false, true} {
			t.Run(fmt.Sprintf("call %d, with its effect: %t", n, after), func(t *testing.T) {
				w := newShipWorld(t).granted()
				w.endAt, w.after = n, after
				if _, err := w.run(); err == nil && !w.ended {
					t.Fatal("nothing ended the push")
				}
				w.endAt = 0
				if _, err := w.run(); err != nil {
					t.Fatal(err)
				}
				if w.tip != commit("c") {
					t.Errorf("the remote holds %s", w.tip.Short())
				}
				told := w.told()
				for kind, want := range map[domain.Kind]int{domain.KindShipPrepared: 1, domain.KindShipCommitsSelected: 1, domain.KindShipMerged: 1,
					domain.KindShipPushedMain: 1, domain.KindShipProvenance: 1, domain.KindApprovalConsumed: 1, domain.KindToolCompleted: 1, domain.KindToolFailed: 0} {
					if told[kind] != want {
						t.Errorf("%d times %s, want %d", told[kind], kind, want)
					}
				}
				if third, err := w.run(); err != nil || !third.UpToDate || len(third.Resumed) > 0 {
					t.Errorf("a third push: %+v %v", third, err)
				}
			})
		}
	}
}

// TestAResultThatIsRecordedStands ends a push between the result of its use and the close of the
// ship, and rewrites the branch: the next run gives up nothing.
func TestAResultThatIsRecordedStands(t *testing.T) {
	for n := 1; ; n++ {
		w := newShipWorld(t).granted()
		w.endAt = n
		if _, err := w.run(); err == nil {
			t.Fatal("no push ended between the result and the close")
		}
		if told := w.told(); told[domain.KindToolCompleted] == 0 || told[domain.KindShipProvenance] > 0 {
			continue
		}
		w.endAt, w.tip, w.line = 0, commit("f"), []domain.CommitID{commit("f"), commit("g")}
		done, err := w.granted().run()
		if err != nil || len(done.Resumed) > 0 {
			t.Fatalf("after the rewrite: %+v %v", done, err)
		}
		if told := w.told(); told[domain.KindToolCompleted] != 2 || told[domain.KindToolFailed] != 0 {
			t.Errorf("the results after the rewrite: %v", told)
		}
		return
	}
}

// TestWhatTheRemoteSaysIsRecorded pushes to remotes that do not simply take it.
func TestWhatTheRemoteSaysIsRecorded(t *testing.T) {
	refused := &domain.Error{Kind: domain.ErrPolicy, Operation: "push", Message: "not on a Friday"}
	lost := &domain.Error{Kind: domain.ErrUnavailable, Operation: "push", Message: "the connection broke"}
	for name, row := range map[string]struct {
		remote    func(*shipWorld)
		want      domain.ErrorKind
		confirmed bool          // the ship is closed
		result    []domain.Kind // of the use that was spent
		then      shipping.Became
	}{
		"it refuses":                         {func(w *shipWorld) { w.push = func(gitpush.Push) error { return refused } }, domain.ErrPolicy, false, []domain.Kind{domain.KindToolFailed}, ""},
		"its answer is lost, and it took it": {func(w *shipWorld) { w.push = func(p gitpush.Push) error { _ = w.take(p); return lost } }, "", true, []domain.Kind{domain.KindToolCompleted}, ""},
		"its answer is lost, and nobody can ask it": {func(w *shipWorld) {
			w.push = func(p gitpush.Push) error { w.asks = func() error { return lost }; _ = w.take(p); return lost }
		}, domain.ErrUnavailable, false, nil, shipping.BecamePushed},
		"it took it, and nobody can ask it": {func(w *shipWorld) {
			w.push = func(p gitpush.Push) error { w.asks = func() error { return lost }; return w.take(p) }
		}, domain.ErrUnavailable, false, nil, shipping.BecamePushed},
		"somebody rewrote it at once": {func(w *shipWorld) { w.push = func(gitpush.Push) error { w.tip = commit("f"); return nil } }, domain.ErrConflict, false,
			[]domain.Kind{domain.KindToolCompleted}, shipping.BecameGivenUp},
		"another push came first": {func(w *shipWorld) { w.push = func(p gitpush.Push) error { w.tip = commit("f"); return w.take(p) } }, domain.ErrConflict, false,
			[]domain.Kind{domain.KindToolFailed}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := newShipWorld(t).granted()
			row.remote(w)
			if _, err := w.run(); domain.KindOf(err) != row.want {
				t.Fatalf("error %v, want kind %q", err, row.want)
			}
			told := w.told()
			if closed := told[domain.KindShipProvenance] == 1; closed != row.confirmed {
				t.Errorf("what it brought is told: %t, want %t", closed, row.confirmed)
			}
			for _, kind := range []domain.Kind{domain.KindToolCompleted, domain.KindToolFailed} {
				if got := told[kind] == 1; got != slices.Contains(row.result, kind) {
					t.Errorf("%d times %s, want %v", told[kind], kind, row.result)
				}
			}
			w.push, w.asks = w.take, func() error { return nil }
			next, _ := w.run()
			var became shipping.Became
			if next != nil && len(next.Resumed) > 0 {
				became = next.Resumed[0].Became
			}
			if next != nil && became != row.then {
				t.Errorf("the next push resumes it as %q, want %q", became, row.then)
			}
			if len(w.env) != 1 || !strings.HasPrefix(w.env[0], "CLAW_SHIP=ship") {
				t.Errorf("the hooks are told %q", w.env)
			}
		})
	}
}

// TestWhatDoesNotStandOnTheRemoteIsNotPushed looks at a remote that went another way.
func TestWhatDoesNotStandOnTheRemoteIsNotPushed(t *testing.T) {
	for name, row := range map[string]struct {
		shallow bool
		want    domain.ErrorKind
		next    domain.StepCode
	}{"of a whole clone": {false, domain.ErrPolicy, nextstep.RebaseThenPrepare}, "of a shallow clone": {true, domain.ErrUnavailable, ""}} {
		t.Run(name, func(t *testing.T) {
			w := newShipWorld(t)
			w.tip, w.shallow = commit("f"), row.shallow
			_, err := w.run()
			var e *domain.Error
			if !errors.As(err, &e) || e.Kind != row.want || e.Next.Code != row.next || (e.Hint == "") == e.Next.IsZero() {
				t.Fatalf("%v, want %s with the step %q", err, row.want, row.next)
			}
			if !slices.Contains(w.brought, commit("f")) {
				t.Error("what the remote holds was not fetched before it was judged")
			}
			if told := w.told(); told[domain.KindShipPrepared] > 0 {
				t.Errorf("recorded: %v", told)
			}
		})
	}
}

// TestWhatWasMeantFirstStands prepares a ship twice, with other intents.
func TestWhatWasMeantFirstStands(t *testing.T) {
	w := newShipWorld(t)
	prepare := func(meant ...domain.CommitID) (*shipping.Shipment, *shipping.Prospect) {
		t.Helper()
		s, err := w.look(domain.ShipIntent{Commits: meant})
		if err != nil {
			t.Fatal(err)
		}
		at, err := s.Prepare(t.Context(), false)
		if err != nil {
			t.Fatal(err)
		}
		return s, at
	}
	_, first := prepare(commit("b"))
	s, again := prepare(commit("c"))
	if first.Stage != ship.Selected || first.Digest != again.Digest {
		t.Errorf("%+v, then %+v", first, again)
	}
	var roles []domain.CommitRole
	for _, c := range s.Commits {
		roles = append(roles, c.Role)
	}
	if diff := cmp.Diff([]domain.CommitRole{domain.CommitIntentional, domain.CommitRider}, roles); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if diff := cmp.Diff([]string{"other_intent"}, w.warned); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
