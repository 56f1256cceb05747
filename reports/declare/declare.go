package declare

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/tomllines"
	"github.com/clawable/claw/reports/view"
)

// ParseShapes reads the audiences that a consumer declares, strict TOML:
//
//	[[view]]
//	audience = "release_notes"                # not the name of a built-in audience
//	sections = ["lanes", "ships", "closure"]  # of Families; views list the others as left out
//	verbosity = "normal"                      # brief, normal (the default) or full
//	max_bytes = 4000                          # less urgent items are left out; the default is no limit
//	as = "roadmap_sync"                       # the audience that the redaction policy takes it for; itself by default
//
//	[view.fields]                             # members of items; a section that is not named has those of the verbosity
//	lanes = ["outcome", "title", "next"]
//
// source names the text in errors. The order of sections and members means nothing.
//
// Errors: kind parse; Cause names every problem with its line and key.
func ParseShapes(source string, text []byte) ([]view.Shape, error) {
	d := &declaring{lines: tomllines.Of(text)}
	all := d.shapes(text)
	return all, d.failed("read declared views", source, "no audience of this file is known")
}

// failed names every problem by its line, nil where there is none. until says what holds meanwhile.
func (d *declaring) failed(operation, source, until string) error {
	if len(d.problems) == 0 {
		return nil
	}
	slices.SortFunc(d.problems, func(a, b problem) int { return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.what, b.what)) })
	told := make([]string, len(d.problems))
	for i, p := range d.problems {
		told[i] = fmt.Sprintf("%s:%d: %s", source, p.line, p.what)
	}
	return &domain.Error{Kind: domain.ErrParse, Operation: operation, Target: source, Message: fmt.Sprintf("not accepted; problems: %d", len(told)),
		Cause: told, Hint: "mend the lines that are named; until then " + until}
}

// declaring collects what is wrong with a declaration.
type declaring struct {
	lines    map[string]int
	problems []problem
	at       string         // the table being read: "view[0]"
	consumer map[string]any // the table of that name; nil where the text may have none
}

// problem is what is wrong in a line, counted from 1.
type problem struct {
	line int
	what string
}

// problem reports a problem with a key of the table being read, or with the table where it has none.
func (d *declaring) problem(key, what string) {
	line, ok := d.lines[d.at+"."+key]
	if !ok {
		line = d.lines[d.at]
	}
	d.problems = append(d.problems, problem{max(line, 1), key + " " + what})
}

func (d *declaring) shapes(text []byte) (all []view.Shape) {
	var doc map[string]any
	var broken *toml.DecodeError
	switch err := toml.Unmarshal(text, &doc); {
	case errors.As(err, &broken):
		line, _ := broken.Position()
		d.problems = append(d.problems, problem{line, strings.TrimPrefix(broken.Error(), "toml: ")})
		return nil
	case err != nil:
		d.problems = append(d.problems, problem{1, err.Error()})
		return nil
	}
	for _, key := range slices.Sorted(maps.Keys(doc)) {
		if key != "view" && (key != "consumer" || d.consumer == nil) {
			d.problems = append(d.problems, problem{max(d.lines[key], 1), key + " is unknown: the tables are [[view]]"})
		}
	}
	if table, ok := doc["consumer"].(map[string]any); ok && d.consumer != nil {
		d.consumer = table
	}
	tables, ok := doc["view"].([]any)
	if !ok && doc["view"] != nil {
		d.problems = append(d.problems, problem{max(d.lines["view"], 1), "view must be tables: [[view]]"})
	}
	for i, one := range tables {
		d.at = fmt.Sprintf("view[%d]", i)
		table, _ := one.(map[string]any)
		s := d.shape(table)
		if slices.ContainsFunc(all, func(o view.Shape) bool { return o.Audience == s.Audience && s.Audience != "" }) {
			d.problem("audience", "stands twice: "+s.Audience)
		}
		all = append(all, s)
	}
	return all
}

