package cli

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
)

// trustDocument is the answer of trust: the folders it speaks of.
type trustDocument struct {
	Head
	Folders []trustedFolder `json:"folders"`
}

// trustedFolder is a folder, the log that its file leads to, and how the two stand.
type trustedFolder struct {
	Folder string     `json:"folder"`
	Log    string     `json:"log,omitzero"`
	State  trustState `json:"state"`
}

type trustState string

const (
	trustKept      trustState = "trusted"
	trustChanged   trustState = "changed"    // the file says something else by now: not followed
	trustGone      trustState = "gone"       // the file is not there any more, or cannot be read
	trustRemoved   trustState = "removed"    // taken back by this run
	trustNotNeeded trustState = "not_needed" // the file names nothing outside the project
)

func (a *app) trustVerb() *cobra.Command {
	var list, remove bool
	cmd := a.verb("trust [FOLDER]", "log", "Allow a project's settings to name a log outside the project", between(0, 1, "[FOLDER]"),
		func(args []string) (document, error) {
			d := &trustDocument{Head: headOf("trust")}
			var err error
			switch {
			case list && (remove || len(args) > 0):
				err = usageError("parse arguments", "--list", "lists all folders and takes nothing else", "claw trust --list")
			case list:
				d.Folders, err = a.listTrusted()
			case remove:
				d.Folders, err = a.removeTrusted(a.namedFolder(args))
			default:
				d.Folders, err = a.trustProject(a.namedFolder(args))
			}
			return d, err
		})
	cmd.Long = `A project's .claw/config.toml that names a log outside the project is refused until you trust the
folder. Read the file first. The trust is stored beside your own settings. It is valid for this
folder, with the present content of the file and the log that it leads to now; when either changes
you are asked again. Without FOLDER it is the project of the working folder.`
	cmd.Flags().BoolVar(&list, "list", false, "list the trusted folders and whether the trust is still valid")
	cmd.Flags().BoolVar(&remove, "remove", false, "withdraw the trust of the folder")
	return cmd
}

// namedFolder is the folder that a person named, or that of the project around the working folder.
func (a *app) namedFolder(args []string) string {
	if len(args) > 0 {
		return a.path(args[0])
	}
	if file, ok := a.projectFile(); ok {
		return filepath.Dir(filepath.Dir(file))
	}
	return a.Dir
}

func (a *app) trustProject(folder string) ([]trustedFolder, error) {
	p, err := a.readProject(projectFileOf(folder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &domain.Error{Kind: domain.ErrNotFound, Operation: "trust", Target: folder,
			Message: "this folder has no .claw/config.toml", Hint: "name the folder of a project: claw trust FOLDER"}
	}
	if err != nil {
		return nil, err
	}
	f := trustedFolder{Folder: p.folder, Log: p.log, State: trustKept}
	if p.standing == standingInside {
		f.State = trustNotNeeded
		return []trustedFolder{f}, nil
	}
	return []trustedFolder{f}, a.keepTrust(trust{Folder: p.folder, Digest: p.digest, Log: p.log, At: a.Now().UTC()})
}

func (a *app) removeTrusted(folder string) ([]trustedFolder, error) {
	folder = canonical(folder)
	return []trustedFolder{{Folder: folder, State: trustRemoved}}, a.dropTrust(folder)
}

// listTrusted says of each trusted folder whether its file is still as it was.
func (a *app) listTrusted() ([]trustedFolder, error) {
	all, err := a.allTrust()
	folders := make([]trustedFolder, 0, len(all))
	for _, t := range all {
		f := trustedFolder{Folder: t.Folder, Log: t.Log, State: trustKept}
		switch p, err := a.readProject(projectFileOf(t.Folder)); {
		case err != nil:
			f.State = trustGone
		case p.standing == standingInside:
			f.State = trustNotNeeded
		case p.standing != standingTrusted:
			f.State = trustChanged
		}
		folders = append(folders, f)
	}
	return folders, err
}

func (d *trustDocument) text(p *page) {
	if len(d.Folders) == 0 {
		p.line("no folder is trusted")
	}
	for _, f := range d.Folders {
		switch f.State {
		case trustRemoved:
			p.line("%s is trusted no longer", f.Folder)
		case trustNotNeeded:
			p.line("%s names no log outside of it; no trust is needed", f.Folder)
		case trustKept:
			p.line("%s is trusted to use the log %s", f.Folder, f.Log)
		case trustChanged:
			p.line("%s has changed since you trusted it with the log %s; look at it, then: claw trust %s", f.Folder, f.Log, f.Folder)
		case trustGone:
			p.line("%s has no file that can be read any more; trusted with the log %s", f.Folder, f.Log)
		}
	}
}
