package cli

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
)

// manDocument is the answer of man.
type manDocument struct {
	app.Head
	Folder string   `json:"folder"`
	Pages  []string `json:"pages"` // files in it
}

func manVerb(a *app.App) *cobra.Command {
	cmd := a.Verb("man DIR", "more", "Write the man pages of all verbs into a folder", app.Exactly(1, "DIR"),
		func(args []string) (app.Document, error) { return writeManPages(a, app.Path(a, args[0])) })
	cmd.Long = `Write a man page for claw and for each verb into DIR, which is created if necessary: claw.1,
claw-board.1, claw-lane-show.1 and so on. To read them: claw man ~/.local/share/man/man1, then man
claw-board.`
	return cmd
}

func writeManPages(a *app.App, folder string) (app.Document, error) {
	d := &manDocument{Head: app.HeadOf("man"), Folder: folder, Pages: []string{}}
	if err := os.MkdirAll(d.Folder, 0o755); err != nil {
		return nil, err
	}
	all := Claw().Program(&app.App{Program: a.Program, Ctx: a.Ctx}, nil) // the program of this run has this verb alone
	all.InitDefaultHelpCmd()
	all.InitDefaultCompletionCmd()
	return d, d.write(all)
}

// write writes the page of a verb and those of the verbs below it.
func (d *manDocument) write(cmd *cobra.Command) error {
	cmd.InitDefaultHelpFlag()
	help := Claw().HelpOf(cmd)
	name := manName(help.Verb) + ".1"
	if err := os.WriteFile(filepath.Join(d.Folder, name), []byte(manPage(help, parentOf(cmd))), 0o644); err != nil {
		return err
	}
	d.Pages = append(d.Pages, name)
	for _, sub := range cmd.Commands() {
		if !sub.IsAvailableCommand() && sub.Name() != "help" {
			continue
		}
		if err := d.write(sub); err != nil {
			return err
		}
	}
	return nil
}

// parentOf is the verb above a verb, "" for claw.
func parentOf(cmd *cobra.Command) string {
	if cmd.HasParent() {
		return cmd.Parent().CommandPath()
	}
	return ""
}

func manName(verb string) string { return strings.ReplaceAll(verb, " ", "-") }

func (d *manDocument) Text(p *term.Page) {
	p.Line("wrote %s into %s", term.Many(len(d.Pages), "page"), d.Folder)
}
