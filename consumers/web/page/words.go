package page

import (
	"fmt"
	"html/template"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/clawable/claw/domain/money"
	"github.com/clawable/claw/internal/visible"
)

// functions are what templates call. Each text of others goes through line or lines.
func functions() template.FuncMap {
	return template.FuncMap{
		"line": line, "lines": lines, "ago": ago, "when": when, "clock": clock, "cost": costText, "short": short, "base": base,
		"took": took, "human": human, "number": number, "query": with, "tab": tabOf, "tone": tone, "fold": fold, "command": command, "sum": sum, "pieces": pieces, "periods": periods, "style": inside, "allows": fileAllows, "count": func(n int, what string) string {
			if n == 1 {
				return "1 " + what
			}
			if stem, ok := strings.CutSuffix(what, "y"); ok {
				what = stem + "ie"
			}
			return number(n) + " " + what + "s"
		},
	}
}

// mostLine bounds a text that is shown in one line, in characters.
const mostLine = 240

// line returns a text of others in one line: invisible characters are written as code points, and a long
// text is cut.
func line(s string) string {
	s, cut := bounded(s)
	return visible.Printable(strings.Join(strings.Fields(strings.ToValidUTF8(s, "\uFFFD")), " ")) + cut
}

// bounded returns the beginning of a text that is too long for a line, and the sign that there is more.
func bounded(s string) (text, cut string) {
	if r := []rune(s[:min(len(s), 4*mostLine)]); len(r) > mostLine || len(s) > 4*mostLine {
		return string(r[:min(len(r), mostLine)]), "…"
	}
	return s, ""
}

// lines is a text of others, line by line.
func lines(s string) string {
	all := strings.Split(strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\r\n", "\n"), "\n")
	for i := range all {
		all[i] = visible.Printable(strings.ReplaceAll(all[i], "\t", "    "))
	}
	return strings.Join(all, "\n")
}

// ago is how long before now a time was.
func ago(now time.Time, t moment) string {
	if t.IsZero() {
		return "?"
	}
	d := now.Sub(t.Time)
	switch {
	case d < -time.Minute:
		return "future"
	case d < time.Minute:
		return "now"
	case d < time.Hour:
		return fmt.Sprintf("%dm ago", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%dh ago", int(d.Hours()))
	}
	if d < 365*24*time.Hour {
		return fmt.Sprintf("%dd ago", int(d.Hours()/24))
	}
	return t.Local().Format(time.DateOnly)
}

// number is a whole number with a comma between thousands.
func number(n any) string {
	digits := fmt.Sprint(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// when returns a time for programs, and for users that point at an age.
func when(t moment) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// clock is a time of day, local.
func clock(t moment) string {
	if t.IsZero() {
		return ""
	}
	return t.Local().Format("2006-01-02 15:04:05")
}

// costText is a cost: ? where nothing of it has a price, and with + where some has none.
func costText(c *cost) string {
	switch {
	case c == nil || c.Sum == 0 && c.Unpriced == 0:
		return ""
	case c.Sum == 0:
		return "?"
	case c.Unpriced > 0:
		return dollars(c.Sum) + "+"
	}
	return dollars(c.Sum)
}

// dollars is an amount with a comma between thousands.
func dollars(sum money.NanoUSD) string {
	whole, cents, _ := strings.Cut(strings.TrimPrefix(sum.String(), "$"), ".")
	return "$" + number(whole) + "." + cents
}

// derivedZeros begins every derived ULID: its time is 0, and it is never typed.
const derivedZeros = "0000000000"

// short returns as much of an id as distinguishes things and a person types: the begin of a commit, or
// of a ULID, which begins with a time where it is not derived.
func short(id string) string {
	if _, rest, found := strings.Cut(id, "-"); found && len(rest) == 26 {
		id = rest
	}
	length := 10
	if derived, is := strings.CutPrefix(id, derivedZeros); is {
		id, length = derived, 8
	} else if len(id) == 26 {
		length = 14
	}
	return line(id[:min(len(id), length)])
}

func base(s string) string { return strings.TrimSuffix(path.Base(s), ".git") }

func took(ms int64) string { return (time.Duration(ms) * time.Millisecond).String() }

// human is a word of a closed list as people read it.
func human(s string) string { return line(strings.ReplaceAll(s, "_", " ")) }

// with is a query with one parameter set or, for "", left out.
func with(q url.Values, name, value string) string {
	other := url.Values{}
	for n, v := range q {
		if n != "cursor" {
			other[n] = v
		}
	}
	other.Del(name)
	if value != "" {
		other.Set(name, value)
	}
	return "?" + other.Encode()
}

// tab is a page in the head of each page.
type tab struct {
	Href, Name string
	Here       bool
}

func tabOf(path, href, name string) tab {
	return tab{href, name, path == href || href != "/" && strings.HasPrefix(path, href+"/") || href == "/" && strings.HasPrefix(path, "/lanes/")}
}

// period is a time up to now that people ask for.
type period struct{ Name, Since string }

func periods() []period {
	return []period{{"ever", ""}, {"last day", "24h"}, {"last week", "7d"}, {"last month", "30d"}}
}

// tone returns the colour of an outcome or a status; the word is shown beside it.
func tone(s string) string {
	switch s {
	case "failed", "denied", "revoked", "hung", "void":
		return "bad"
	case "finished", "green", "completed", "granted", "consumed":
		return "good"
	case "none", "unknown", "canceled", "expired":
		return "dim"
	}
	return "mild"
}

// fold reports whether a text is too long to be shown unfolded.
func fold(s string) bool { return len(s) > 1200 || strings.Count(s, "\n") > 14 }

// sum adds counts.
func sum(of map[string]int) (n int) {
	for _, one := range of {
		n += one
	}
	return n
}

// command is a command line as a shell would take it.
func command(argv []string) string {
	words := make([]string, len(argv))
	for i, arg := range argv {
		words[i] = arg
		quoted, hides := visible.QuotedArgument(arg)
		switch {
		case hides:
			words[i] = quoted
		case arg == "" || strings.ContainsAny(arg, " \t\n'\"$`\\|&;<>()*?[]{}#~!"):
			words[i] = "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}
