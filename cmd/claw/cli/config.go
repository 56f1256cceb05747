package cli

import (
	"fmt"
	"os"
	"strconv"

	"github.com/cockroachdb/errors"
	"github.com/pelletier/go-toml/v2"

	"github.com/clawable/claw/domain"
)

// config is a configuration file: strict TOML, unknown keys are refused.
type config struct {
	Log string `toml:"log"` // sqlite:PATH or a path, relative to the project
}

// readConfig reads a file and names every problem with line and key at once.
func readConfig(file string) (config, error) {
	var c config
	f, err := os.Open(file)
	if err != nil {
		return c, err
	}
	defer f.Close()
	err = toml.NewDecoder(f).DisallowUnknownFields().Decode(&c)
	if err == nil {
		return c, nil
	}
	e := &domain.Error{Kind: domain.ErrParse, Operation: "read config", Target: file, Message: err.Error(),
		Hint: "known keys: log"}
	var strict *toml.StrictMissingError
	var syntax *toml.DecodeError
	switch {
	case errors.As(err, &strict):
		e.Message = fmt.Sprintf("%d unknown keys", len(strict.Errors))
		for _, problem := range strict.Errors {
			line, _ := problem.Position()
			e.Cause = append(e.Cause, fmt.Sprintf("%s:%d: unknown key %v", file, line, problem.Key()))
		}
	case errors.As(err, &syntax):
		line, _ := syntax.Position()
		e.Cause = append(e.Cause, fmt.Sprintf("%s:%d: %s", file, line, syntax.Error()))
		e.Message = "not accepted"
	}
	return c, e
}

func quote(s string) string { return strconv.Quote(s) }