// isPlainName reports whether the bytes of every format can contain a name unescaped: letters and
// digits of ASCII and, behind the first, dots, underscores and hyphens.
// A regular expression with a count would compile 64 copies of a class at the start of each program.
func isPlainName(name string) bool {
	for i, c := range []byte(name) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		case i > 0 && (c == '.' || c == '_' || c == '-'):
		default:
			return false
		}
	}
	return name != ""
}

// longestAudience is in bytes.
const longestAudience = 64

// shape reads one table.
func (d *declaring) shape(table map[string]any) view.Shape {
	s := view.Shape{Verbosity: view.Normal, Declared: true}
	for _, key := range slices.Sorted(maps.Keys(table)) {
		d.take(&s, key, table[key])
	}
	if table["audience"] == nil {
		d.problem("audience", "is missing")
	}
	if table["sections"] == nil {
		d.problem("sections", "is missing: some of "+strings.Join(view.Families(), ", "))
		return s
	}
	for _, section := range slices.Sorted(maps.Keys(s.Fields)) {
		if !slices.Contains(s.Sections, section) {
			d.problem("fields."+section, "is of a section that the view does not have")
		}
	}
	return s
}

// take reads one key of a table.
func (d *declaring) take(s *view.Shape, key string, value any) {
	switch key {
	case "audience":
		if s.Audience = d.name(key, value); slices.Contains(view.Audiences(), s.Audience) {
			d.problem(key, "is one that claw knows: "+s.Audience)
		}
	case "as":
		s.As = d.name(key, value)
	case "verbosity":
		text, _ := value.(string)
		if s.Verbosity = view.Verbosity(text); !slices.Contains(s.Verbosity.Enum(), text) {
			d.problem(key, fmt.Sprintf("= %v must be one of %s", value, strings.Join(s.Verbosity.Enum(), ", ")))
		}
	case "max_bytes":
		number, ok := value.(int64)
		if s.MaxBytes = int(number); !ok || number < 1 {
			d.problem(key, "must be a number of bytes, from 1")
		}
	case "sections":
		s.Sections = d.words(key, value, view.Families())
	case "fields":
		s.Fields = d.fields(value)
	default:
		d.problem(key, "is unknown")
	}
}

// name reads the name of an audience.
func (d *declaring) name(key string, value any) string {
	text, _ := value.(string)
	if len(text) > longestAudience || !isPlainName(text) {
		d.problem(key, "must be at most 64 letters, digits, dots, dashes and underscores, a letter or digit first")
	}
	return text
}

// words reads a list of words, each one of those that there are; it is sorted, each once.
func (d *declaring) words(key string, value any, there []string) []string {
	list, ok := value.([]any)
	if !ok || len(list) == 0 {
		d.problem(key, "must be a list of texts in quotes, not an empty one")
		return nil
	}
	var words []string
	for _, one := range list {
		word, _ := one.(string)
		if !slices.Contains(there, word) {
			d.problem(key, fmt.Sprintf("= %v must be of %s", one, strings.Join(there, ", ")))
		}
		words = append(words, word)
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// fields reads which members of items a view has.
func (d *declaring) fields(value any) map[string][]string {
	table, ok := value.(map[string]any)
	if !ok {
		d.problem("fields", `must be a table: lanes = ["outcome", "title"]`)
	}
	fields, schema := map[string][]string{}, view.Schema()
	for _, section := range slices.Sorted(maps.Keys(table)) {
		members := slices.DeleteFunc(schema.MembersOf(view.ItemsAt(section)), func(name string) bool { return strings.HasPrefix(name, "{") || name == "*" })
		if !slices.Contains(view.Families(), section) || section == "concrete_delta" || len(members) == 0 {
			d.problem("fields."+section, "is no section with items that have members")
			continue
		}
		fields[section] = d.words("fields."+section, table[section], members)
	}
	return fields
}
