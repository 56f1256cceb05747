package cli

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

	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog/engine"
	"github.com/clawable/claw/fixtures"
	"github.com/clawable/claw/producers"
)

// fixturesVerifiedDocument is the answer of fixtures verify.
type fixturesVerifiedDocument struct {
	Head
	Runs   []verifiedRun `json:"runs"`
	Passed int           `json:"passed"`
	Failed int           `json:"failed"`
}

// verifiedRun is what came of a run, beside what is wanted.
type verifiedRun struct {
	Name   string `json:"name"`
	Passed bool   `json:"passed"`
	Events int    `json:"events"` // that were replayed
	fixtures.Comparison
	importing.Problems // lines of the log
}

func (a *app) fixturesVerify() *cobra.Command {
	cmd := a.verb("verify [DIR]", "", "Replay runs and compare what comes of them with what must", atMostOne, func(args []string) (document, error) {
		runs, err := a.runsIn(args)
		if err != nil {
			return nil, err
		}
		d := &fixturesVerifiedDocument{Head: headOf("fixtures_verified"), Runs: []verifiedRun{}}
		for _, r := range runs {
			v, err := a.verifyRun(r.name, r.files)
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
			a.code = 1
		}
		return d, nil
	})
	cmd.Long = `Replay log.jsonl of a run and compare what comes of it with the files of its folder want: lanes.json, sessions.json, tools.json,
errors.json, usage.json and digests.json. A file that is not in want is not compared, and members that want does not know are
told and are no difference, because documents only grow.
DIR is a run, or a folder of runs; without it the runs that claw carries are replayed. Your own log is not touched.`
	return cmd
}

// namedRun is the folder of a run.
type namedRun struct {
	name  string
	files fs.FS
}

// runsIn finds the runs that a person means.
func (a *app) runsIn(args []string) (runs []namedRun, err error) {
	if len(args) == 0 {
		for _, name := range fixtures.Names() {
			files, _ := fixtures.Run(name)
			runs = append(runs, namedRun{name, files})
		}
		return runs, nil
	}
	folder := a.path(args[0])
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

// onItsOwnWord is a log without what it says of how events came to it: a run of fixtures is
// believed as far as its lines say.
type onItsOwnWord struct{ projected }

// Events implements [projections.Source].
func (l onItsOwnWord) Events(ctx context.Context, after domain.Position) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		for e, err := range l.projected.Events(ctx, after) {
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
func (a *app) verifyRun(name string, run fs.FS) (v verifiedRun, err error) {
	in, err := run.Open(fixtures.Log)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	log, err := engine.Open(a.ctx, "mem:", engine.Options{Create: true, Name: "fixture", Now: a.Now})
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	report, err := importing.Copy(a.ctx, log, producers.Lines(in))
	if err != nil {
		return v, err
	}
	documents, err := fixtures.Of(a.ctx, onItsOwnWord{projected{log}})
	if err != nil {
		return v, err
	}
	v = verifiedRun{Name: name, Events: report.Imported, Problems: report.Problems}
	v.Comparison, err = fixtures.Compare(run, &documents)
	v.Passed = len(v.Differences) == 0 && !v.Any()
	return v, err
}

func (d *fixturesVerifiedDocument) text(p *page) {
	for i := range d.Runs {
		d.Runs[i].text(p)
	}
	p.gap()
	p.line("%s: %d passed, %d failed", many(len(d.Runs), "run"), d.Passed, d.Failed)
}

func (v *verifiedRun) text(p *page) {
	word := cell{"ok", styleGreen}
	if !v.Passed {
		word = cell{"failed", styleRed}
	}
	p.beside(8, word, plain(v.Name+": "+many(v.Events, "event")+", "+many(len(v.Files), "file")+" compared"))
	for i, x := range v.Differences {
		if i == listed {
			p.line("        and %d more", len(v.Differences)-i)
			break
		}
		p.line("        %s %s", x.File, x.At)
		p.styled(styleRed, "        - "+shown(x.Want))
		p.styled(styleGreen, "        + "+shown(x.Got))
	}
	if n := len(v.Added); n > 0 {
		p.line("        new here, and no difference: %s", many(n, "member"))
	}
	problems := v.Problems
	problems.Skipped = slices.DeleteFunc(slices.Clone(v.Skipped), func(s importing.SkippedLines) bool { return s.Reason == openedSkipped })
	listProblems(p, &problems)
}

// openedSkipped is why the first line of every log is not copied, which no person wonders about.
const openedSkipped = "decision of log.opened"

// longValue is the length from which a value is told by its beginning.
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
