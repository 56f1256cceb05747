package reportcmd

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/reports/declare"
	reportview "github.com/clawable/claw/reports/view"
)

// viewsFile is the file beside the person's settings that declares audiences.
const viewsFile = "views.toml"

// Audiences offers claw's own audiences, and those that the user declares: none of these where the
// file has a flaw.
func Audiences(a *app.App) (all []cobra.Completion, _ error) {
	all = reportview.Audiences()
	declared, err := DeclaredViews(a, "")
	if err == nil {
		for _, s := range declared {
			all = append(all, cobra.CompletionWithDesc(s.Audience, "declared in "+viewsFile))
		}
	}
	return all, nil
}

// DeclaredViews reads the audiences that a file declares. "" is [viewsFile] beside the settings, which
// may be absent.
//
// Errors: those of [declare.ParseShapes] and of the operating system.
func DeclaredViews(a *app.App, file string) ([]reportview.Shape, error) {
	path := app.Path(a, file)
	if file == "" {
		settings := app.UserFile(a)
		if settings == "" {
			return nil, nil
		}
		path = filepath.Join(filepath.Dir(settings), viewsFile)
		file = path
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return declare.ParseShapes(file, text)
}
