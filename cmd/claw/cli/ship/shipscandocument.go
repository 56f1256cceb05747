package shipcmd

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/ship"
)

// ScanDocument is the answer of ship scan.
type ScanDocument struct {
	app.Head
	Log    string        `json:"log"`
	DryRun bool          `json:"dry_run"`
	Repos  []ScannedRepo `json:"repos"`
}

// ScannedRepo is the result of the scan of a clone. Ships counts the steps of the branch: those
// that the log held already, and those of them that were recorded when they happened.
type ScannedRepo struct {
	Place     domain.Path                 `json:"place"`
	Repo      domain.RepoID               `json:"repo,omitzero"`
	Ref       domain.Ref                  `json:"ref,omitzero"`
	Remote    domain.Maybe[domain.Remote] `json:"remote,omitzero"`
	Tip       domain.CommitID             `json:"tip,omitzero"` // none: the branch has no commit
	Since     domain.CommitID             `json:"since,omitzero"`
	Facts     int                         `json:"facts"` // of commits and refs that were new
	Ships     int                         `json:"ships"`
	Known     int                         `json:"known"`
	Recorded  int                         `json:"recorded"`
	ByMethod  []countedPath               `json:"by_method"`     // of all, by the present history
	New       []countedPath               `json:"new_by_method"` // of the ships that this scan derived
	Commits   int                         `json:"commits"`
	Riders    int                         `json:"riders"`
	Unknown   int                         `json:"unknown"` // ships some of whose commits are missing
	Before    domain.Unknown              `json:"before,omitzero"`
	Rewritten int                         `json:"rewritten"`
	Unlogged  int                         `json:"unlogged_pushes"`
	Events    int                         `json:"events"` // appended, or that a dry run would append
	Overtaken int                         `json:"overtaken"`
	Corrected int                         `json:"corrected_ships"` // ships that an earlier scan derived by other rules
	// Busier is the branch to which most pull requests went, where that is another one.
	Busier *busierBranch `json:"busier_branch,omitzero"`
	importing.Problems
}

// busierBranch is a branch to which more pull requests went than to the one that was scanned.
type busierBranch struct {
	Ref   domain.Ref `json:"ref"`
	Pulls int        `json:"pull_requests"`
	Here  int        `json:"pull_requests_here"` // of the branch that was scanned
}

// countedPath is how many ships came by a path.
type countedPath struct {
	Method domain.MergeMethod `json:"method"`
	Basis  domain.Basis       `json:"basis"`
	Ships  int                `json:"ships"`
}

// count counts what a scan found.
func (r *ScannedRepo) count(scan *ship.Scan) {
	paths := map[countedPath]int{}
	r.Before, r.Ships, r.Known, r.Recorded, r.Riders, r.Events =
		scan.Path.Unknown, len(scan.Path.Steps), scan.Known, scan.Recorded, scan.Riders, len(scan.Found)
	for i := range scan.Path.Steps {
		s := &scan.Path.Steps[i]
		paths[countedPath{Method: s.Method, Basis: s.Basis}]++
		r.Commits += len(s.Commits)
		if s.CommitsUnknown != "" {
			r.Unknown++
		}
	}
	r.ByMethod = countedPaths(paths)
	r.countFound(scan.Found)
}

// countFound counts what the log did not hold.
func (r *ScannedRepo) countFound(found []ship.Found) {
	paths := map[countedPath]int{}
	for i := range found {
		switch p := found[i].Payload.(type) {
		case *domain.ShipProvenance:
			if found[i].Corrects {
				r.Corrected++
				continue
			}
			paths[countedPath{Method: p.MergeMethod, Basis: p.Basis}]++
		case *domain.ShipRewritten:
			r.Rewritten++
		case *domain.ShipUnloggedPushFound:
			r.Unlogged++
		}
	}
	r.New = countedPaths(paths)
}

// countedPaths lists paths with how many ships came by each, sorted.
func countedPaths(paths map[countedPath]int) []countedPath {
	list := make([]countedPath, 0, len(paths))
	for path, n := range paths {
		path.Ships = n
		list = append(list, path)
	}
	slices.SortFunc(list, func(a, b countedPath) int {
		return cmp.Or(cmp.Compare(a.Method, b.Method), cmp.Compare(a.Basis, b.Basis))
	})
	return list
}

func (d *ScanDocument) Text(p *term.Page) {
	for i := range d.Repos {
		if i > 0 {
			p.Gap()
		}
		d.Repos[i].text(p, d.DryRun)
	}
	p.Line("log: %s", d.Log)
}

func (r *ScannedRepo) text(p *term.Page, dryRun bool) {
	if r.Tip == "" {
		p.Heading(string(r.Place) + ": the branch has no commit")
		return
	}
	p.Heading(fmt.Sprintf("%s %s: %s, %s", app.FirstOf(string(r.Repo), string(r.Place)), r.Ref, term.Many(r.Ships, "step"), term.Many(r.Commits, "commit")))
	for _, path := range r.New {
		p.Field(string(path.Method), term.StylePlain, "%d new, %s", path.Ships, path.Basis)
	}
	for _, said := range []struct {
		name, says string
		n          int
		style      term.Style
	}{
		{"recorded", "known already, from who saw it happen", r.Recorded, term.StylePlain},
		{"derived", "known already, from an earlier scan", r.Known - r.Recorded, term.StylePlain},
		{"riders", "came along and nobody chose them", r.Riders, term.StyleYellow},
		{"unknown", "bring commits that are not here", r.Unknown, term.StyleYellow},
		{"rewritten", "replaced what the ref held", r.Rewritten, term.StyleRed},
		{"unlogged", "came without a recorded ship", r.Unlogged, term.StyleRed},
		{"corrected", "told anew: the rules of the scan were corrected since", r.Corrected, term.StylePlain},
		{"overtaken", "were recorded by others meanwhile", r.Overtaken, term.StylePlain},
	} {
		if said.n > 0 {
			p.Field(said.name, said.style, "%d %s", said.n, said.says)
		}
	}
	if b := r.Busier; b != nil {
		p.Field("elsewhere", term.StyleYellow, "%d pull requests went to %s, %d here: --ref %s scans that", b.Pulls, b.Ref, b.Here, strings.TrimPrefix(string(b.Ref), "refs/heads/"))
	}
	if r.Before != "" {
		p.Field("before", term.StyleYellow, "unknown: the history is not all here")
	}
	verb := "told"
	if dryRun {
		verb = "would be told"
	}
	p.Line("  %s of ships %s; %s of commits and refs", term.Many(r.Events, "event"), verb, term.Many(r.Facts, "fact"))
	app.ListProblems(p, &r.Problems)
}
