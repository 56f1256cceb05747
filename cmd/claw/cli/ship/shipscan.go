package shipcmd

import (
	"context"
	"iter"
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	logcmd "github.com/clawable/claw/cmd/claw/cli/log"
	"github.com/clawable/claw/cmd/claw/cli/view"

	importing "github.com/clawable/claw/commands/import"

	shipping "github.com/clawable/claw/commands/ship"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/ship"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/gitrepo"
	"github.com/clawable/claw/projections/store"
)

type ScanFlags struct {
	ref, since string
	DryRun     bool
}

func shipScan(a *app.App) *cobra.Command {
	flags := ScanFlags{}
	cmd := a.Verb("scan REPO...", "start", "Derive ships that nobody recorded from the history of repositories", app.SomeArgs("REPO"),
		func(args []string) (app.Document, error) { return scanShips(a, flags, args) })
	cmd.Long = `Read the commits and refs of repositories, as claw import --from git does, and derive the ships that
brought the default branch to where it is: one for each step of its first-parent history. What the
log holds is not recorded again, and a ship that was recorded as it happened stands.

Git objects do not show everything. The basis of a method is objects where they show it, stated
where only the subject of a commit or refs/pull says so, and assumed where nothing else is known.
Pull requests are known as far as the clone has refs/pull/N/head: git fetch origin
'+refs/pull/*/head:refs/pull/*/head'.`
	f := cmd.Flags()
	f.StringVar(&flags.ref, "ref", "", "the branch to look at, such as main; without it the default branch")
	f.StringVar(&flags.since, "since", "", "begin after this commit of the branch")
	f.BoolVar(&flags.DryRun, "dry-run", false, "report what would be recorded and append nothing")
	return cmd
}

func scanShips(a *app.App, flags ScanFlags, paths []string) (app.Document, error) {
	if flags.since != "" && !view.NamesCommit(flags.since) {
		return nil, view.NoCommitName("--since " + flags.since)
	}
	at, err := app.Where(a)
	if err != nil {
		return nil, err
	}
	clones, err := logcmd.FindClones(a, logcmd.ImportFlags{}, paths)
	if err != nil {
		return nil, err
	}
	defer clones.Close()
	log, err := logcmd.LogToImport(a, at, flags.DryRun)
	if err != nil {
		return nil, err
	}
	d := &ScanDocument{Head: app.HeadOf("ship_scan"), Log: at.Value, DryRun: flags.DryRun, Repos: []ScannedRepo{}}
	for _, clone := range clones {
		one, err := scanClone(a, log, clone, flags)
		if err != nil {
			return nil, err
		}
		d.Repos = append(d.Repos, one)
	}
	return d, nil
}

// scanClone brings what the log knows of a clone up to date, and appends what a scan finds.
func scanClone(a *app.App, log eventlog.Log, clone *gitrepo.Clone, flags ScanFlags) (ScannedRepo, error) {
	one, scan, err := LookAtClone(a, log, clone, flags)
	if err != nil || flags.DryRun || one.Tip == "" {
		return one, err
	}
	recorded, err := shipping.RecordScan(app.Recorder(a, log, domain.TrustMedium), a.Ctx, scan.history, scan.Found)
	one.Events, one.Overtaken = recorded.Events, recorded.Overtaken
	return one, err
}

// clonesScan is what the scan of a clone found, and the history that it is about.
type clonesScan struct {
	ship.Scan
	history *shipping.RepoHistory
}

// LookAtClone reads a clone and says by which ships its branch came where it is; without
// a dry run its commits and refs are facts of the log then.
func LookAtClone(a *app.App, log eventlog.Log, clone *gitrepo.Clone, flags ScanFlags) (ScannedRepo, clonesScan, error) {
	history := shipping.NewRepoHistory()
	source := importing.ImportFile{Name: string(clone.Place()), Source: gitrepo.Source, Asks: true,
		Records: func(ctx context.Context) iter.Seq2[producers.Record, error] {
			return history.Records(clone.Read(ctx, func(repo domain.RepoID) (*gitrepo.Known, error) {
				return gitrepo.Learn(history.Events(log.Read(ctx, eventlog.Query{Stream: repo.Stream()})))
			}))
		}}
	report, err := logcmd.ImportFiles(a, app.Recorder(a, log, domain.TrustMedium), []importing.ImportFile{source}, flags.DryRun)
	if err != nil {
		return ScannedRepo{}, clonesScan{}, err
	}
	one := ScannedRepo{Place: clone.Place(), Repo: clone.Repo(), Facts: report.Events, ByMethod: []countedPath{}, New: []countedPath{}, Problems: report.Problems}
	if report.Any() {
		a.Code = 1
	}
	look, err := lookAt(a, clone, history, flags, &one)
	if err != nil || one.Tip == "" {
		return one, clonesScan{}, err
	}
	scan := clonesScan{look.Scan(), history}
	one.count(&scan.Scan)
	return one, scan, nil
}

