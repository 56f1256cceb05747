package app

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
)

// Setting is an effective value and its source.
type Setting struct {
	Value  string `json:"value"`
	Source string `json:"source"` // flag, env, project, user, default
	// From is the flag, variable or file.
	From string `json:"from"`
}

// Where decides which log this run uses: flag, environment, project file, user file, else one log
// per user in the data folder of the operating system.
//
// Errors: kind usage for a URL that names no engine; kinds parse and policy of a file.
func Where(a *App) (Setting, error) {
	if a.Held != nil {
		return a.Held.At, nil
	}
	at, err := lookUp(a)
	if err == nil {
		_, err = engine.Parse(at.Value)
	}
	return at, err
}

func lookUp(a *App) (Setting, error) {
	if a.Flags.Log != "" {
		return Setting{absolute(a, a.Flags.Log, a.Dir), "flag", "--log"}, nil
	}
	if v := a.Env("CLAW_LOG"); v != "" && !a.OwnLog {
		return Setting{absolute(a, v, a.Dir), "env", "CLAW_LOG"}, nil
	}
	if file, ok := ProjectFile(a); ok && !a.OwnLog {
		p, err := ReadProject(a, file)
		if err == nil {
			err = p.refusal()
		}
		if err != nil || p.Log != "" {
			return Setting{p.Log, "project", file}, err
		}
	}
	if file := UserFile(a); settingsAt(file) {
		c, err := readConfig(file)
		if err != nil {
			return Setting{}, err
		}
		if c.Log != "" {
			return Setting{absolute(a, c.Log, filepath.Dir(file)), "user", file}, nil
		}
	}
	folder := DataFolder(a)
	if folder == "" {
		return Setting{}, eventlog.Fail(eventlog.ErrNotFound, UsageError("find log", "", "no home folder and no log named", "name the log: --log PATH or CLAW_LOG"))
	}
	return Setting{"sqlite:" + filepath.Join(folder, "log.db"), "default", folder}, nil
}

// absolute makes a log URL independent of the working folder. Other schemes than
// sqlite stay as they are.
func absolute(a *App, url, base string) string {
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

// Path is the path of a file that a person named, relative to the working folder.
func Path(a *App, name string) string {
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

// xdg is one of the XDG base directories, "" when the environment names none. A relative one is
// ignored, as their specification requires.
func xdg(a *App, name string) string {
	if folder := a.Env(name); filepath.IsAbs(folder) {
		return folder
	}
	return ""
}

// UserFile is the person's own file of settings, "" without a home folder.
func UserFile(a *App) string {
	switch {
	case xdg(a, "XDG_CONFIG_HOME") != "":
		return filepath.Join(xdg(a, "XDG_CONFIG_HOME"), "claw", "config.toml")
	case runtime.GOOS == "windows" && a.Env("AppData") != "":
		return filepath.Join(a.Env("AppData"), "claw", "config.toml")
	case a.Home == "":
		return ""
	case runtime.GOOS == "darwin":
		return filepath.Join(a.Home, "Library", "Application Support", "claw", "config.toml")
	}
	return filepath.Join(a.Home, ".config", "claw", "config.toml")
}

// StateFolder is the folder for state that is neither settings nor data; "" without a home folder.
func StateFolder(a *App) string {
	switch {
	case xdg(a, "XDG_STATE_HOME") != "":
		return filepath.Join(xdg(a, "XDG_STATE_HOME"), "claw")
	case runtime.GOOS == "windows" && a.Env("LocalAppData") != "":
		return filepath.Join(a.Env("LocalAppData"), "claw", "state")
	case a.Home == "":
		return ""
	case runtime.GOOS == "darwin":
		return filepath.Join(a.Home, "Library", "Application Support", "claw", "state")
	}
	return filepath.Join(a.Home, ".local", "state", "claw")
}

// DataFolder is the folder for logs, "" where there is none.
func DataFolder(a *App) string {
	switch {
	case xdg(a, "XDG_DATA_HOME") != "":
		return filepath.Join(xdg(a, "XDG_DATA_HOME"), "claw")
	case runtime.GOOS == "windows" && a.Env("LocalAppData") != "":
		return filepath.Join(a.Env("LocalAppData"), "claw")
	case a.Home == "":
		return ""
	case runtime.GOOS == "darwin":
		return filepath.Join(a.Home, "Library", "Application Support", "claw")
	}
	return filepath.Join(a.Home, ".local", "share", "claw")
}

// NoPlace is why no log can be made in a place without one, "" when it can.
func NoPlace(at Setting) string {
	if err := engine.Place(at.Value); err != nil {
		return Typed(err).Message
	}
	return ""
}

// Lookup lists the places where a log is looked for, and which of them is used.
func Lookup(a *App, at Setting) []LookupEntry {
	entries := []LookupEntry{
		{Source: "flag", From: "--log", Value: a.Flags.Log},
		{Source: "env", From: "CLAW_LOG", Value: a.Env("CLAW_LOG")},
		LookupProject(a),
		{Source: "user", From: UserFile(a), Value: logOf(UserFile(a))},
		{Source: "default", From: DataFolder(a), Value: "sqlite:" + DataFolder(a) + string(os.PathSeparator) + "log.db"},
	}
	for i := range entries {
		entries[i].Used = entries[i].Source == at.Source
	}
	return entries
}

// LookupProject is the entry of the project's file, and how far it is followed; empty for a file
// that cannot be read.
func LookupProject(a *App) LookupEntry {
	e := LookupEntry{Source: "project", From: ".claw/config.toml"}
	file, ok := ProjectFile(a)
	if !ok {
		return e
	}
	e.From = file
	if p, err := ReadProject(a, file); err == nil && p.named != "" {
		e.Value, e.Standing = p.named, p.Standing
	}
	return e
}

// LookupEntry is one place where the name of the log was looked for.
type LookupEntry struct {
	Source string `json:"source"`
	From   string `json:"from"`
	Value  string `json:"value"`
	Used   bool   `json:"used"`
	// Standing is how far claw follows a project's file.
	Standing standing `json:"standing,omitzero"`
}

// logOf is the log that a file names, "" if it names none or cannot be read.
func logOf(file string) string {
	if file == "" {
		return ""
	}
	c, err := readConfig(file)
	if err != nil {
		return ""
	}
	return c.Log
}
