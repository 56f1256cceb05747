package query_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/fixtures"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/storetest"
)

// TestEveryRowThatChangesIsNamed brings read models on by a few events at a time, and by time alone, and compares
// the whole boards before and after.
func TestEveryRowThatChangesIsNamed(t *testing.T) {
	for name, drafts := range histories(t) {
		t.Run(name, func(t *testing.T) {
			log := storetest.NewLog("a")
			s := store.New(filepath.Join(t.TempDir(), "run.views"), log, store.Options{})
			t.Cleanup(func() { _ = s.Close() })
			var at uint64
			now, before := domain.At(time.Unix(0, 1)), map[domain.LaneID]string{}
			look := func(then domain.Instant) {
				status, err := s.CatchUp(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				named, every, err := query.ChangedRows(s, at, now, then)
				if err != nil {
					t.Fatal(err)
				}
				after := rowsOf(t, s, then)
				for id := range before {
					if _, held := after[id]; !held {
						after[id] = ""
					}
				}
				for id, row := range after {
					if !every && before[id] != row && !slices.Contains(named, id) {
						t.Fatalf("from %d to %d, %s to %s, lane %s is not named (-before +after)\n%s", at, status.Position, now, then, id, cmp.Diff(before[id], row))
					}
				}
				at, now, before = status.Position, then, after
			}
			look(now)
			for some := range slices.Chunk(drafts, 3) {
				log.Append(some...)
				if latest := some[len(some)-1].ObservedAt; latest.Known() && latest.Time().After(now.Time()) {
					look(latest)
				} else {
					look(now)
				}
			}
			for _, more := range shipping(t, s) { // one after the other
				log.Append(more)
				look(now)
			}
			for _, later := range []time.Duration{time.Second, lane.StaleAfter, 24 * time.Hour, 48 * time.Hour} {
				look(domain.At(now.Time().Add(later)))
			}
			if named, every, err := query.ChangedRows(s, at, now, now); len(named) > 0 || every || err != nil {
				t.Errorf("nothing happened, and %v changed, every %v: %v", named, every, err)
			}
			if len(before) == 0 {
				t.Error("the log has no lane")
			}
		})
	}
}

// rowsOf are the rows of the board by lane, without what grows with each reading.
func rowsOf(t *testing.T, s *store.Store, at domain.Instant) map[domain.LaneID]string {
	t.Helper()
	b, err := query.Board(s, selection.Filter{}, selection.Page{Limit: 10_000}, at, nil)
	if err != nil {
		t.Fatal(err)
	}
	rows := map[domain.LaneID]string{}
	for _, r := range b.Lanes {
		r.AgeMS = 0
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		rows[r.Lane] = string(text)
	}
	return rows
}

// shipping are drafts of ships, of a lane and of a commit that calls made, and then of that commit.
func shipping(t *testing.T, s *store.Store) (drafts []domain.Draft) {
	t.Helper()
	texts := func(sql string) (all []string) {
		err := s.Read(sql, nil, func(stmt *sqlite.Stmt) error {
			all = append(all, stmt.ColumnText(0))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	repo := domain.RepoID("example.org/shipping")
	ship := func(n int, c domain.ShipCommit) domain.Draft {
		c.Role = domain.CommitIntentional
		return about(t, 9000+n, domain.StreamID{Family: domain.FamilyShip, ULID: domain.Derive(time.Unix(0, 0), "test", "ship", fmt.Sprint(n))},
			domain.ShipProvenance{ShipTarget: domain.ShipTarget{Repo: repo, Ref: "refs/heads/main"}, New: c.Commit, MergeMethod: domain.MergeCommit,
				Basis: domain.BasisRecorded, Commits: []domain.ShipCommit{c}})
	}
	for n, id := range texts("SELECT key FROM lanes ORDER BY key LIMIT 1") {
		brought := ship(n, domain.ShipCommit{Commit: id40("d"), Lane: domain.LaneID(id)})
		drafts = append(drafts, brought, about(t, 9100+n, brought.Stream, domain.ShipPushedMain{PushedAt: domain.At(time.Unix(9, 0))}))
	}
	for n, begins := range texts("SELECT j.value FROM sessions, json_each(sessions.state, '$.work.commits') AS j") {
		c := domain.CommitID(begins) + id40("e")[len(begins):]
		drafts = append(drafts, ship(10+n, domain.ShipCommit{Commit: c}), about(t, 9500+n, repo.Stream(), domain.CommitObserved{Commit: c}))
	}
	return drafts
}

// histories are the drafts of the runs that the program carries, and generated ones.
func histories(t *testing.T) map[string][]domain.Draft {
	t.Helper()
	all := map[string][]domain.Draft{"generated": storetest.Drafts(300, 4), "generated with ships": storetest.Drafts(300, 9)}
	for _, name := range fixtures.Names() {
		run, _ := fixtures.Named(name)
		text, err := fs.ReadFile(run, fixtures.Log)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(text) {
			e, err := eventlog.ParseLine(line)
			if err != nil {
				t.Fatal(err)
			}
			all[name] = append(all[name], e.Draft)
		}
	}
	return all
}

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
