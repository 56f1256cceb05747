package setupcmd

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
)

// TrustDocument is the answer of trust: the folders that it is about.
type TrustDocument struct {
	app.Head
	Folders []trustedFolder `json:"folders"`
}

// trustedFolder is a folder, the log that its file leads to, and the state of the trust.
type trustedFolder struct {
	Folder string     `json:"folder"`
	Log    string     `json:"log,omitzero"`
	State  trustState `json:"state"`
}

type trustState string

const (
	trustKept      trustState = "trusted"
	trustChanged   trustState = "changed"    // the file or its log is another one than the trusted one: not followed
	trustGone      trustState = "gone"       // the file was removed, or cannot be read
	trustRemoved   trustState = "removed"    // withdrawn by this run
	trustNotNeeded trustState = "not_needed" // the file names nothing outside the project
)

// trustOptions are the flags of claw trust.
type trustOptions struct {
	list   bool // the trusted folders; alone
	remove bool // withdraw the trust of the folder
}

func (o *trustOptions) flags(f *pflag.FlagSet) {
	f.BoolVar(&o.list, "list", false, "list the trusted folders and whether the trust is still valid")
	f.BoolVar(&o.remove, "remove", false, "withdraw the trust of the folder")
}

func (o *trustOptions) check(args []string) error {
	if o.list && (o.remove || len(args) > 0) {
		return app.UsageError("parse arguments", "--list", "lists all folders and takes nothing else", "claw trust --list")
	}
	return nil
}

// TrustVerb is claw trust.
func TrustVerb(a *app.App) *cobra.Command {
	var o trustOptions
	cmd := a.Verb("trust [FOLDER]", "log", "Allow a project's settings to name a log outside the project", app.Between(0, 1, "[FOLDER]"),
		func(args []string) (app.Document, error) { return trust(a, o, args) })
	cmd.Long = `A project's .claw/config.toml that names a log outside the project is refused until you trust the
folder. Read the file first. The trust is stored beside your own settings. It is valid for this
folder, with the present content of the file and the log that it leads to now; when either changes
you are asked again. Without FOLDER it is the project of the working folder.`
	o.flags(cmd.Flags())
	return cmd
}

func trust(a *app.App, o trustOptions, args []string) (app.Document, error) {
	err := o.check(args)
	if err != nil {
		return nil, err
	}
	d := &TrustDocument{Head: app.HeadOf("trust")}
	switch {
	case o.list:
		d.Folders, err = listTrusted(a)
	case o.remove:
		d.Folders, err = removeTrusted(a, namedFolder(a, args))
	default:
		d.Folders, err = trustProject(a, namedFolder(a, args))
	}
	return d, err
}

// namedFolder is the folder in the arguments, else that of the project around the working folder.
func namedFolder(a *app.App, args []string) string {
	if len(args) > 0 {
		return app.Path(a, args[0])
	}
	if file, ok := app.ProjectFile(a); ok {
		return filepath.Dir(filepath.Dir(file))
	}
	return a.Dir
}

func trustProject(a *app.App, folder string) ([]trustedFolder, error) {
	p, err := app.ReadProject(a, app.ProjectFileOf(folder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &domain.Error{Kind: domain.ErrNotFound, Operation: "trust", Target: folder,
			Message: "this folder has no .claw/config.toml", Hint: "name the folder of a project: claw trust FOLDER"}
	}
	if err != nil {
		return nil, err
	}
	f := trustedFolder{Folder: p.Folder, Log: p.Log, State: trustKept}
	if p.Standing == app.StandingInside {
		f.State = trustNotNeeded
		return []trustedFolder{f}, nil
	}
	return []trustedFolder{f}, app.SaveTrust(a, app.Trust{Folder: p.Folder, Digest: p.Digest, Log: p.Log, At: a.Now().UTC()})
}

func removeTrusted(a *app.App, folder string) ([]trustedFolder, error) {
	folder = app.Canonical(folder)
	return []trustedFolder{{Folder: folder, State: trustRemoved}}, app.RemoveTrust(a, folder)
}

// listTrusted lists the trusted folders, and whether the file of each is unchanged.
func listTrusted(a *app.App) ([]trustedFolder, error) {
	all, err := app.AllTrust(a)
	folders := make([]trustedFolder, 0, len(all))
	for _, t := range all {
		f := trustedFolder{Folder: t.Folder, Log: t.Log, State: trustKept}
		switch p, err := app.ReadProject(a, app.ProjectFileOf(t.Folder)); {
		case err != nil:
			f.State = trustGone
		case p.Standing == app.StandingInside:
			f.State = trustNotNeeded
		case p.Standing != app.StandingTrusted:
			f.State = trustChanged
		}
		folders = append(folders, f)
	}
	return folders, err
}

func (d *TrustDocument) Text(p *term.Page) {
	if len(d.Folders) == 0 {
		p.Line("no folder is trusted")
	}
	for _, f := range d.Folders {
		switch f.State {
		case trustRemoved:
			p.Line("%s is trusted no longer", f.Folder)
		case trustNotNeeded:
			p.Line("%s names no log outside of it; no trust is needed", f.Folder)
		case trustKept:
			p.Line("%s is trusted to use the log %s", f.Folder, f.Log)
		case trustChanged:
			p.Line("%s has changed since you trusted it with the log %s; look at it, then: claw trust %s", f.Folder, f.Log, f.Folder)
		case trustGone:
			p.Line("%s has no file that can be read any more; trusted with the log %s", f.Folder, f.Log)
		}
	}
}
