package cli

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
)

// Setting is an effective value and where it comes from.
type Setting struct {
	Value  string `json:"value"`
	Source string `json:"source"` // flag, env, project, user, default
	// From is the flag, variable or file.
	From string `json:"from"`
}

// where decides which log this run speaks of: flag, environment, project file,
// user file, else one log per user in the data folder of the operating system.
//
// Errors: kind usage for a URL that names no engine; kinds parse and policy of a file.
func (a *app) where() (Setting, error) {
	at, err := a.lookUp()
	if err == nil {
		_, err = engine.Parse(at.Value)
	}
	return at, err
}

func (a *app) lookUp() (Setting, error) {
	if a.flags.log != "" {
		return Setting{a.absolute(a.flags.log, a.Dir), "flag", "--log"}, nil
	}
	if v := a.Env("CLAW_LOG"); v != "" && !a.ownLog {
		return Setting{a.absolute(v, a.Dir), "env", "CLAW_LOG"}, nil
	}
	if file, ok := a.projectFile(); ok && !a.ownLog {
		p, err := a.readProject(file)
		if err == nil {
			err = p.refusal()
		}
		if err != nil || p.log != "" {
			return Setting{p.log, "project", file}, err
		}
	}
	if file := a.userFile(); settingsAt(file) {
		c, err := readConfig(file)
		if err != nil {
			return Setting{}, err
		}
		if c.Log != "" {
			return Setting{a.absolute(c.Log, filepath.Dir(file)), "user", file}, nil
		}
	}
	folder := a.dataFolder()
	if folder == "" {
		return Setting{}, eventlog.Fail(eventlog.ErrNotFound, usageError("find log", "", "no home folder and no log named", "name the log: --log PATH or CLAW_LOG"))
	}
	return Setting{"sqlite:" + filepath.Join(folder, "log.db"), "default", folder}, nil
}

// absolute makes a log URL independent of the working folder. Other schemes than
// sqlite stay as they are.
func (a *app) absolute(url, base string) string {
	path, ok := strings.CutPrefix(url, "sqlite:")
	if !ok && hasScheme(url) {
		return url
	}
	path = strings.TrimPrefix(path, "//")
	if rest, ok := strings.CutPrefix(path, "~/"); ok && a.Home != "" {
		path = filepath.Join(a.Home, rest)
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(base, path)
	}
	if whole, err := filepath.EvalSymlinks(path); err == nil {
		path = whole
	}
	return "sqlite:" + filepath.Clean(path)
}

// path is a file that a person named, from the working folder.
func (a *app) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(a.Dir, name)
}

// hasScheme reports whether url begins with a scheme of two letters or more (one is a drive).
func hasScheme(url string) bool {
	i := strings.IndexByte(url, ':')
	if i < 2 {
		return false
	}
	for _, c := range url[:i] {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '+' && c != '-' {
			return false
		}
	}
	return true
}

// xdg is one of the XDG base directories, "" when the environment names none: a relative
// one is none, as their specification says, or it would be another in each working folder.
func (a *app) xdg(name string) string {
	if folder := a.Env(name); filepath.IsAbs(folder) {
		return folder
	}
	return ""
}

// userFile is the person's own file of settings, "" without a home folder.
func (a *app) userFile() string {
	switch {
	case a.xdg("XDG_CONFIG_HOME") != "":
		return filepath.Join(a.xdg("XDG_CONFIG_HOME"), "claw", "config.toml")
	case runtime.GOOS == "windows" && a.Env("AppData") != "":
		return filepath.Join(a.Env("AppData"), "claw", "config.toml")
	case a.Home == "":
		return ""
	case runtime.GOOS == "darwin":
		return filepath.Join(a.Home, "Library", "Application Support", "claw", "config.toml")
	}
	return filepath.Join(a.Home, ".config", "claw", "config.toml")
}

// stateFolder is where claw keeps what it may not lose and what is no data; "" without
// a home folder.
func (a *app) stateFolder() string {
	switch {
	case a.xdg("XDG_STATE_HOME") != "":
		return filepath.Join(a.xdg("XDG_STATE_HOME"), "claw")
	case runtime.GOOS == "windows" && a.Env("LocalAppData") != "":
		return filepath.Join(a.Env("LocalAppData"), "claw", "state")
	case a.Home == "":
		return ""
	case runtime.GOOS == "darwin":
		return filepath.Join(a.Home, "Library", "Application Support", "claw", "state")
	}
	return filepath.Join(a.Home, ".local", "state", "claw")
}

func (a *app) dataFolder() string {
	switch {
	case a.xdg("XDG_DATA_HOME") != "":
		return filepath.Join(a.xdg("XDG_DATA_HOME"), "claw")
	case runtime.GOOS == "windows" && a.Env("LocalAppData") != "":
		return filepath.Join(a.Env("LocalAppData"), "claw")
	case a.Home == "":
		return ""
	case runtime.GOOS == "darwin":
		return filepath.Join(a.Home, "Library", "Application Support", "claw")
	}
	return filepath.Join(a.Home, ".local", "share", "claw")
}

// noPlace says why no log can be made in a place where none is, "" when one can.
func noPlace(at Setting) string {
	if err := engine.Place(at.Value); err != nil {
		return typed(err).Message
	}
	return ""
}

// lookup lists where a log is looked for and which place was used.
func (a *app) lookup(at Setting) []lookupEntry {
	entries := []lookupEntry{
		{Source: "flag", From: "--log", Value: a.flags.log},
		{Source: "env", From: "CLAW_LOG", Value: a.Env("CLAW_LOG")},
		a.lookupProject(),
		{Source: "user", From: a.userFile(), Value: logOf(a.userFile())},
		{Source: "default", From: a.dataFolder(), Value: "sqlite:" + a.dataFolder() + string(os.PathSeparator) + "log.db"},
	}
	for i := range entries {
		entries[i].Used = entries[i].Source == at.Source
	}
	return entries
}

// lookupProject is what the project's file says, and whether it is followed; a file
// that cannot be read says nothing.
func (a *app) lookupProject() lookupEntry {
	e := lookupEntry{Source: "project", From: ".claw/config.toml"}
	file, ok := a.projectFile()
	if !ok {
		return e
	}
	e.From = file
	if p, err := a.readProject(file); err == nil && p.named != "" {
		e.Value, e.Standing = p.named, p.standing
	}
	return e
}
