package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/fixtures"
)

// fixturesVerbs are the verbs about named runs with golden outcomes.
func (a *app) fixturesVerbs() *cobra.Command {
	cmd := &cobra.Command{Use: "fixtures", GroupID: "more", Short: "Named runs and what must come of them, to test programs with",
		Args: noArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	cmd.AddCommand(a.fixturesList(), a.fixturesWrite(), a.fixturesVerify())
	return cmd
}

// fixturesDocument is the answer of fixtures list.
type fixturesDocument struct {
	Head
	Fixtures []bundledFixture `json:"fixtures"`
}

type bundledFixture struct {
	Name string `json:"name"`
	Says string `json:"says"` // the title of its story
}

func (a *app) fixturesList() *cobra.Command {
	return a.verb("list", "", "The named runs that claw carries", noArgs, func([]string) (document, error) {
		d := &fixturesDocument{Head: headOf("fixtures"), Fixtures: []bundledFixture{}}
		for _, name := range fixtures.Names() {
			run, _ := fixtures.Named(name)
			d.Fixtures = append(d.Fixtures, bundledFixture{name, fixtures.Says(run)})
		}
		return d, nil
	})
}

func (d *fixturesDocument) text(p *page) {
	rows := make([][]cell, len(d.Fixtures))
	for i, f := range d.Fixtures {
		rows[i] = []cell{plain(f.Name), plain(f.Says)}
	}
	p.table([]column{{name: "NAME"}, {name: "STORY", least: 20, rank: 1}}, rows)
	p.line("the files of one: claw fixtures write NAME DIR")
}

// fixtureWrittenDocument is the answer of fixtures write.
type fixtureWrittenDocument struct {
	Head
	Name   string   `json:"name"`
	Folder string   `json:"folder"`
	Files  []string `json:"files"` // in it
}

func (a *app) fixturesWrite() *cobra.Command {
	return a.verb("write NAME DIR", "", "Write the files of a named run into a new folder DIR/NAME", exactly(2, "NAME DIR"), func(args []string) (document, error) {
		name := args[0]
		run, ok := fixtures.Named(name)
		if !ok {
			return nil, usageError("write fixture", name, "there is no such run", didYouMean(name, fixtures.Names())+"claw fixtures list names all")
		}
		d := &fixtureWrittenDocument{Head: headOf("fixture_written"), Name: name, Folder: filepath.Join(a.path(args[1]), name), Files: []string{}}
		if _, err := os.Lstat(d.Folder); !errors.Is(err, fs.ErrNotExist) {
			return nil, firstError(err, &domain.Error{Kind: domain.ErrConflict, Operation: "write fixture", Target: d.Folder,
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
	})
}

func (d *fixtureWrittenDocument) text(p *page) {
	for _, file := range d.Files {
		p.line("wrote %s", filepath.Join(d.Folder, filepath.FromSlash(file)))
	}
	p.line("next: claw fixtures verify %s", d.Folder)
}
