package app

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/pelletier/go-toml/v2"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/files"
	"github.com/clawable/claw/producers"
)

// config is a configuration file: strict TOML, unknown keys are refused.
type config struct {
	Log     string            // sqlite:PATH or a path, relative to the project
	Content producers.Content // how much import and hook store of conversations
}

// ownTables are the keys of the tables that say where outcomes and events go: of a person's own settings
// alone, and judged by the program projector, which sends them.
var ownTables = []string{"forward", "sink"}

// readConfig reads a file of settings; see [parseConfig].
func readConfig(file string) (config, error) {
	text, err := readSettings(file)
	if err != nil {
		return config{}, err
	}
	return parseConfig(file, text, true)
}

// settingsAt reports whether a file of settings exists. A file that cannot be examined counts as
// existing: reading it returns why, and no other file is used in its place.
func settingsAt(file string) bool {
	_, err := os.Stat(file)
	return err == nil || !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR)
}

// MostSettings is the largest file of settings, in bytes, of claw and of agents.
const MostSettings = 16 << 20

// readSettings reads the text of a file of settings.
//
// Errors: kind filesystem for what is not a regular file; those of the operating system.
func readSettings(file string) ([]byte, error) {
	text, err := files.ReadRegular(file, MostSettings)
	if errors.Is(err, files.ErrNotRegular) || errors.Is(err, syscall.EISDIR) {
		return nil, &domain.Error{Kind: domain.ErrFilesystem, Operation: "read settings", Target: file,
			Message: files.ErrNotRegular.Error(), Hint: "put a file of settings in its place, or remove it"}
	}
	return text, err
}

// OwnSettings returns the person's own file of settings and its text, empty where there is none. The
// file of a project is not looked at: it may not name where outcomes and events go.
//
// Errors: those of [readConfig].
func OwnSettings(a *App) (file string, text []byte, err error) {
	file = UserFile(a)
	if file == "" || !settingsAt(file) {
		return file, nil, nil
	}
	if text, err = readSettings(file); err == nil {
		_, err = parseConfig(file, text, true)
	}
	return file, text, err
}

// Table is a table of a person's settings: [[sink]] or [[forward]].
type Table struct {
	Name string
	To   string // of a forward
}

// Tables are the tables of a kind, sink or forward, in the person's own settings, in their order. Flaws of
// a table are not checked: the verb that runs it reports them. One without a name is left out.
//
// Errors: as [OwnSettings].
func Tables(a *App, kind string) (all []Table, err error) {
	_, text, err := OwnSettings(a)
	if err != nil || len(text) == 0 {
		return nil, err
	}
	_, values, err := parseKeys(text)
	tables, _ := values[kind].([]any)
	for _, one := range tables {
		table, _ := one.(map[string]any)
		if name, ok := table["name"].(string); ok {
			to, _ := table["to"].(string)
			all = append(all, Table{name, to})
		}
	}
	return all, err
}

// parseConfig parses the text of a file, and returns every problem with its line and key in one
// error. own means that the user who runs claw wrote it.
func parseConfig(file string, text []byte, own bool) (config, error) {
	var c config
	var problems []string
	problem := func(at toml.DecodeError, what string) {
		line, _ := at.Position()
		problems = append(problems, fmt.Sprintf("%s:%d: %s", file, line, what))
	}
	keys, values, err := parseKeys(text)
	var broken *toml.DecodeError
	switch {
	case errors.As(err, &broken):
		problem(*broken, broken.Error())
	case err != nil:
		return c, err
	}
	for _, key := range keys {
		if what := c.set(key.Key(), values, own); what != "" {
			problem(key, what)
		}
	}
	if len(problems) == 0 {
		return c, nil
	}
	known := "known keys: content, log"
	if own {
		known += ", " + strings.Join(ownTables, ", ")
	}
	return c, &domain.Error{Kind: domain.ErrParse, Operation: "read config", Target: file,
		Message: fmt.Sprintf("not accepted; problems: %d", len(problems)), Cause: problems, Hint: known}
}

// parseKeys returns the keys of a TOML text, each with its place and value. The decoder reports
// places of unknown keys only, so it decodes into a value without known keys.
//
// Errors: [toml.DecodeError] for a text that is not TOML.
func parseKeys(text []byte) (keys []toml.DecodeError, values map[string]any, err error) {
	if err := toml.Unmarshal(text, &values); err != nil {
		return nil, nil, err
	}
	err = toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(&struct{}{})
	var unknown *toml.StrictMissingError
	if errors.As(err, &unknown) {
		return unknown.Errors, values, nil
	}
	return nil, values, err
}

// set stores the value of a key, or returns what is wrong with it.
func (c *config) set(key toml.Key, values map[string]any, own bool) (problem string) {
	name := strings.Join(key, ".")
	value, isText := values[name].(string)
	_, isTables := values[key[0]].([]any)
	sends := slices.Contains(ownTables, key[0])
	switch {
	case sends && !own:
		return "a project's file may not name a " + key[0] + ": it belongs to your own settings"
	case sends && !isTables:
		return key[0] + " must be tables: [[" + key[0] + "]]"
	case sends:
		return ""
	case name != "log" && name != "content":
		return "unknown key " + name
	case !isText:
		return name + " must be a text"
	case name == "log" && value == "":
		return "log must name a log"
	case name == "log":
		c.Log = value
	case !slices.Contains(c.Content.Enum(), value):
		return "content = " + quote(value) + " must be one of " + JoinWords(c.Content.Enum())
	default:
		c.Content = producers.Content(value)
	}
	return ""
}

func quote(s string) string { return strconv.Quote(s) }
