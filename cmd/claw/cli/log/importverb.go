package logcmd

import (
	"fmt"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	lookcmd "github.com/clawable/claw/cmd/claw/cli/look"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers/gitrepo"
)

// ImportDocument is the answer of import.
type ImportDocument struct {
	app.Head
	Log    string `json:"log"`
	DryRun bool   `json:"dry_run"`
	importing.ImportReport
	PassedOver passedOver `json:"passed_over"`
	board      *lookcmd.BoardDocument
}

// passedOver are files in the searched folders that are not recordings of the agents.
type passedOver struct {
	Files int      `json:"files"`
	Named []string `json:"named"` // the first mostPassedOver
}

// importOptions are the flags of claw import.
type importOptions struct {
	from    string   // an agent, git, or importing.AnyAgent, the default
	exclude []string // globs of files and folders
	yes     bool     // do not ask about the known folders
	dryRun  bool     // append nothing
	content string   // a value of producers.Content; "" is that of the settings
}

func (o *importOptions) flags(f *pflag.FlagSet) {
	o.from = importing.AnyAgent
	sources := append([]string{importing.AnyAgent}, SourceNames()...)
	f.Var(app.NewChoice(&o.from, sources), "from", app.JoinWords(sources)+": the content decides under auto, which leaves git out")
	f.StringArrayVar(&o.exclude, "exclude", nil, "leave out files and folders that match this glob (repeat for more)")
	f.BoolVarP(&o.yes, "yes", "y", false, "import what is found in the known folders without asking")
	app.ContentFlag(f, &o.content)
	f.BoolVar(&o.dryRun, "dry-run", false, "report what would be imported and append nothing")
}

// check refuses globs that cannot be read, and globs of files where repositories are imported.
func (o *importOptions) check(paths []string) error {
	if o.from == gitrepo.Source {
		if len(o.exclude) > 0 && len(paths) > 0 {
			return app.UsageError("parse arguments", "--exclude", "leaves out files, and a repository is imported whole", "leave --exclude out")
		}
		return nil
	}
	for _, pattern := range o.exclude {
		if _, err := filepath.Match(pattern, "x"); err != nil {
			return app.UsageError("parse arguments", "--exclude "+pattern, "is no pattern", "patterns are shell globs, such as *.bak or */scratch/*")
		}
	}
	return nil
}

// ImportVerb is claw import.
func ImportVerb(a *app.App) *cobra.Command {
	var o importOptions
	cmd := a.Verb("import [PATH]...", "start", "Import recorded sessions of coding agents", cobra.ArbitraryArgs,
		func(args []string) (app.Document, error) { return importSessions(a, o, args) })
	cmd.Long = `Import recorded sessions, with --from git the commits and refs of repositories. Without PATH claw
searches the known folders of each agent, such as CLAUDE_CONFIG_DIR or ~/.claude, reports what it
finds, and asks. Importing again adds only what is new. Secrets are removed before anything is
stored. Compressed recordings (zstd, gzip) are read as they are.

A line that cannot be read is reported and does not stop the import. The exit code is then 1, also
when it is the last line of a session that is still being written: import again later.`
	o.flags(cmd.Flags())
	return cmd
}

func importSessions(a *app.App, o importOptions, paths []string) (app.Document, error) {
	at, err := app.Where(a)
	if err != nil {
		return nil, err
	}
	mode, err := app.Content(a, o.content)
	if err != nil {
		return nil, err
	}
	found, err := find(a, o, paths)
	if err != nil {
		return nil, err
	}
	defer found.clones.Close()
	if len(paths) == 0 {
		if err := agree(a, o, found); err != nil {
			return nil, err
		}
	}
	idle := o.dryRun || len(found.Files)+len(found.clones) == 0
	log, err := LogToImport(a, at, idle)
	if err != nil {
		return nil, err
	}
	indexed := func() {}
	if !idle {
		indexed = view.IndexAlong(a, log, at)
	}
	report, err := ImportFiles(a, app.Recorder(log, domain.TrustMedium).Storing(mode), append(found.Files, found.clones.Histories(log)...), o.dryRun)
	indexed()
	if err != nil {
		return nil, err
	}
	app.RenderReasons(report.Unreadable)
	report.Unreadable = append(report.Unreadable, found.Refused...)
	report.Lines += len(found.Refused) // a file of which nothing could be read counts as one
	if report.Any() {
		a.Code = 1
	}
	doc := &ImportDocument{Head: app.HeadOf("import"), Log: at.Value, DryRun: o.dryRun, ImportReport: *report, PassedOver: passedOver(found.Other)}
	if n := found.Other.Files; n > 0 {
		a.Warn("not_recordings", term.Many(n, "file")+" passed over, no recordings"+importing.OfWanted(o.from)+"; passed_over of --json names them")
	}
	if a.Format == app.FormatText && !idle {
		doc.board, err = lookcmd.BoardBeside(a, boardAfterImport)
	}
	return doc, err
}

// agree prints what was found in the known folders, and asks before it is appended.
func agree(a *app.App, o importOptions, f *toImport) error {
	announce(a, f)
	if o.dryRun || o.yes {
		return nil
	}
	return confirm(a, f)
}

