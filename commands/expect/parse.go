package expect

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/profile"
	"github.com/clawable/claw/internal/tomllines"
)

// document is the text's shape.
type document struct {
	Version   int                      `toml:"version"`
	Name      string                   `toml:"name"`
	Revision  int                      `toml:"revision"`
	Wrote     []domain.WorkExpectation `toml:"wrote"`
	Tested    []domain.WorkExpectation `toml:"tested"`
	Committed []domain.WorkExpectation `toml:"committed"`
	Pushed    []domain.WorkExpectation `toml:"pushed"`
}

// Parse reads a profile, strict TOML:
//
//	version = 1                            # of this form
//	name = "team"
//	revision = 1                           # of the profile
//	wrote = ["writes"]                     # what a lane that wrote files has to show
//	tested = ["green:package"]             # one that ran tests
//	committed = ["writes", "pushed"]       # one that committed
//	pushed = ["pushed"]                    # one that pushed
//
// source names the text in errors.
//
// Errors: kind parse; Cause names every problem, with its line where it has one.
func Parse(source string, text []byte) (*domain.ExpectsProfile, error) {
	var doc document
	problems := decode(source, text, &doc)
	p := &domain.ExpectsProfile{Name: doc.Name, Revision: doc.Revision, Wrote: doc.Wrote, Tested: doc.Tested, Committed: doc.Committed, Pushed: doc.Pushed}
	if len(problems) == 0 {
		if doc.Version != 1 {
			problems = append(problems, placed(source, text, "version must be 1"))
		}
		for _, problem := range profile.Problems(p) {
			problems = append(problems, placed(source, text, problem))
		}
	}
	if len(problems) > 0 {
		return nil, &domain.Error{Kind: domain.ErrParse, Operation: "read profile", Target: source,
			Message: fmt.Sprintf("not accepted; problems: %d", len(problems)), Cause: problems,
			Hint: "mend the lines that are named"}
	}
	return p, nil
}

// decode reads the text, and returns why it is not of the shape.
func decode(source string, text []byte, doc *document) (problems []string) {
	err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(doc)
	var strict *toml.StrictMissingError
	var broken *toml.DecodeError
	switch {
	case errors.As(err, &strict):
		for _, e := range strict.Errors {
			line, _ := e.Position()
			problems = append(problems, fmt.Sprintf("%s:%d: unknown key %s", source, line, strings.Join(e.Key(), ".")))
		}
	case errors.As(err, &broken):
		line, _ := broken.Position()
		problems = append(problems, fmt.Sprintf("%s:%d: %s", source, line, strings.TrimPrefix(broken.Error(), "toml: ")))
	case err != nil:
		problems = append(problems, source+": "+err.Error())
	}
	return problems
}

// placed is a problem with the line of the key that it begins with.
func placed(source string, text []byte, problem string) string {
	key, _, _ := strings.Cut(problem, " ")
	return fmt.Sprintf("%s:%d: %s", source, max(1, tomllines.Of(text)[key]), problem)
}
