package query_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/storetest"
)

// about is a draft of a payload in a stream.
func about(t *testing.T, n int, stream domain.StreamID, p domain.Payload) domain.Draft {
	t.Helper()
	data, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	d := storetest.Said(n, p.Kind(), string(data))
	d.Stream, d.Subject = stream, domain.Subject{}
	if c, ok := p.(domain.CommitObserved); ok {
		d.Subject.Commit = domain.Known(c.Commit)
	}
	return d
}

// id40 is the name of a commit, of one digit.
func id40(digit string) domain.CommitID {
	var id domain.CommitID
	for range 40 {
		id += domain.CommitID(digit)
	}
	return id
}

func TestCommitsThatChangeAFileAreThoseOfRepositoriesOfShips(t *testing.T) {
	shipped, other := domain.RepoID("example.org/r"), domain.RepoID("example.org/other")
	ship := domain.ShipProvenance{ShipTarget: domain.ShipTarget{Repo: shipped, Ref: "refs/heads/main"}, New: id40("b"), MergeMethod: domain.MergeCommit, Basis: domain.BasisRecorded}
	for _, digit := range []string{"a", "b", "c", "d"} {
		ship.Commits = append(ship.Commits, domain.ShipCommit{Commit: id40(digit), Role: domain.CommitIntentional})
	}
	stream := domain.StreamID{Family: domain.FamilyShip, ULID: domain.Derive(time.Unix(0, 0), "test", "ship")}
	commit := func(n int, repo domain.RepoID, digit string, paths ...domain.Path) domain.Draft {
		return about(t, n, repo.Stream(), domain.CommitObserved{Commit: id40(digit), Paths: paths})
	}
	byName := about(t, 7, shipped.Stream(), domain.CommitObserved{Commit: id40("f"), Paths: []domain.Path{"z.go"}, Author: domain.Signed{Person: domain.Person{Name: "y.go"}}})
	log := storetest.NewLog("a", byName, commit(1, shipped, "b", "x.go", "y.go"), commit(2, shipped, "a", "x.go"), commit(3, shipped, "b", "x.go"),
		commit(4, other, "c", "x.go"), about(t, 5, stream, ship), commit(6, shipped, "e", "dir/x.go", `"x.go"`))
	s := storetest.Opened(t, log)
	log.Fails = func(domain.Position) error { return errors.New("the log was read") }
	for file, want := range map[domain.Path]query.Changing{ // only d is recorded by no repository
		"x.go":     {Commits: []domain.CommitID{id40("b"), id40("a")}, Unread: 1},
		"y.go":     {Commits: []domain.CommitID{id40("b")}, Unread: 1},
		`"x.go"`:   {Commits: []domain.CommitID{id40("e")}, Unread: 1},
		"dir/x.go": {Commits: []domain.CommitID{id40("e")}, Unread: 1},
		"dir":      {Commits: []domain.CommitID{}, Unread: 1},
	} {
		got, err := query.CommitsChanging(s, file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file, diff)
		}
	}
}
