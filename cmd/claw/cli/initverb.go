package cli

import (
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
)

// initDocument is the answer of init.
type initDocument struct {
	Head
	Log     string   `json:"log"`
	LogID   string   `json:"log_id"`
	Config  string   `json:"config,omitzero"`
	Created []string `json:"created"` // files made by this run
}

const projectConfig = `# The log of this project; a path is relative to the project's folder.
log = "sqlite:.claw/log.db"
`

const projectIgnore = `# What claw derives or keeps on this machine only.
log.db*
`

func (a *app) initVerb() *cobra.Command {
	var user bool
	cmd := a.verb("init", "start", "Make a log for this project, or with --user for you", noArgs, func([]string) (document, error) {
		d := &initDocument{Head: headOf("init"), Created: []string{}}
		a.ownLog = user
		if !user && a.flags.log == "" && a.Env("CLAW_LOG") == "" {
			if err := a.initProject(d); err != nil {
				return nil, err
			}
		}
		return d, a.initLog(d)
	})
	cmd.Long = `Make .claw/config.toml here, which names a log in .claw, and the log itself. With --user only your own log is made, and
where --log or CLAW_LOG name a log, only that one. What is there already stays as it is.`
	cmd.Flags().BoolVar(&user, "user", false, "make your own log instead of the project's")
	return cmd
}

func (a *app) initProject(d *initDocument) error {
	folder := filepath.Join(a.Dir, ".claw")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	d.Config = filepath.Join(folder, "config.toml")
	for name, text := range map[string]string{"config.toml": projectConfig, ".gitignore": projectIgnore} {
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

func (a *app) initLog(d *initDocument) error {
	at, err := a.where()
	if err != nil {
		return err
	}
	existed := a.logExists(at)
	log, at, err := a.openLog(toCreate)
	if err != nil {
		return err
	}
	head, err := log.Head(a.ctx)
	if err != nil {
		return err
	}
	d.Log, d.LogID = at.Value, head.ID
	if !existed {
		d.Created = append(d.Created, at.Value)
	}
	return nil
}

func (d *initDocument) text(p *page) {
	if len(d.Created) == 0 {
		p.line("Everything was there already.")
	}
	for _, file := range d.Created {
		p.line("made %s", file)
	}
	p.line("log %s", d.Log)
	p.line("log id %s", d.LogID)
	p.line("next: %s", p.next("claw import"))
}
