package work_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/work"
)

const whole = domain.CommitID("1234567890123456789012345678901234567890")

// repositorySays is a fact by which a repository shows a commit.
func repositorySays(n byte, f fact.Fact) *fact.Fact {
	f.ID, f.Trust = domain.EventID{15: n}, domain.TrustMedium
	return &f
}

func TestARepositoryMakesWhatCallsShowKnownByObjects(t *testing.T) {
	held := repositorySays(1, fact.Fact{Kind: domain.KindCommitObserved, Commit: whole})
	moved := repositorySays(2, fact.Fact{Kind: domain.KindRefMoved, Payload: fact.Payload{Moved: fact.Moved{Ref: "refs/remotes/origin/main", New: whole}}})
	other := repositorySays(3, fact.Fact{Kind: domain.KindCommitObserved, Commit: "1234567ffffffffffffffffffffffffffffffffff"})
	stranger := repositorySays(4, fact.Fact{Kind: domain.KindCommitObserved, Commit: whole})
	stranger.Trust = domain.TrustLow
	next := repositorySays(5, fact.Fact{Kind: domain.KindCommitObserved, Commit: "aaaaaaa", Payload: fact.Payload{Parents: []domain.CommitID{"fffffff", whole}}})
	after := repositorySays(6, fact.Fact{Kind: domain.KindCommitObserved, Commit: "bbbbbbb", Payload: fact.Payload{Parents: []domain.CommitID{next.Commit}}})
	beside := repositorySays(7, fact.Fact{Kind: domain.KindCommitObserved, Commit: "bbbbbbb", Payload: fact.Payload{Parents: []domain.CommitID{"fffffff"}}})
	movedOn := repositorySays(8, fact.Fact{Kind: domain.KindRefMoved, Payload: fact.Payload{Moved: fact.Moved{Ref: "refs/remotes/origin/main", New: after.Commit}}})
	call := work.Shown{Basis: work.BasisCall}
	objects := func(by ...*fact.Fact) (s work.Shown) {
		s.Basis = work.BasisObjects
		for _, f := range by {
			s.Objects = append(s.Objects, f.ID)
		}
		return s
	}
	for name, row := range map[string]struct {
		calls             string
		says              []*fact.Fact
		committed, pushed work.Shown
	}{
		"nothing was committed":               {"w a.go", []*fact.Fact{held}, work.Shown{}, work.Shown{}},
		"the repository is not known":         {"w a.go; add a.go; commit; push main updated", nil, call, call},
		"the repository holds the commit":     {"w a.go; add a.go; commit", []*fact.Fact{held}, objects(held), work.Shown{}},
		"two commits begin like that":         {"w a.go; add a.go; commit", []*fact.Fact{held, other}, call, work.Shown{}},
		"who says so is not trusted":          {"w a.go; add a.go; commit", []*fact.Fact{stranger}, call, work.Shown{}},
		"git only said that nothing was left": {"w a.go; commit clean", []*fact.Fact{held}, call, work.Shown{}},
		"the ref of the remote came there":    {"commit; push main updated", []*fact.Fact{held, moved}, objects(held), objects(moved)},
		"another ref came there":              {"commit; push side updated", []*fact.Fact{held, moved}, objects(held), call},
		"the push was rejected":               {"commit; push side rejected", []*fact.Fact{held, moved}, objects(held), call},
		"git did not print what was pushed":   {"commit; push main created", []*fact.Fact{held, moved}, objects(held), objects(moved)},
		"nothing tells what was pushed":       {"push main created", []*fact.Fact{moved}, work.Shown{}, call},
		"the ref has moved on":                {"commit; push main updated", []*fact.Fact{held, next, after, movedOn}, objects(held), objects(held, next, after, movedOn)},
		"it came there before it moved on":    {"commit; push main updated", []*fact.Fact{held, next, after, movedOn, moved}, objects(held), objects(moved)},
		"it moved on from another commit":     {"commit; push main updated", []*fact.Fact{held, next, beside, movedOn}, objects(held), call},
		"another ref moved on":                {"commit; push side updated", []*fact.Fact{held, next, after, movedOn}, objects(held), call},
		"a commit between is not known":       {"commit; push main updated", []*fact.Fact{held, after, movedOn}, objects(held), call},
		"it was rejected and came there":      {"commit; push main rejected", []*fact.Fact{held, moved}, objects(held), call},
		"a commit behind the push":            {"push main updated; commit", []*fact.Fact{held, moved}, objects(held), objects(held, moved)},
		"a commit behind it is not known":     {"push main updated; commit", []*fact.Fact{moved}, call, call},
	} {
		facts := story(t, row.calls)
		for _, f := range facts {
			for i := range f.Payload.Work.Refs {
				if r := &f.Payload.Work.Refs[i]; r.Result != domain.ObservedCreated {
					r.New = "1234567"
				}
			}
		}
		s := workOf(append(row.says, facts...)).Standing()
		if diff := cmp.Diff([]work.Shown{row.committed, row.pushed}, []work.Shown{s.Committed.Shown, s.Pushed.Shown}); diff != "" {
			t.Errorf("%s: committed, pushed, -want +got\n%s", name, diff)
		}
	}
}

func TestTestsThatASignerSignedAreKnownBySigned(t *testing.T) {
	for trust, want := range map[domain.Trust]work.Basis{domain.TrustHigh: work.BasisSigned, domain.TrustMedium: work.BasisCall} {
		facts := story(t, "w a.go; green go workspace")
		facts[1].Trust = trust
		if got := workOf(facts).Standing().Tested.Basis; got != want {
			t.Errorf("%s: tested has the basis %q, want %q", trust, got, want)
		}
	}
}
