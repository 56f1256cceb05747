package prices

import (
	"regexp"
	"slices"
	"strings"

	"github.com/clawable/claw/internal/lazy"
	"github.com/go-json-experiment/json/jsontext"
)

type rawProvider struct {
	ID     string     `json:"id"`
	Names  *condition `json:"model_match"`
	Models []rawModel `json:"models"`
}

type rawModel struct {
	ID     string         `json:"id"`
	Match  *condition     `json:"match"`
	Prices jsontext.Value `json:"prices"`
}

// provider is a seller of models; names matches the names of models that are its own, nil for none.
type provider struct {
	id     string
	names  *condition
	models []*Model
}

// ranked are the providers whose names agents record as they are; of a name that several sell the first counts.
var ranked = []string{"anthropic", "openai", "google", "x-ai", "deepseek", "moonshotai", "zai", "minimax", "mistral"}

func (p *provider) rank() int {
	if i := slices.Index(ranked, p.id); i >= 0 {
		return i
	}
	return len(ranked)
}

// add reads the models of a provider.
func (t *Table) add(raw *rawProvider) {
	p := provider{id: raw.ID}
	if raw.Names.compile() {
		p.names = raw.Names
	}
	for i := range raw.Models {
		r := &raw.Models[i]
		periods, ok := readPeriods(r.Prices)
		if !ok || !r.Match.compile() {
			t.Unread = append(t.Unread, raw.ID+"/"+r.ID)
			continue
		}
		p.models = append(p.models, &Model{Provider: raw.ID, ID: r.ID, match: r.Match, periods: periods, table: t.Date})
	}
	if len(p.models) > 0 {
		t.providers = append(t.providers, p)
	}
}

func (p *provider) model(name string) *Model {
	i := slices.IndexFunc(p.models, func(m *Model) bool { return m.match.match(name) })
	if i < 0 {
		return nil
	}
	return p.models[i]
}

// condition says which names are meant; one member is set.
type condition struct {
	Or         []condition `json:"or"`
	And        []condition `json:"and"`
	Equals     string      `json:"equals"`
	StartsWith string      `json:"starts_with"`
	EndsWith   string      `json:"ends_with"`
	Contains   string      `json:"contains"`
	Regex      string      `json:"regex"`
	pattern    *regexp.Regexp
}

// mostPattern bounds an expression.
const mostPattern = 1000

// compile makes a condition ready; false for one that says nothing or that is not known here.
func (c *condition) compile() bool {
	if c == nil {
		return false
	}
	switch {
	case len(c.Or) > 0 || len(c.And) > 0:
		for _, list := range [][]condition{c.Or, c.And} {
			for i := range list {
				if !list[i].compile() {
					return false
				}
			}
		}
		return true
	case c.Regex != "":
		if len(c.Regex) > mostPattern {
			return false
		}
		var err error
		c.pattern, err = regexp.Compile(c.Regex)
		return err == nil
	}
	for _, word := range []*string{&c.Equals, &c.StartsWith, &c.EndsWith, &c.Contains} {
		*word = strings.ToLower(*word)
	}
	return c.Equals+c.StartsWith+c.EndsWith+c.Contains != ""
}

// match takes a name in lower case.
func (c *condition) match(name string) bool {
	meets := func(of condition) bool { return of.match(name) }
	switch {
	case len(c.Or) > 0:
		return slices.ContainsFunc(c.Or, meets)
	case len(c.And) > 0:
		return !slices.ContainsFunc(c.And, func(of condition) bool { return !of.match(name) })
	case c.pattern != nil:
		return c.pattern.MatchString(name)
	case c.Equals != "":
		return name == c.Equals
	case c.StartsWith != "":
		return strings.HasPrefix(name, c.StartsWith)
	case c.EndsWith != "":
		return strings.HasSuffix(name, c.EndsWith)
	}
	return strings.Contains(name, c.Contains)
}

// dated finds the date at the end of a name.
var dated = lazy.Regexp{Expr: `-(20\d\d)(\d\d)(\d\d)$`}

// spellings returns a name as it is written, and as tables spell it.
func spellings(name string) []string {
	name = strings.ToLower(strings.TrimSpace(name))
	all := []string{name}
	bare, _, _ := strings.Cut(name[strings.LastIndexByte(name, '/')+1:], "[")
	for _, other := range []string{bare, dated.Get().ReplaceAllString(bare, "-$1-$2-$3")} {
		if other != "" && !slices.Contains(all, other) {
			all = append(all, other)
		}
	}
	return all
}
