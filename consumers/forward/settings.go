package forward

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/cockroachdb/errors"
	"github.com/pelletier/go-toml/v2"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/tomllines"
	"github.com/clawable/claw/producers"
)

// Setting is one [[forward]] of the settings of a person: a team's log to which the machine's own goes, and
// what may leave.
type Setting struct {
	Name           string   `toml:"name"`
	To             string   `toml:"to"` // https://HOST:PORT of a server, or esdb:// of a store
	TokenFile      string   `toml:"token_file"`
	CAFile         string   `toml:"ca_file"`
	Content        string   `toml:"content"`
	Repos          []string `toml:"repos"`
	MaxSensitivity string   `toml:"max_sensitivity"`
	Rate           float64  `toml:"rate"` // events a second; 0: any number
}

// Ceilings are the classes up to which events may leave.
func Ceilings() []string {
	return []string{string(domain.SensitivityInternal), string(domain.SensitivityOperatorOnly), string(domain.SensitivitySecret)}
}

// ParseSettings reads the [[forward]] tables of a user's settings, strict TOML; other keys are ignored.
// source names the text in errors; home is the folder that replaces ~/.
//
// Errors: kind parse; Cause names every problem with line and key.
func ParseSettings(source, home string, text []byte) ([]Setting, error) {
	var doc struct {
		Forward            []Setting `toml:"forward"`
		Log, Content, Sink any
	}
	p := problems{source: source, lines: tomllines.Of(text)}
	decoder := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields()
	err := decoder.Decode(&doc)
	var unknown *toml.StrictMissingError
	var broken *toml.DecodeError
	switch {
	case errors.As(err, &unknown):
		for i := range unknown.Errors {
			line, _ := unknown.Errors[i].Position()
			p.add(line, "unknown key "+strings.Join(unknown.Errors[i].Key(), "."))
		}
	case errors.As(err, &broken):
		line, _ := broken.Position()
		p.add(line, strings.TrimPrefix(broken.Error(), "toml: "))
		doc.Forward = nil
	case err != nil:
		p.add(1, err.Error())
	}
	names := map[string]bool{}
	for i := range doc.Forward {
		s := &doc.Forward[i]
		p.at = fmt.Sprintf("forward[%d]", i)
		p.check(s, home)
		if p.of("name", s.Name != "" && names[s.Name], "stands twice: "+s.Name); s.Content == "" {
			s.Content = string(producers.ContentFull)
		}
		names[s.Name] = true
	}
	if len(p.all) > 0 {
		return nil, &domain.Error{Kind: domain.ErrParse, Operation: "read forwards", Target: source, Message: fmt.Sprintf("not accepted; problems: %d", len(p.all)),
			Cause: p.all, Hint: "mend the lines that are named; until then nothing is forwarded"}
	}
	return doc.Forward, nil
}

// problems collects what is wrong.
type problems struct {
	source, at string // at is the table being read
	lines      map[string]int
	all        []string
}

func (p *problems) add(line int, what string) {
	p.all = append(p.all, fmt.Sprintf("%s:%d: %s", p.source, line, what))
}

// of adds a problem with a key of the table being read, where there is one.
func (p *problems) of(key string, wrong bool, what string) {
	if !wrong {
		return
	}
	line, is := p.lines[p.at+"."+key]
	if !is {
		line = p.lines[p.at]
	}
	p.add(line, key+" "+what)
}

// nameForm is the form of names.
var nameForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// check checks a table, and makes its paths independent of the working folder.
func (p *problems) check(s *Setting, home string) {
	p.of("name", !nameForm.MatchString(s.Name), "must be at most 64 letters, digits, dots, dashes and underscores, a letter or digit first")
	p.of("to", s.To == "", "is missing: https://HOST:PORT of the team's server, or esdb:// of its store")
	isStore := strings.HasPrefix(s.To, "esdb")
	p.of("token_file", s.TokenFile == "" && !isStore, "is missing: the file with the secret of the token")
	p.of("token_file", s.TokenFile != "" && isStore, "does not belong to a store: its URL names passwordFile")
	p.of("content", s.Content != "" && !slices.Contains(producers.Content("").Enum(), s.Content), "must be one of "+strings.Join(producers.Content("").Enum(), ", "))
	p.of("max_sensitivity", s.MaxSensitivity != "" && !slices.Contains(Ceilings(), s.MaxSensitivity), "must be one of "+strings.Join(Ceilings(), ", "))
	p.of("rate", s.Rate < 0, "is negative")
	for key, path := range map[string]*string{"token_file": &s.TokenFile, "ca_file": &s.CAFile} {
		if rest, ok := strings.CutPrefix(*path, "~/"); ok && home != "" {
			*path = filepath.Join(home, rest)
		}
		p.of(key, *path != "" && !filepath.IsAbs(*path), "must be an absolute path, or begin with ~/")
	}
}
