package setupcmd

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog/engine"
	"github.com/clawable/claw/fixtures"
	"github.com/clawable/claw/producers"
)

// FixturesVerifiedDocument is the answer of fixtures verify.
type FixturesVerifiedDocument struct {
	app.Head
	Runs   []verifiedRun `json:"runs"`
	Passed int           `json:"passed"`
	Failed int           `json:"failed"`
}

// verifiedRun compares the results of a run with the expected ones.
type verifiedRun struct {
	Name   string `json:"name"`
	Passed bool   `json:"passed"`
	Events int    `json:"events"` // that were replayed
	fixtures.Comparison
	importing.Problems // lines of the log
}

func fixturesVerify(a *app.App) *cobra.Command {
	cmd := a.Verb("verify [DIR]", "", "Replay runs and compare the results with the expected ones", app.AtMostOne,
		func(args []string) (app.Document, error) { return verifyRuns(a, args) })
	cmd.Long = `Replay log.jsonl of a run and compare the results with the files of its folder want: lanes.json,
sessions.json, tools.json, errors.json, usage.json and digests.json. A file that is not in want is
not compared. Members that want does not have are reported and are no difference, because documents
only grow. DIR is a run or a folder of runs; without it the runs that claw carries are replayed.
Your own log is not touched.`
	return cmd
}

func verifyRuns(a *app.App, args []string) (app.Document, error) {
	runs, err := runsIn(a, args)
	if err != nil {
		return nil, err
	}
	d := &FixturesVerifiedDocument{Head: app.HeadOf("fixtures_verified"), Runs: []verifiedRun{}}
	for _, r := range runs {
		v, err := verifyRun(a, r.name, r.files)
		if err != nil {
			return nil, err
		}
		d.Runs = append(d.Runs, v)
		if v.Passed {
			d.Passed++
		} else {
			d.Failed++
		}
	}
	if d.Failed > 0 {
		a.Code = 1
	}
	return d, nil
}

// namedRun is the folder of a run.
type namedRun struct {
	name  string
	files fs.FS
}

// runsIn finds the runs in the folder that is named, without one those that claw carries.
func runsIn(a *app.App, args []string) (runs []namedRun, err error) {
	if len(args) == 0 {
		for _, name := range fixtures.Names() {
			files, _ := fixtures.Named(name)
			runs = append(runs, namedRun{name, files})
		}
		return runs, nil
	}
	folder := app.Path(a, args[0])
	if _, err := os.ReadDir(folder); err != nil {
		return nil, err
	}
	files := os.DirFS(folder)
	if _, err := fs.Stat(files, fixtures.Log); err == nil {
		return []namedRun{{args[0], files}}, nil
	}
	logs, err := fs.Glob(files, "*/"+fixtures.Log)
	if err != nil {
		return nil, err
	}
	for _, log := range logs {
		run, err := fs.Sub(files, path.Dir(log))
		if err != nil {
			return nil, err
		}
		runs = append(runs, namedRun{path.Dir(log), run})
	}
	if len(runs) == 0 {
		return nil, &domain.Error{Kind: domain.ErrNotFound, Operation: "verify fixtures", Target: folder,
			Message: "neither it nor a folder in it holds " + fixtures.Log, Hint: "for an example: claw fixtures write wrong-workspace " + args[0]}
	}
	return runs, nil
}

// onItsOwnWord is a log without its admissions: the lines of a fixture have the trust that they
// state.
type onItsOwnWord struct{ view.Projected }

// Events implements [feed.Source].
func (l onItsOwnWord) Events(ctx context.Context, after domain.Position) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		for e, err := range l.Projected.Events(ctx, after) {
			if err == nil && e.Kind == (domain.LogAdmitted{}).Kind() {
				continue
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// verifyRun replays a run in memory, as a copy of its log.
func verifyRun(a *app.App, name string, run fs.FS) (v verifiedRun, err error) {
	in, err := run.Open(fixtures.Log)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	log, err := engine.Open(a.Ctx, "mem:", engine.Options{Create: true, Name: "fixture", Now: a.Now})
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	report, err := importing.Copy(a.Ctx, log, producers.Lines(in), "")
	if err != nil {
		return v, err
	}
	documents, err := fixtures.Of(a.Ctx, onItsOwnWord{view.Projected{Log: log}})
	if err != nil {
		return v, err
	}
	v = verifiedRun{Name: name, Events: report.Imported, Problems: report.Problems}
	v.Comparison, err = fixtures.Compare(run, &documents)
	v.Passed = len(v.Differences) == 0 && !v.Any()
	return v, err
}

func (d *FixturesVerifiedDocument) Text(p *term.Page) {
	for i := range d.Runs {
		d.Runs[i].Text(p)
	}
	p.Gap()
	p.Line("%s: %d passed, %d failed", term.Many(len(d.Runs), "run"), d.Passed, d.Failed)
}

func (v *verifiedRun) Text(p *term.Page) {
	word := term.Styled("ok", term.StyleGreen)
	if !v.Passed {
		word = term.Styled("failed", term.StyleRed)
	}
	p.Beside(8, word, term.Plain(v.Name+": "+term.Many(v.Events, "event")+", "+term.Many(len(v.Files), "file")+" compared"))
	for i, x := range v.Differences {
		if i == app.Listed {
			p.Line("        and %d more", len(v.Differences)-i)
			break
		}
		p.Line("        %s %s", x.File, x.At)
		p.Styled(term.StyleRed, "        - "+shown(x.Want))
		p.Styled(term.StyleGreen, "        + "+shown(x.Got))
	}
	if n := len(v.Added); n > 0 {
		p.Line("        new here, and no difference: %s", term.Many(n, "member"))
	}
	problems := v.Problems
	problems.Skipped = slices.DeleteFunc(slices.Clone(v.Skipped), func(s importing.SkippedLines) bool { return s.Reason == openedSkipped })
	app.ListProblems(p, &problems)
}

// openedSkipped is why the first line of every log is not copied, which is not worth a report.
const openedSkipped = "decision of log.opened"

// longValue is the length from which a value is shortened.
const longValue = 200

// shown is a value of a document on one line.
func shown(v jsontext.Value) string {
	text := string(v)
	if v == nil {
		return "nothing"
	}
	if len(text) > longValue {
		return strings.ToValidUTF8(text[:longValue], "") + "…"
	}
	return text
}
