package declare

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/tomllines"
	"github.com/clawable/claw/reports/view"
)

// IsConsumerName reports whether a text has the form of a name of a consumer: that of an audience,
// without dots, so that it is no name of a file.
func IsConsumerName(text string) bool {
	return len(text) <= longestAudience && isPlainName(text) && !strings.Contains(text, ".")
}

// ParseConsumer reads what a consumer advertises, and the audiences that it declares, strict TOML:
//
//	[consumer]
//	name = "ops-bot"              # letters, digits, dashes and underscores
//	version = "2.1"               # its own
//	schema_versions = ["1.0"]     # of reports, that it understands
//	families = ["lanes"]          # the sections that it understands; default: all. Unknown ones are reported, not refused
//	max_sensitivity = "internal"  # the greatest class that it may hold; default: what the policy lets it see
//	max_bytes = 4000              # of a view; default: any
//	audience = "delta_brief"      # default: human_readable
//	format = "json"               # the default
//	verbosity = "normal"          # the most that it wants; default: full
//	unknown_version = "degrade"   # or "reject", the default
//
// and [[view]] tables as [ParseShapes] reads them. source names the text in errors.
//
// Errors: kind parse; Cause names every problem with its line and key.
func ParseConsumer(source string, text []byte) (p domain.ReportConsumerAdvertised, declared []view.Shape, err error) {
	d := &declaring{lines: tomllines.Of(text), consumer: map[string]any{}}
	declared = d.shapes(text)
	d.at = "consumer"
	for _, key := range slices.Sorted(maps.Keys(d.consumer)) {
		d.advertised(&p, key, d.consumer[key])
	}
	for _, key := range []string{"name", "schema_versions"} {
		if d.consumer[key] == nil {
			d.problem(key, "is missing in the table [consumer]")
		}
	}
	if p.Audience != "" && !slices.Contains(view.Audiences(declared...), p.Audience) {
		d.problem("audience", "is none: "+strings.Join(view.Audiences(declared...), ", "))
	}
	return p, declared, d.failed("read consumer", source, "nothing is known of this consumer")
}

// advertised reads one key of the table.
func (d *declaring) advertised(p *domain.ReportConsumerAdvertised, key string, value any) {
	switch key {
	case "name":
		if p.Consumer, _ = value.(string); !IsConsumerName(p.Consumer) {
			d.problem(key, "must be at most 64 letters, digits, dashes and underscores, a letter or digit first")
		}
	case "version":
		if p.Version, _ = value.(string); p.Version == "" {
			d.problem(key, "must be a text in quotes")
		}
	case "schema_versions":
		p.SchemaVersions = d.texts(key, value, view.IsVersion, `versions such as "1.0"`)
	case "families":
		p.Families = d.texts(key, value, isPlainName, "names of sections")
	case "max_bytes":
		number, ok := value.(int64)
		if p.MaxBytes = int(number); !ok || number < 1 {
			d.problem(key, "must be a number of bytes, from 1")
		}
	case "audience":
		p.Audience = d.name(key, value)
	case "max_sensitivity":
		p.MaxSensitivity = domain.Sensitivity(d.oneOf(key, value, p.MaxSensitivity.Enum()))
	case "format":
		p.Format = d.oneOf(key, value, view.JSON.Enum())
	case "verbosity":
		p.Verbosity = d.oneOf(key, value, view.Full.Enum())
	case "unknown_version":
		p.UnknownVersion = domain.UnknownVersion(d.oneOf(key, value, p.UnknownVersion.Enum()))
	default:
		d.problem(key, "is unknown")
	}
}

// texts reads a list of texts of a form; it is sorted, each once.
func (d *declaring) texts(key string, value any, fits func(string) bool, what string) (texts []string) {
	list, _ := value.([]any)
	for _, one := range list {
		text, _ := one.(string)
		if !fits(text) {
			d.problem(key, fmt.Sprintf("= %v must be %s", one, what))
		}
		texts = append(texts, text)
	}
	if len(texts) == 0 {
		d.problem(key, "must be a list of texts in quotes, not an empty one")
	}
	slices.Sort(texts)
	return slices.Compact(texts)
}

// oneOf reads one of a list of words.
func (d *declaring) oneOf(key string, value any, there []string) string {
	word, _ := value.(string)
	if !slices.Contains(there, word) {
		d.problem(key, fmt.Sprintf("= %v must be one of %s", value, strings.Join(there, ", ")))
	}
	return word
}
