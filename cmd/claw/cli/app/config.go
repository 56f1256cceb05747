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

// readConfig reads a file of settings; see [parseConfig].
func readConfig(file string) (config, error) {
	text, err := readSettings(file)
	if err != nil {
		return config{}, err
	}
	return parseConfig(file, text)
}

// settingsAt reports whether a file of settings is in its place. One that cannot be looked
// at is: reading it says why, and no other place is taken for the one that it may name.
func settingsAt(file string) bool {
	_, err := os.Stat(file)
	return err == nil || !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR)
}

// MostSettings bounds a file of settings, of claw and of agents.
const MostSettings = 16 << 20

// readSettings reads the text of a file of settings.
//
// Errors: kind filesystem for what is no regular file; what the operating system gives.
func readSettings(file string) ([]byte, error) {
	text, err := files.ReadRegular(file, MostSettings)
	if errors.Is(err, files.ErrNotRegular) || errors.Is(err, syscall.EISDIR) {
		return nil, &domain.Error{Kind: domain.ErrFilesystem, Operation: "read settings", Target: file,
			Message: files.ErrNotRegular.Error(), Hint: "put a file of settings in its place, or remove it"}
	}
	return text, err
}

// parseConfig names every problem of a file's text with line and key at once.
func parseConfig(file string, text []byte) (config, error) {
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
		if what := c.set(key.Key(), values); what != "" {
			problem(key, what)
		}
	}
	if len(problems) == 0 {
		return c, nil
	}
	return c, &domain.Error{Kind: domain.ErrParse, Operation: "read config", Target: file,
		Message: fmt.Sprintf("not accepted; problems: %d", len(problems)), Cause: problems, Hint: "known keys: content, log"}
}

// parseKeys returns the keys of a text of TOML, each with its place, and their values.
// The decoder tells places of keys that it does not know alone, so it is asked to know none.
//
// Errors: [toml.DecodeError] for a text that is no TOML.
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

// set takes the value of a key, or says what is wrong with it.
func (c *config) set(key toml.Key, values map[string]any) (problem string) {
	name := strings.Join(key, ".")
	value, isText := values[name].(string)
	switch {
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