// LogToImport opens the log; an idle import appends nothing and creates no log.
func LogToImport(a *app.App, at app.Setting, idle bool) (eventlog.Log, error) {
	need := app.ToCreate
	if idle && app.LogExists(at) {
		need = app.ToRead
	} else if idle {
		a.Flags.Log = "mem:" // there is no log to compare with
	}
	log, _, err := a.OpenLog(need)
	return log, err
}

// ImportFiles records files and shows the progress.
func ImportFiles(a *app.App, r *record.Recorder, files []importing.ImportFile, dryRun bool) (*importing.ImportReport, error) {
	progress := app.NewProgress(a)
	defer progress.Done()
	if !dryRun { // a dry run retains what it would append
		defer app.RelaxGC(a)()
	}
	report, err := importing.Import(r, a.Ctx, files, dryRun, progress.Show)
	if err != nil && !dryRun {
		err = brokenOff(err, importedSoFar{report.Files, countsOf(&report.LineReport), report.Events})
	}
	return report, err
}

// boardAfterImport is how many lanes are shown when an import is done.
const boardAfterImport = 20

// toImport is what an import reads: recordings, or repositories.
type toImport struct {
	*importing.Found
	clones importing.Clones
}

// find finds the recordings or repositories at paths, without paths those in the known folders.
func find(a *app.App, o importOptions, paths []string) (*toImport, error) {
	if err := o.check(paths); err != nil {
		return nil, err
	}
	if o.from == gitrepo.Source {
		clones, err := FindClones(a, paths)
		return &toImport{&importing.Found{}, clones}, err
	}
	f := importing.NewFinder(a.Ctx, Agents(), o.from, o.exclude)
	for _, path := range absolute(a, paths) {
		if err := f.Path(path); err != nil {
			return nil, err
		}
	}
	if len(paths) == 0 {
		if err := f.Known(a.Env, a.Home); err != nil {
			return nil, err
		}
	}
	found := f.Found()
	if len(found.Files)+len(found.Refused) == 0 {
		return nil, nothingFound(found, o.from, paths)
	}
	for i := range found.Refused {
		if l := &found.Refused[i]; l.Reason == importing.ReasonExport {
			l.Reason += ", which claw log import copies"
		}
	}
	warnOfExcluded(a, found.Left, f.Unused())
	return &toImport{Found: found}, nil
}

// warnOfExcluded warns how many files and folders --exclude left out, and of globs that match none.
func warnOfExcluded(a *app.App, left int, unused []string) {
	if left > 0 {
		a.Warn("excluded", "files and folders left out by --exclude: "+strconv.Itoa(left))
	}
	for _, pattern := range unused {
		a.Warn("excludes_nothing", "--exclude "+pattern+": nothing in the folders matches it")
	}
}

// nothingFound is the error of an import that found no recording, with what it found instead.
func nothingFound(f *importing.Found, from string, paths []string) error {
	e := &domain.Error{Kind: domain.ErrNotFound, Operation: "import", Message: "no recorded session was found", Hint: "name a file or folder: claw import PATH"}
	if len(paths) == 0 {
		e.Target = "known folders"
		e.Hint += "; or say where the agent keeps them, such as CLAUDE_CONFIG_DIR or CODEX_HOME"
	}
	if n := f.Other.Files; n > 0 {
		e.Message += "; " + term.Many(n, "file") + " passed over, no recordings" + importing.OfWanted(from)
	}
	if f.Left > 0 {
		e.Message += "; --exclude left out " + strconv.Itoa(f.Left)
	}
	return e
}

// announce prints what was found.
func announce(a *app.App, f *toImport) {
	if a.Format == app.FormatJSON {
		return
	}
	for _, s := range f.Sources {
		fmt.Fprintf(a.Err, "found %s: %s, %s in %s\n", s.Agent, term.Many(s.Files, "file"), app.BytesText(s.Bytes), term.Printable(s.Folder))
	}
}

// confirm asks whether to import.
//
// Errors: kind usage where no person can answer; kind runtime for a no.
func confirm(a *app.App, f *toImport) error {
	if !app.CanAsk(a) {
		return &domain.Error{Kind: domain.ErrUsage, Operation: "import", Target: "known folders",
			Message: term.Many(len(f.Files), "recording") + " found, and nobody is here to ask",
			Hint:    "say --yes, or name the files", Detail: map[string]any{"found": f.Sources}}
	}
	if yes, err := app.Agreed(a, "import them?"); yes || err != nil {
		return err
	}
	return &domain.Error{Kind: domain.ErrRuntime, Operation: "import", Message: "not imported, as you say", Hint: "to import only some, name them: claw import PATH"}
}

func (d *ImportDocument) Text(p *term.Page) {
	verb := "Imported"
	if d.DryRun {
		verb = "Would import"
	}
	p.Heading(fmt.Sprintf("%s %s of %d in %s (%s)", verb, term.Many(d.Imported, "line"), d.Lines, term.Many(d.Files, "file"), term.Many(d.Events, "event")))
	p.Line("  %s", countsOf(&d.LineReport).others())
	if d.Events == 0 || d.DryRun {
		p.Line("  log: %s (nothing was appended)", d.Log)
	} else {
		p.Line("  log: %s", d.Log)
	}
	app.ListProblems(p, &d.Problems)
	if d.board != nil {
		p.Gap()
		d.board.Text(p)
	}
}
