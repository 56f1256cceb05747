package policycmd

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	hookcmd "github.com/clawable/claw/cmd/claw/cli/hook"
	"github.com/clawable/claw/cmd/claw/cli/term"
	guarding "github.com/clawable/claw/commands/guard"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/policy"
)

// PolicyInitDocument is the answer of policy init.
type PolicyInitDocument struct {
	app.Head
	File   string        `json:"file"`
	Digest domain.Digest `json:"digest"`
	Rules  []ruleLine    `json:"rules"`
	Review []string      `json:"review"` // commands that show what the policy decides
	inUse  bool
}

// initOptions are the flags of claw policy init.
type initOptions struct {
	user bool // beside the person's own settings, not in the project
}

func (o *initOptions) flags(f *pflag.FlagSet) {
	f.BoolVar(&o.user, "user", false, "write it for all your projects")
}

func policyInit(a *app.App) *cobra.Command {
	var o initOptions
	cmd := a.Verb("init [FILE]", "decide", "Write a first policy, which protects claw itself", app.Between(0, 1, "[FILE]"),
		func(args []string) (app.Document, error) { return initPolicy(a, o, args) })
	cmd.Long = `Write a first policy to .claw/policy.toml here, with --user to policy.toml beside your own settings,
or to FILE. It keeps agents away from claw's log, settings and policies, from the hooks of agents
and of git, and from the verbs of claw that weaken the protection. It asks before tools of MCP
servers that run commands or change files. An existing file stays as it is.

Review it: claw policy explain says which rule decides about an action, and why. As a file it only
restricts, and whoever may write it may change it: claw policy adopt FILE makes its text the log's
own.`
	o.flags(cmd.Flags())
	return cmd
}

func initPolicy(a *app.App, o initOptions, args []string) (app.Document, error) {
	file, inUse, err := starterFile(a, o, args)
	if err != nil {
		return nil, err
	}
	read, err := writeStarter(a, file)
	if err != nil {
		return nil, err
	}
	return &PolicyInitDocument{Head: app.HeadOf("policy_init"), File: file, Digest: read.Digest, inUse: inUse,
		Rules: layerOf(&policy.Layer{Policy: read}).Rules, Review: []string{"claw policy explain --command 'claw hooks uninstall'",
			"claw policy explain --tool Write --path .claw/policy.toml", "claw policy explain --command 'go test ./...'"}}, nil
}

// writeStarter writes the first policy to a file that does not exist.
func writeStarter(a *app.App, file string) (*policy.Policy, error) {
	text := policy.Starter(ownPlaces(a))
	read, err := policy.Adoptable(file, text)
	if err != nil {
		return nil, err
	}
	return read, writeNew(file, text)
}

// Starter is the file of the first policy, of the project or of the person. There reports whether
// it contains a policy, and untouched whether that is the first policy as it was written.
func Starter(a *app.App, user bool) (file string, there, untouched bool, err error) {
	file, _, err = starterFile(a, initOptions{user: user}, nil)
	if err != nil {
		return "", false, false, err
	}
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return file, false, false, nil
	}
	return file, err == nil, bytes.Equal(text, policy.Starter(ownPlaces(a))), err
}

// WriteStarter writes the first policy to the file that [Starter] names.
//
// Errors: kind conflict where the file contains a policy.
func WriteStarter(a *app.App, file string) error {
	_, err := writeStarter(a, file)
	return err
}

// starterFile is the file that the policy is written to; inUse means that it applies from then on.
//
// Errors: kind usage for two places, or none.
func starterFile(a *app.App, o initOptions, args []string) (file string, inUse bool, err error) {
	const verb = "claw policy init"
	switch {
	case len(args) > 0 && o.user:
		return "", false, app.UsageError("parse arguments", verb, "--user and FILE are both given", "say one of them")
	case len(args) > 0:
		return app.Path(a, args[0]), false, nil
	case !o.user:
		return filepath.Join(a.Dir, ".claw", guarding.PolicyName), true, nil
	case app.UserFile(a) == "":
		return "", false, app.UsageError("find settings", "--user", "there is no home folder", "name a FILE")
	}
	return filepath.Join(filepath.Dir(app.UserFile(a)), guarding.PolicyName), true, nil
}

// ownPlaces are the files of claw and of agents' hooks on this machine that the starter policy does
// not name by itself.
func ownPlaces(a *app.App) (places []string) {
	starter, err := policy.Parse("starter", policy.Starter(nil))
	if err != nil {
		return nil
	}
	layers := []policy.Layer{{Policy: starter}}
	add := func(file, glob string) {
		act := policy.Action{Tool: "edit", Paths: []string{file}, CWD: a.Dir, Home: a.Home}
		if v := policy.Evaluate(layers, &act); filepath.IsAbs(file) && v.Decision == policy.None {
			places = append(places, filepath.ToSlash(glob))
		}
	}
	for _, folder := range []string{filepath.Dir(app.UserFile(a)), app.StateFolder(a), app.DataFolder(a)} {
		add(filepath.Join(folder, "x"), folder)
	}
	if at, err := app.Where(a); err == nil {
		if log, ok := strings.CutPrefix(at.Value, "sqlite:"); ok {
			add(log, log+"*")
		}
	}
	for _, agent := range hookcmd.HookedAgents() {
		if place, err := hookcmd.HookPlace(a, agent.Name, hookcmd.HooksOfUser); err == nil {
			add(place.File, place.File)
		}
	}
	return places
}

// writeNew writes a file that does not exist, with its folder.
//
// Errors: kind conflict where the file exists.
func writeNew(file string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return &domain.Error{Kind: domain.ErrConflict, Operation: "write policy", Target: file, Message: "there is one already",
			Hint: "name another FILE, and take from it what you want"}
	}
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return app.FirstError(err, f.Sync(), f.Close())
}

func (d *PolicyInitDocument) Text(p *term.Page) {
	p.Line("wrote %s", d.File)
	for _, r := range d.Rules {
		p.Line("  %-5s %s: %s", r.Decision, r.Rule, app.FirstOf(r.Reason, "no reason given"))
	}
	p.Line("review it:")
	for _, command := range d.Review {
		p.Line("  %s", command)
	}
	if d.inUse {
		p.Line("it restricts from now on; to make it the log's own: claw policy adopt %s", d.File)
	} else {
		p.Line("it counts when you adopt it: claw policy adopt %s", d.File)
	}
}