// lookAt gathers what a scan of the clone sees.
func lookAt(a *app.App, clone *gitrepo.Clone, history *shipping.RepoHistory, flags ScanFlags, one *ScannedRepo) (*ship.Look, error) {
	target, err := clone.Track(a.Ctx, flags.ref)
	if err != nil {
		return nil, err
	}
	one.Ref, one.Remote, one.Tip = target.Ref, target.Remote, target.Tip
	if target.Tip == "" {
		return nil, nil // nothing has happened here yet
	}
	since, err := sinceCommit(history, flags.since)
	if err != nil {
		return nil, err
	}
	one.Since = since
	look := &ship.Look{Target: domain.ShipTarget{Repo: one.Repo, Remote: target.Remote, Ref: target.Ref}, History: history.Commits,
		Since: since, Tip: target.Tip, Moves: history.Moves(clone.Place(), target.Local), Gone: map[domain.Ref]bool{}}
	if target.Remote.Unknown == "" {
		look.Clones = history.Clones(clone.Place(), target.Local)
	}
	for _, ref := range history.Gone(clone.Place()) {
		look.Gone[target.Named(ref)] = true
	}
	if look.Pulls, err = pulls(a, clone, history, target.Tip); err != nil {
		return nil, err
	}
	if err = statements(a, clone, target, look, one); err != nil {
		return nil, err
	}
	look.Held, err = heldShips(a, one.Repo)
	return look, err
}

// gitHubCommitter is the address of who commits what is merged on GitHub.
const gitHubCommitter = "noreply@github.com"

// statements reads what the commits of branches say of themselves, and by that whether
// most pull requests went to another branch than the one that is scanned.
func statements(a *app.App, clone *gitrepo.Clone, target gitrepo.Tracked, look *ship.Look, one *ScannedRepo) error {
	branches := []ship.Branch{{Ref: target.Ref, Tip: target.Tip}}
	tips := []domain.CommitID{target.Tip}
	others, err := clone.Branches(a.Ctx, target)
	if err != nil {
		return err
	}
	for _, b := range others {
		if b.Ref != target.Ref {
			branches, tips = append(branches, ship.Branch(b)), append(tips, b.Tip)
		}
	}
	said, err := clone.Said(a.Ctx, ship.Chains(look.History, tips...))
	if err != nil {
		return err
	}
	look.Said = make(map[domain.CommitID]ship.Said, len(said))
	for id, s := range said {
		look.Said[id] = ship.Said{Subject: s.Subject, GitHub: s.Committer == gitHubCommitter}
	}
	if most, n := ship.Busiest(look.History, branches, look.Pulls, look.Said); n > 0 && most.Ref != target.Ref {
		_, here := ship.Busiest(look.History, branches[:1], look.Pulls, look.Said)
		one.Busier = &busierBranch{Ref: most.Ref, Pulls: n, Here: here}
	}
	return nil
}

// sinceCommit finds the commit that begins as typed.
func sinceCommit(history *shipping.RepoHistory, typed string) (found domain.CommitID, err error) {
	if typed == "" {
		return "", nil
	}
	for id := range history.Commits {
		switch {
		case !strings.HasPrefix(string(id), typed):
		case found != "":
			return "", app.UsageError("find commit", typed, "several begin like this", "type more of it")
		default:
			found = id
		}
	}
	if found == "" {
		return "", &domain.Error{Kind: domain.ErrNotFound, Operation: "find commit", Target: typed, Message: "the repository has no such commit",
			Hint: "git log --first-parent lists those of the branch"}
	}
	return found, nil
}

// pulls lists the pull requests of a clone; of those whose head did not land, with all
// that they change together.
func pulls(a *app.App, clone *gitrepo.Clone, history *shipping.RepoHistory, tip domain.CommitID) ([]ship.Pull, error) {
	heads, err := clone.Pulls(a.Ctx)
	if err != nil {
		return nil, err
	}
	pulls := make([]ship.Pull, len(heads))
	for i, p := range heads {
		pulls[i] = ship.Pull{Number: p.Number, Head: p.Head}
	}
	spans := ship.Spans(history.Commits, tip, pulls)
	between := make([]gitrepo.Pair, len(spans))
	for i, s := range spans {
		between[i] = gitrepo.Pair{Base: s.Base, Head: s.Head}
	}
	ids, err := clone.PatchIDs(a.Ctx, between, history.Changed)
	for i, s := range spans {
		switch id := ids[between[i]]; {
		case !s.Rest:
			pulls[s.Pull].RangePatchID = id
		case id != "":
			pulls[s.Pull].RestPatchIDs = append(pulls[s.Pull].RestPatchIDs, id)
		}
	}
	return pulls, err
}

// heldShips lists what the log holds of a repository's ships.
func heldShips(a *app.App, repo domain.RepoID) (held []ship.Held, err error) {
	v, err := view.Open(a)
	if err != nil {
		return nil, err
	}
	err = v.ShipsOf(repo, func(row store.ShipRow) { held = append(held, heldShip(&row)) })
	return held, err
}

func heldShip(row *store.ShipRow) ship.Held {
	told := &row.Provenance.Says
	old, new := row.Move()
	to := row.Target()
	h := ship.Held{Move: ship.Move{Repo: to.Repo, Ref: to.Ref, Old: old, New: new}, First: row.First.Time(), Recorded: row.Recorded(), Told: !row.Provenance.IsZero(), Partial: told.CommitsUnknown != "",
		Rewritten: !row.Rewritten.IsZero(), Dropped: row.Rewritten.Says.Dropped, Unlogged: row.Unlogged.Says.Commits}
	h.Outdated = h.Told && told.Basis != domain.BasisRecorded && h.Move.ScanCorrects(row.Provenance.Event)
	if h.Open = !h.Told && !(row.Merged.IsZero() && row.Pushed.IsZero()); h.Open {
		meant := row.Selected.Says.Commits // none where there are too many to name them
		h.Partial = len(meant) == 0
		for i := range meant {
			h.Commits = append(h.Commits, meant[i].Commit)
		}
	}
	for i := range told.Commits {
		h.Commits = append(h.Commits, told.Commits[i].Commit)
		if told.Commits[i].Role == domain.CommitRider {
			h.Riders++
		}
	}
	return h
}
