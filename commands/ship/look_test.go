package shipping_test

import (
	"context"
	"iter"
	"testing"

	"github.com/clawable/claw/commands/commandtest"
	"github.com/clawable/claw/commands/record"
	shipping "github.com/clawable/claw/commands/ship"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/ship"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/gitrepo"
)

// pastClone is the clone of a world, which follows main of its remote and has no pull request.
type pastClone struct {
	*shipWorld
	unborn bool
}

func (pastClone) Place() domain.Path  { return "/src" }
func (pastClone) Repo() domain.RepoID { return "host/r" }

func (c pastClone) Read(_ context.Context, learn func(domain.RepoID) (*gitrepo.Known, error)) iter.Seq2[producers.Record, error] {
	return func(yield func(producers.Record, error) bool) {
		if _, err := learn(c.Repo()); err != nil {
			yield(producers.Record{}, err)
			return
		}
		var parents []domain.CommitID
		for _, id := range c.line {
			says := &domain.CommitObserved{Commit: id, Tree: "tree", Parents: parents, PatchID: "patch of " + string(id)}
			data, err := eventlog.Encode(says)
			if parents = []domain.CommitID{id}; !yield(producers.Record{Drafts: []domain.Draft{{Kind: says.Kind(), Data: data}}}, err) {
				return
			}
		}
	}
}

func (c pastClone) Track(context.Context, string) (gitrepo.Tracked, error) {
	t := gitrepo.Tracked{Ref: mainRef, Local: "refs/remotes/origin/main", Remote: domain.Known(domain.Remote("host/r"))}
	if !c.unborn {
		t.Tip = c.line[len(c.line)-1]
	}
	return t, nil
}

func (c pastClone) Branches(context.Context, gitrepo.Tracked) ([]gitrepo.Branch, error) {
	return []gitrepo.Branch{{Ref: mainRef, Tip: c.line[len(c.line)-1]}}, nil
}

func (c pastClone) Said(_ context.Context, ids []domain.CommitID) (map[domain.CommitID]gitrepo.Said, error) {
	said := map[domain.CommitID]gitrepo.Said{}
	for _, id := range ids {
		said[id] = gitrepo.Said{Subject: "change " + id.Short(), Committer: "ada@example.org"}
	}
	return said, nil
}

func (c pastClone) Pulls(context.Context) ([]gitrepo.Pull, error) { return nil, nil }

func (c pastClone) PatchIDs(context.Context, []gitrepo.Pair, func([]domain.Path) bool) (map[gitrepo.Pair]string, error) {
	return nil, nil
}

// scan looks at the clone, by an import that appends nothing.
func (c pastClone) scan(since string, held *int) (*shipping.Scanned, error) {
	ports := shipping.ScanPorts{Log: c.log,
		Import: func(_ string, records func(context.Context) iter.Seq2[producers.Record, error]) error {
			for _, err := range records(c.t.Context()) {
				if err != nil {
					return err
				}
			}
			return nil
		},
		Held: func(domain.RepoID) ([]ship.Held, error) { *held++; return nil, nil }}
	return shipping.LookAtClone(c.t.Context(), ports, c, "", since)
}

// TestAScanTellsOfEachStepOnce scans a branch of three commits twice, as two users without knowledge of each other.
func TestAScanTellsOfEachStepOnce(t *testing.T) {
	w := newShipWorld(t)
	for range 2 {
		scanned, err := pastClone{shipWorld: w}.scan("", new(int))
		if err != nil {
			t.Fatal(err)
		}
		if len(scanned.Path.Steps) != 3 || len(scanned.Found) != 3 || scanned.Ref != mainRef || scanned.Busier != nil {
			t.Fatalf("%+v", scanned)
		}
		if _, err := scanned.Record(t.Context(), w.recorder()); err != nil {
			t.Fatal(err)
		}
	}
	if told := w.told(); told[domain.KindShipProvenance] != 3 {
		t.Errorf("recorded: %v", told)
	}
}

// TestAScanLeavesAShipToWhoPushedIt scans what was pushed and recorded since the log was asked.
func TestAScanLeavesAShipToWhoPushedIt(t *testing.T) {
	w := newShipWorld(t)
	w.line = w.line[:2]
	if _, err := w.granted().run(); err != nil {
		t.Fatal(err)
	}
	scanned, err := pastClone{shipWorld: w}.scan("", new(int))
	if err != nil {
		t.Fatal(err)
	}
	done, err := scanned.Record(t.Context(), w.recorder())
	if want := (shipping.ShipsRecorded{Events: 1, Overtaken: 1}); err != nil || done != want {
		t.Errorf("%+v %v, want %+v", done, err, want)
	}
}

func (w *shipWorld) recorder() *record.Recorder {
	return record.NewRecorder(w.log, commandtest.Scrubber, domain.TrustMedium)
}

// TestWhereAScanBegins names the commit after which it begins by its first digits.
func TestWhereAScanBegins(t *testing.T) {
	for since, row := range map[string]struct {
		want  domain.ErrorKind
		steps int
	}{"": {"", 4}, "b": {"", 2}, "9": {domain.ErrNotFound, 0}, "c": {domain.ErrUsage, 0}} {
		w := newShipWorld(t)
		w.line = append(w.line, "cafe"+commit("0")[4:])
		scanned, err := pastClone{shipWorld: w}.scan(since, new(int))
		if domain.KindOf(err) != row.want || (err == nil) != (row.want == "") {
			t.Errorf("since %q: %v, want kind %q", since, err, row.want)
		}
		if err == nil && len(scanned.Path.Steps) != row.steps {
			t.Errorf("since %q: %d steps, want %d", since, len(scanned.Path.Steps), row.steps)
		}
	}
}

// TestABranchWithoutACommitHasNoScan does not query the log where nothing has happened.
func TestABranchWithoutACommitHasNoScan(t *testing.T) {
	asked := 0
	scanned, err := pastClone{shipWorld: newShipWorld(t), unborn: true}.scan("", &asked)
	if err != nil || scanned.Tip != "" || len(scanned.Found) > 0 || asked > 0 {
		t.Errorf("%+v %v; the log was asked %d times", scanned, err, asked)
	}
}
