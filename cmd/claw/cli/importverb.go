package cli

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers/gitrepo"
)

// importDocument is the answer of import.
type importDocument struct {
	Head
	Log    string `json:"log"`
	DryRun bool   `json:"dry_run"`
	importing.ImportReport
	PassedOver passedOver `json:"passed_over"`
	board      *boardDocument
}

type importFlags struct {
	from    string
	exclude []string
	yes     bool
	dryRun  bool
	content string
}

func (a *app) importVerb() *cobra.Command {
	flags := importFlags{from: "auto"}
	cmd := a.verb("import [PATH]...", "start", "Import recorded sessions of coding agents", cobra.ArbitraryArgs,
		func(args []string) (document, error) { return a.importSessions(flags, args) })
	cmd.Long = `Import recorded sessions, with --from git the commits and refs of repositories. Without PATH the known folders of each agent are searched, such as
CLAUDE_CONFIG_DIR or ~/.claude; what is found is told, and you are asked. Importing again adds only what is new.
Secrets are taken out before anything is stored. Compressed recordings (zstd, gzip) are read as they are.

A line that cannot be read stops nothing and is named. The exit code is 1 then, also when it is the last line of a session
that is being written just now: import again later.`
	f := cmd.Flags()
	sources := append([]string{"auto"}, sourceNames()...)
	f.Var(choice{&flags.from, sources}, "from", joinWords(sources)+": the content decides under auto, which leaves git out")
	f.StringArrayVar(&flags.exclude, "exclude", nil, "leave out files and folders that match this glob (repeat for more)")
	f.BoolVarP(&flags.yes, "yes", "y", false, "import what is found in the known folders without asking")
	storing(cmd, &flags.content)
	f.BoolVar(&flags.dryRun, "dry-run", false, "say what would be imported and append nothing")
	return cmd
}

func (a *app) importSessions(flags importFlags, paths []string) (document, error) {
	at, err := a.where()
	if err != nil {
		return nil, err
	}
	mode, err := a.content(flags.content)
	if err != nil {
		return nil, err
	}
	found, err := a.find(flags, paths)
	if err != nil {
		return nil, err
	}
	defer found.close()
	if len(paths) == 0 {
		if err := a.agree(found, flags); err != nil {
			return nil, err
		}
	}
	idle := flags.dryRun || len(found.files)+len(found.clones) == 0
	log, err := a.logToImport(at, idle)
	if err != nil {
		return nil, err
	}
	report, err := a.importFiles(a.recorder(log, domain.TrustMedium).Storing(mode), append(found.files, a.histories(log, found.clones)...), flags.dryRun)
	if err != nil {
		return nil, err
	}
	report.Unreadable = append(report.Unreadable, found.refused...)
	report.Lines += len(found.refused) // a file of which nothing could be read counts as one
	if report.Any() {
		a.code = 1
	}
	doc := &importDocument{Head: headOf("import"), Log: at.Value, DryRun: flags.dryRun, ImportReport: *report, PassedOver: found.other}
	if n := found.other.Files; n > 0 {
		a.warn("not_recordings", many(n, "file")+" passed over, no recordings"+ofWanted(flags.from)+"; passed_over of --json names them")
	}
	if a.format == formatText && !idle {
		doc.board, err = a.boardBeside(boardAfterImport)
	}
	return doc, err
}

// agree says what was found where nothing was named, and asks before it is appended.
func (a *app) agree(f *found, flags importFlags) error {
	a.announce(f)
	if flags.dryRun || flags.yes {
		return nil
	}
	return a.confirm(f)
}

// logToImport opens the log; an idle import appends nothing and makes none.
func (a *app) logToImport(at Setting, idle bool) (eventlog.Log, error) {
	need := toCreate
	if idle && a.logExists(at) {
		need = toRead
	} else if idle {
		a.flags.log = "mem:" // nothing is there to compare with
	}
	log, _, err := a.openLog(need)
	return log, err
}

func (a *app) importFiles(r *record.Recorder, files []importing.ImportFile, dryRun bool) (*importing.ImportReport, error) {
	progress := a.progress()
	defer progress.done()
	if !dryRun { // which keeps what it would append
		defer a.letGarbageLie()()
	}
	report, err := importing.Import(r, a.ctx, files, dryRun, progress.show)
	if err != nil && !dryRun {
		err = brokenOff(err, importedSoFar{report.Files, countsOf(&report.LineReport), report.Events})
	}
	return report, err
}

// boardAfterImport is how many lanes are shown when an import is done.
const boardAfterImport = 20

func (a *app) find(flags importFlags, paths []string) (*found, error) {
	if flags.from == gitrepo.Source {
		return a.findClones(flags, paths)
	}
	f, err := newFinder(a.ctx, firstOf(flags.from, "auto"), flags.exclude)
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		if err := f.path(a.path(path)); err != nil {
			return nil, err
		}
	}
	if len(paths) == 0 {
		if err := f.known(a.Env, a.Home); err != nil {
			return nil, err
		}
	}
	if len(f.found.files)+len(f.found.refused) == 0 {
		return nil, f.nothingFound(paths)
	}
	f.warnOfExcluded(a)
	return &f.found, nil
}

// warnOfExcluded says what --exclude left out, and which pattern left out nothing.
func (f *finder) warnOfExcluded(a *app) {
	if f.found.left > 0 {
		a.warn("excluded", "files and folders left out by --exclude: "+strconv.Itoa(f.found.left))
	}
	for _, e := range f.exclude {
		if !e.used {
			a.warn("excludes_nothing", "--exclude "+e.pattern+": nothing in the folders matches it")
		}
	}
}

// announce says what was found.
func (a *app) announce(f *found) {
	if a.format == formatJSON {
		return
	}
	for _, s := range f.sources {
		fmt.Fprintf(a.Err, "found %s: %s, %s in %s\n", s.Agent, many(s.Files, "file"), bytesText(s.Bytes), printable(s.Folder))
	}
}

// confirm asks; where nobody can answer it wants --yes.
func (a *app) confirm(f *found) error {
	if !a.canAsk() {
		return &domain.Error{Kind: domain.ErrUsage, Operation: "import", Target: "known folders",
			Message: many(len(f.files), "recording") + " found, and nobody is here to ask",
			Hint:    "say --yes, or name the files", Detail: map[string]any{"found": f.sources}}
	}
	if yes, err := a.agreed("import them?"); yes || err != nil {
		return err
	}
	return &domain.Error{Kind: domain.ErrRuntime, Operation: "import", Message: "not imported, as you say", Hint: "to import only some, name them: claw import PATH"}
}

func (d *importDocument) text(p *page) {
	verb := "Imported"
	if d.DryRun {
		verb = "Would import"
	}
	p.heading(fmt.Sprintf("%s %s of %d in %s (%s)", verb, many(d.Imported, "line"), d.Lines, many(d.Files, "file"), many(d.Events, "event")))
	p.line("  %s", countsOf(&d.LineReport).others())
	if d.Events == 0 || d.DryRun {
		p.line("  log: %s (nothing was appended)", d.Log)
	} else {
		p.line("  log: %s", d.Log)
	}
	listProblems(p, &d.Problems)
	if d.board != nil {
		p.gap()
		d.board.text(p)
	}
}
