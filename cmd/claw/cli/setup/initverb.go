package setupcmd

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	hookcmd "github.com/clawable/claw/cmd/claw/cli/hook"
	"github.com/clawable/claw/cmd/claw/cli/term"
)

// InitDocument is the answer of init.
type InitDocument struct {
	app.Head
	Log     string   `json:"log"`
	LogID   string   `json:"log_id"`
	Config  string   `json:"config,omitzero"`
	Created []string `json:"created"` // files made by this run
	// Hooks are the agents whose own settings this run changed.
	Hooks   []hookcmd.Own `json:"hooks,omitzero"`
	Removed []string      `json:"removed,omitzero"` // files that --undo removed
	Left    []string      `json:"left,omitzero"`    // files of claw that --undo leaves, because they were changed
	undone  bool
}

const projectConfig = `# The log of this project; a path is relative to the project's folder.
log = "sqlite:.claw/log.db"
`

const projectIgnore = `# What claw derives or keeps on this machine only.
log.db*
`

// initOptions are the flags of claw init.
type initOptions struct {
	user bool // the person's own log, not the project's
	// hooks and policy are answers to the questions.
	hooks, policy bool
	undo          bool
}

func (o *initOptions) flags(f *pflag.FlagSet) {
	f.BoolVar(&o.user, "user", false, "create your own log instead of the project's")
	f.BoolVar(&o.hooks, "hooks", false, "write claw's hook into your own settings of the agents that you have, without asking")
	f.BoolVar(&o.policy, "policy", false, "write a first policy, and let the hooks enforce it, without asking; implies --hooks")
	f.BoolVar(&o.undo, "undo", false, "remove the hooks, the first policy and the settings again; the log stays")
}

// InitVerb is claw init.
func InitVerb(a *app.App) *cobra.Command {
	var o initOptions
	cmd := a.Verb("init", "start", "Create a log for this project, or with --user for you", app.NoArgs,
		func([]string) (app.Document, error) { return initialize(a, o) })
	cmd.Long = `Create .claw/config.toml here, which names a log in .claw, and the log itself. With --user only your
own log is created, and where --log or CLAW_LOG name a log, only that one. What exists already stays
as it is.

At a terminal it asks two questions at most: whether to write claw's hook into your own settings of
the agents that you have, so that what they do is recorded while they do it, and whether to write a
first policy that keeps them away from claw's log and settings. --hooks and --policy answer them.
--undo takes back what claw wrote and nobody changed since; the log, which is the record, stays.`
	o.flags(cmd.Flags())
	return cmd
}

func initialize(a *app.App, o initOptions) (app.Document, error) {
	d := &InitDocument{Head: app.HeadOf("init"), Created: []string{}, undone: o.undo}
	a.OwnLog = o.user
	if o.undo {
		return d, undo(a, o, d)
	}
	if other := a.Env("CLAW_LOG"); o.user && other != "" {
		a.Warn("other_log", "CLAW_LOG names another log, "+other+": the verbs use that one until it is unset")
	}
	if ofProject(a, o) {
		if err := initProject(a, d); err != nil {
			return nil, err
		}
	}
	if err := initLog(a, d); err != nil {
		return nil, err
	}
	return d, initGuards(a, o, d)
}

// ofProject reports whether the log is one of the project's, which its settings name.
func ofProject(a *app.App, o initOptions) bool {
	return !o.user && a.Flags.Log == "" && a.Env("CLAW_LOG") == ""
}

// projectFiles are the files of a project's folder .claw.
func projectFiles() map[string]string {
	return map[string]string{"config.toml": projectConfig, ".gitignore": projectIgnore}
}

func initProject(a *app.App, d *InitDocument) error {
	folder := filepath.Join(a.Dir, ".claw")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	d.Config = filepath.Join(folder, "config.toml")
	for name, text := range projectFiles() {
		file := filepath.Join(folder, name)
		f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if os.IsExist(err) {
			continue
		}
		if err != nil {
			return err
		}
		_, err = f.WriteString(text)
		if closeErr := f.Close(); err == nil {
			err = closeErr
		}
		if err != nil {
			return err
		}
		d.Created = append(d.Created, file)
	}
	return nil
}

func initLog(a *app.App, d *InitDocument) error {
	at, err := app.Where(a)
	if err != nil {
		return err
	}
	existed := app.LogExists(at)
	log, at, err := a.OpenLog(app.ToCreate)
	if err != nil {
		return err
	}
	head, err := log.Head(a.Ctx)
	if err != nil {
		return err
	}
	d.Log, d.LogID = at.Value, head.ID
	if !existed {
		d.Created = append(d.Created, at.Value)
	}
	return nil
}

func (d *InitDocument) Text(p *term.Page) {
	if d.undone {
		d.undoneText(p)
		return
	}
	if len(d.Created) == 0 {
		p.Line("Everything was there already.")
	}
	for _, file := range d.Created {
		p.Line("made %s", file)
	}
	for _, h := range d.Hooks {
		p.Line("%s runs claw at its events: %s", h.Agent, h.File)
	}
	p.Line("log %s", d.Log)
	p.Line("log id %s", d.LogID)
	if slices.ContainsFunc(d.Hooks, func(h hookcmd.Own) bool { return h.Agent == "codex" }) {
		p.Line("next: " + hookcmd.CodexTrusts)
	}
	if len(d.Hooks) > 0 {
		p.Line("undo: %s", app.Next(p, "claw init --undo"))
	}
	p.Line("next: %s", app.Next(p, "claw import"))
}
