package sink

import (
	"cmp"
	"fmt"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/internal/tomllines"
	"github.com/clawable/claw/projections/store/selection"
	reportview "github.com/clawable/claw/reports/view"
)

// Parse reads the sinks of a user's settings, strict TOML; keys other than sink are ignored. source names
// the text in errors; home is the folder that replaces ~/; declared are audiences in addition to those of
// claw.
//
// Errors: kind parse; Cause names every problem with line and key.
func Parse(source, home string, text []byte, declared ...string) ([]Config, error) {
	p := parser{source: source, home: home, audiences: append(reportview.Audiences(), declared...), lines: tomllines.Of(text), mistyped: map[string]bool{}}
	all := p.sinks(p.tables(text))
	if len(p.problems) > 0 {
		return nil, &domain.Error{Kind: domain.ErrParse, Operation: "read sinks", Target: source, Message: fmt.Sprintf("not accepted; problems: %d", len(p.problems)),
			Cause: p.told(), Hint: "mend the lines that are named; until then no sink is sent to"}
	}
	return all, nil
}

// parser collects what is wrong.
type parser struct {
	source, home string
	audiences    []string
	lines        map[string]int
	problems     []problem
	mistyped     map[string]bool // keys whose value has another type: no further problem is reported for them
	at           string          // the table being read, "sink[0]"
}

// problem is what is wrong in a line of the settings, counted from 1.
type problem struct {
	line int
	what string
}

// told returns the problems in the order of the lines, as errors name them.
func (p *parser) told() (all []string) {
	slices.SortFunc(p.problems, func(a, b problem) int { return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.what, b.what)) })
	for _, one := range p.problems {
		all = append(all, fmt.Sprintf("%s:%d: %s", p.source, one.line, one.what))
	}
	return all
}

func (p *parser) problemAt(line int, what string) {
	p.problems = append(p.problems, problem{line, what})
}

// problem reports a problem with a key of the table being read.
func (p *parser) problem(key, what string) {
	if p.mistyped[p.at+"."+key] {
		return
	}
	line, ok := p.lines[p.at+"."+key]
	if !ok {
		line = p.lines[p.at]
	}
	p.problemAt(line, key+" "+what)
}

func (p *parser) sinks(tables []table) (all []Config) {
	names, paths := map[string]bool{}, map[string]bool{}
	for i := range tables {
		p.at = fmt.Sprintf("sink[%d]", i)
		c := p.sink(&tables[i])
		if names[c.Name] && c.Name != "" {
			p.problem("name", "stands twice: "+c.Name)
		}
		if paths[c.Path] && c.Path != "" {
			p.problem("path", "is that of another sink")
		}
		names[c.Name], paths[c.Path] = true, true
		all = append(all, c)
	}
	return all
}

// nameForm is the form of names, which become names of files.
var nameForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

func (p *parser) sink(t *table) Config {
	c := Config{Name: t.Name, Kind: Kind(t.Kind), URL: t.URL, Path: p.path("path", t.Path), Argv: t.Argv, SecretFile: p.path("secret_file", t.SecretFile), SecretEnv: t.SecretEnv,
		Brokers: t.Brokers, Topic: t.Topic, Subject: t.Subject, SASL: SASL(t.SASL), TLS: t.TLS, TLSCA: p.path("tls_ca", t.TLSCA), TLSCert: p.path("tls_cert", t.TLSCert), TLSKey: p.path("tls_key", t.TLSKey),
		Template: Template(t.Template), Mode: Mode(t.Mode), Timeout: p.timeout(t.Timeout), FromStart: t.From == "start", Audience: t.Audience, Line: p.lines[p.at],
		Filter: selection.Filter{Owner: t.Owner, Workflow: t.Workflow, Repo: t.Repo, Branch: t.Branch, Agent: t.Agent, Actionable: t.Actionable,
			Lane: domain.LaneID(strings.TrimPrefix(t.Lane, "lane-"))}}
	if !nameForm.MatchString(t.Name) {
		p.problem("name", "must be at most 64 letters, digits, dots, dashes and underscores, a letter or digit first")
	}
	p.oneOf("from", t.From, []string{"", "now", "start"})
	if c.Audience == "" {
		c.Audience = DefaultAudience
	}
	p.oneOf("audience", c.Audience, p.audiences)
	for _, o := range t.Outcomes {
		p.oneOf("outcomes", o, lane.Result("").Enum())
		c.Outcomes = append(c.Outcomes, lane.Result(o))
	}
	if _, err := c.Filter.Lane.Stream(); t.Lane != "" && err != nil {
		p.problem("lane", "is no whole id of a lane")
	}
	p.ofKind(&c)
	return c
}

func (p *parser) oneOf(key, value string, values []string) {
	if !slices.Contains(values, value) {
		p.problem(key, fmt.Sprintf("= %q must be one of %s", value, strings.Trim(strings.Join(values, ", "), ", ")))
	}
}

// path makes a path independent of the working folder.
func (p *parser) path(key, text string) string {
	if rest, ok := strings.CutPrefix(text, "~/"); ok && p.home != "" {
		text = filepath.Join(p.home, rest)
	}
	if text != "" && !filepath.IsAbs(text) {
		p.problem(key, "must be an absolute path, or begin with ~/")
	}
	return text
}

func (p *parser) timeout(text string) time.Duration {
	if text == "" {
		return DefaultTimeout
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 || d > time.Hour {
		p.problem("timeout", `must be a time of at most an hour, such as "10s"`)
	}
	return d
}

// wantedWords describes which outcomes are selected.
func wantedWords(f selection.Filter, outcomes []lane.Result) string {
	sorted := slices.Clone(outcomes)
	slices.Sort(sorted)
	return fmt.Sprintf("%+v %q", f, slices.Compact(sorted))
}

// shownURL is the scheme and the host of a URL.
func shownURL(text string) string {
	u, err := url.Parse(text)
	if err != nil {
		return "a URL"
	}
	return u.Scheme + "://" + u.Host
}
