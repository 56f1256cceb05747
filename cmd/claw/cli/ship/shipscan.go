package shipcmd

import (
	"context"
	"iter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

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
	"github.com/clawable/claw/projections/store/query"
)

// ScanOptions are the flags of claw ship scan.
type ScanOptions struct {
	Ref    string // a branch; "" is the default branch
	since  string // the name of a commit of the branch, exclusive; "" is its beginning
	DryRun bool   // append nothing
}

func (o *ScanOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.Ref, "ref", "", "the branch to look at, such as main; without it the default branch")
	f.StringVar(&o.since, "since", "", "begin after this commit of the branch")
	f.BoolVar(&o.DryRun, "dry-run", false, "report what would be recorded and append nothing")
}

func (o *ScanOptions) check() error {
	if o.since != "" && !view.NamesCommit(o.since) {
		return view.NoCommitName("--since " + o.since)
	}
	return nil
}

func shipScan(a *app.App) *cobra.Command {
	var o ScanOptions
	cmd := a.Verb("scan REPO...", "start", "Derive ships that nobody recorded from the history of repositories", app.SomeArgs("REPO"),
		func(args []string) (app.Document, error) { return scanShips(a, o, args) })
	cmd.Long = `Read the commits and refs of repositories, as claw import --from git does, and derive the ships that
brought the default branch to where it is: one for each step of its first-parent history. What the
log holds is not recorded again, and a ship that was recorded as it happened stands.

Git objects do not show everything. The basis of a method is objects where they show it, stated
where only the subject of a commit or refs/pull says so, and assumed where nothing else is known.
Pull requests are known as far as the clone has refs/pull/N/head: git fetch origin
'+refs/pull/*/head:refs/pull/*/head'.`
	o.flags(cmd.Flags())
	return cmd
}

func scanShips(a *app.App, o ScanOptions, paths []string) (app.Document, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	at, err := app.Where(a)
	if err != nil {
		return nil, err
	}
	clones, err := logcmd.FindClones(a, paths)
	if err != nil {
		return nil, err
	}
	defer clones.Close()
	log, err := logcmd.LogToImport(a, at, o.DryRun)
	if err != nil {
		return nil, err
	}
	indexed := func() {}
	if !o.DryRun {
		indexed = view.IndexAlong(a, log, at)
	}
	d := &ScanDocument{Head: app.HeadOf("ship_scan"), Log: at.Value, DryRun: o.DryRun}
	d.Repos, err = scanClones(a, o, log, clones)
	indexed()
	if err != nil {
		return nil, err
	}
	return d, nil
}

// scanClones scans some clones, one after the other.
func scanClones(a *app.App, o ScanOptions, log eventlog.Log, clones []*gitrepo.Clone) ([]ScannedRepo, error) {
	all := []ScannedRepo{}
	for _, clone := range clones {
		one, err := scanClone(a, o, log, clone)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

// scanClone brings the log's record of a clone up to date, and appends what a scan finds.
func scanClone(a *app.App, o ScanOptions, log eventlog.Log, clone *gitrepo.Clone) (ScannedRepo, error) {
	one, scan, err := LookAtClone(a, o, log, clone)
	if err != nil || o.DryRun || one.Tip == "" {
		return one, err
	}
	recorded, err := scan.Record(a.Ctx, app.Recorder(log, domain.TrustMedium))
	one.Events, one.Overtaken = recorded.Events, recorded.Overtaken
	return one, err
}

// LookAtClone reads a clone and derives the ships that brought its branch to where it is. Without a
// dry run it also appends the commits and refs of the clone to the log.
func LookAtClone(a *app.App, o ScanOptions, log eventlog.Log, clone *gitrepo.Clone) (ScannedRepo, *shipping.Scanned, error) {
	one := ScannedRepo{Place: clone.Place(), ByMethod: []countedPath{}, New: []countedPath{}}
	ports := shipping.ScanPorts{Log: log, Held: func(repo domain.RepoID) ([]ship.Held, error) { return heldShips(a, repo) },
		Import: func(source string, records func(context.Context) iter.Seq2[producers.Record, error]) error {
			file := importing.ImportFile{Name: source, Source: gitrepo.Source, Asks: true, Records: records}
			report, err := logcmd.ImportFiles(a, app.Recorder(log, domain.TrustMedium), []importing.ImportFile{file}, o.DryRun)
			if err != nil {
				return err
			}
			if one.Facts, one.Problems = report.Events, report.Problems; report.Any() {
				a.Code = 1
			}
			return nil
		}}
	scan, err := shipping.LookAtClone(a.Ctx, ports, clone, o.Ref, o.since)
	if err != nil {
		return one, nil, err
	}
	one.Repo, one.Ref, one.Remote, one.Tip, one.Since = scan.Repo, scan.Ref, scan.Remote, scan.Tip, scan.Since
	if b := scan.Busier; b != nil {
		one.Busier = &busierBranch{Ref: b.Ref, Pulls: b.Pulls, Here: b.Here}
	}
	if one.Tip != "" {
		one.count(&scan.Scan)
	}
	return one, scan, nil
}

// heldShips lists what the log holds of a repository's ships.
func heldShips(a *app.App, repo domain.RepoID) (held []ship.Held, err error) {
	v, err := view.Open(a)
	if err != nil {
		return nil, err
	}
	err = query.ShipsOf(v, repo, func(row query.ShipRow) { held = append(held, heldShip(&row)) })
	return held, err
}

func heldShip(row *query.ShipRow) ship.Held {
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
