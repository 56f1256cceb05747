package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// config is a configuration file: strict TOML, unknown keys are refused.
type config struct {
	Log     string            `toml:"log"`     // sqlite:PATH or a path, relative to the project
	Content producers.Content `toml:"content"` // how much import and hook store of conversations
}

// readConfig reads a file of settings; see [parseConfig].
func readConfig(file string) (config, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return config{}, err
	}
	return parseConfig(file, text)
}

// parseConfig names every problem of a file's text with line and key at once.
func parseConfig(file string, text []byte) (config, error) {
	var problems []string
	problem := func(at toml.DecodeError, what string) {
		line, _ := at.Position()
		problems = append(problems, fmt.Sprintf("%s:%d: %s", file, line, what))
	}
	var keys struct {
		Log     any `toml:"log"`
		Content any `toml:"content"`
	}
	var c config
	err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(&keys)
	var strict *toml.StrictMissingError
	var broken *toml.DecodeError
	switch {
	case errors.As(err, &strict):
		for _, unknown := range strict.Errors {
			problem(unknown, "unknown key "+strings.Join(unknown.Key(), "."))
		}
	case errors.As(err, &broken):
		problem(*broken, broken.Error())
	case err != nil:
		return c, err
	}
	if broken == nil && errors.As(toml.Unmarshal(text, &c), &broken) {
		problem(*broken, strings.Join(broken.Key(), ".")+" must be a text")
	}
	if c.Content != "" && !slices.Contains(c.Content.Enum(), string(c.Content)) {
		problems = append(problems, file+": content = "+quote(string(c.Content))+" must be one of "+joinWords(c.Content.Enum()))
	}
	if len(problems) == 0 {
		return c, nil
	}
	return c, &domain.Error{Kind: domain.ErrParse, Operation: "read config", Target: file,
		Message: fmt.Sprintf("not accepted; problems: %d", len(problems)), Cause: problems, Hint: "known keys: content, log"}
}

func quote(s string) string { return strconv.Quote(s) }
