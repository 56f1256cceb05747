package setupcmd

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/fixtures"
)

// FixturesVerbs are the verbs about named runs with golden outcomes.
func FixturesVerbs(a *app.App) *cobra.Command {
	cmd := app.VerbFamily("fixtures", "more", "Named runs with expected results, to test programs with")
	cmd.AddCommand(fixturesList(a), fixturesWrite(a), fixturesVerify(a))
	return cmd
}

// FixturesDocument is the answer of fixtures list.
type FixturesDocument struct {
	app.Head
	Fixtures []bundledFixture `json:"fixtures"`
}

type bundledFixture struct {
	Name string `json:"name"`
	Says string `json:"says"` // the title of its story
}

func fixturesList(a *app.App) *cobra.Command {
	return a.Verb("list", "", "List the named runs that claw carries", app.NoArgs,
		func([]string) (app.Document, error) { return listFixtures(), nil })
}

func listFixtures() *FixturesDocument {
	d := &FixturesDocument{Head: app.HeadOf("fixtures"), Fixtures: []bundledFixture{}}
	for _, name := range fixtures.Names() {
		run, _ := fixtures.Named(name)
		d.Fixtures = append(d.Fixtures, bundledFixture{name, fixtures.Says(run)})
	}
	return d
}

func (d *FixturesDocument) Text(p *term.Page) {
	rows := make([][]term.Cell, len(d.Fixtures))
	for i, f := range d.Fixtures {
		rows[i] = []term.Cell{term.Plain(f.Name), term.Plain(f.Says)}
	}
	p.Table([]term.Column{{Name: "NAME"}, {Name: "STORY", Least: 20, Rank: 1}}, rows)
	p.Line("the files of one: claw fixtures write NAME DIR")
}

// FixtureWrittenDocument is the answer of fixtures write.
type FixtureWrittenDocument struct {
	app.Head
	Name   string   `json:"name"`
	Folder string   `json:"folder"`
	Files  []string `json:"files"` // in it
}

func fixturesWrite(a *app.App) *cobra.Command {
	return a.Verb("write NAME DIR", "", "Write the files of a named run into a new folder DIR/NAME", app.Exactly(2, "NAME DIR"),
		func(args []string) (app.Document, error) { return writeFixture(args[0], app.Path(a, args[1])) })
}

func writeFixture(name, folder string) (app.Document, error) {
	run, ok := fixtures.Named(name)
	if !ok {
		return nil, app.UsageError("write fixture", name, "there is no such run", app.DidYouMean(name, fixtures.Names())+"claw fixtures list names all")
	}
	d := &FixtureWrittenDocument{Head: app.HeadOf("fixture_written"), Name: name, Folder: filepath.Join(folder, name), Files: []string{}}
	if _, err := os.Lstat(d.Folder); !errors.Is(err, fs.ErrNotExist) {
		return nil, app.FirstError(err, &domain.Error{Kind: domain.ErrConflict, Operation: "write fixture", Target: d.Folder,
			Message: "it is there already", Hint: "remove it, or name another DIR"})
	}
	if err := os.CopyFS(d.Folder, run); err != nil {
		return nil, err
	}
	return d, fs.WalkDir(run, ".", func(file string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			d.Files = append(d.Files, file)
		}
		return err
	})
}

func (d *FixtureWrittenDocument) Text(p *term.Page) {
	for _, file := range d.Files {
		p.Line("wrote %s", filepath.Join(d.Folder, filepath.FromSlash(file)))
	}
	p.Line("next: claw fixtures verify %s", d.Folder)
}
