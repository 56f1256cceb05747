package scrub

import (
	"bytes"
	"fmt"
	"go/format"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

const defaultReach = 512

// escapes are what a text contains in which JSON escapes may hide characters of a secret.
var escapes = []string{`\u002`, `\u003`, `\u004`, `\u005`, `\u006`, `\u007`, `\/`}

// Tables returns the content of tables.go and of keywords.table for the text of a rule file.
func Tables(text string) (source, table []byte, err error) {
	var file struct {
		Rule  []*rule
		Words map[string][]string
	}
	if err := toml.NewDecoder(strings.NewReader(text)).DisallowUnknownFields().Decode(&file); err != nil {
		return nil, nil, fmt.Errorf("read the scrubber's rules: %w", err)
	}
	w := &words{numbers: map[string]int{}}
	for i, r := range file.Rule {
		r.order = i
		if r.Reach == 0 {
			r.Reach = defaultReach
		}
		r.startsAtKeyword = r.Regex != "" && r.Back == 0 && regexp.MustCompile(r.Regex).NumSubexp() == 0
		for _, word := range r.Keywords {
			exact := word
			if r.Fold {
				exact = ""
			}
			w.add(word, fmt.Sprintf("{rule: &rules[%d], exact: %q}", i, exact))
		}
	}
	for _, word := range escapes {
		w.add(word, "{}")
	}
	k := layKeywords(w.folded)
	source, err = format.Source(append(tablesSource(file.Rule, w, k), wordsSource(file.Words)...))
	return source, k.next, err
}

// words are the different keywords, and what is tried at each: attempts as Go says them.
type words struct {
	folded  []string
	tried   [][]string
	numbers map[string]int
}

func (w *words) add(word, attempt string) {
	folded := strings.ToLower(word)
	n, known := w.numbers[folded]
	if !known {
		n = len(w.folded)
		w.numbers[folded] = n
		w.folded, w.tried = append(w.folded, folded), append(w.tried, nil)
	}
	w.tried[n] = append(w.tried[n], attempt)
}

func tablesSource(rules []*rule, w *words, k *keywords) []byte {
	var b bytes.Buffer
	b.WriteString("// Code generated from rules.toml by go generate; DO NOT EDIT.\n\npackage scrub\n\n")
	fmt.Fprintf(&b, "var rules = [%d]rule{\n", len(rules))
	for _, r := range rules {
		b.WriteString(r.source())
	}
	b.WriteString("}\n\n// tried is what is tried at each word.\n")
	fmt.Fprintf(&b, "var tried = [%d][]attempt{\n", len(w.tried))
	for i, tries := range w.tried {
		fmt.Fprintf(&b, "{%s}, // %s\n", strings.Join(tries, ", "), w.folded[i])
	}
	b.WriteString("}\n\n// lengths are those of the words.\n")
	fmt.Fprintf(&b, "var lengths = [...]int{%s}\n\n", list(k.length))
	b.WriteString("// ends are the words that end at each state from firstEnding on.\n")
	fmt.Fprintf(&b, "const firstEnding = %d\n\nvar ends = [%d][]int{\n", k.ending, len(k.ends))
	for _, ends := range k.ends {
		fmt.Fprintf(&b, "{%s},\n", list(ends))
	}
	b.WriteString("}\n\nvar cells = [256]uint8{\n")
	for c, cell := range k.cell {
		if cell != 0 {
			fmt.Fprintf(&b, "%q: %d,\n", rune(c), cell)
		}
	}
	b.WriteString("}\n")
	return b.Bytes()
}

// wordsSource is the lists of words, sorted, but for those of which the first that fits counts.
func wordsSource(lists map[string][]string) []byte {
	var b bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(lists)) {
		words := slices.Clone(lists[name])
		slices.Sort(words)
		fmt.Fprintf(&b, "\nvar %s = [...]string{\n", variable(name))
		for _, w := range slices.Compact(words) {
			fmt.Fprintf(&b, "%q,\n", w)
		}
		b.WriteString("}\n")
	}
	return b.Bytes()
}

// variable is a name of the rule file as Go writes it.
func variable(name string) string {
	first, rest, ok := strings.Cut(name, "_")
	if !ok {
		return first
	}
	return first + strings.ToUpper(rest[:1]) + rest[1:]
}

// source is the rule as a Go literal without what is empty.
func (r *rule) source() string {
	var b strings.Builder
	b.WriteString("{\n")
	say := func(field string, there bool, value any) {
		if there {
			fmt.Fprintf(&b, "%s: %#v,\n", field, value)
		}
	}
	say("ID", true, r.ID)
	say("Family", true, r.Family)
	say("What", true, r.What)
	say("Keywords", len(r.Keywords) > 0, r.Keywords)
	say("Fold", r.Fold, r.Fold)
	say("Back", r.Back != 0, r.Back)
	say("Reach", true, r.Reach)
	say("Program", r.Program, r.Program)
	say("Dot", r.Dot != 0, r.Dot)
	say("Edge", r.Edge != "", r.Edge)
	say("Regex", r.Regex != "", r.Regex)
	say("Style", r.Style != "", r.Style)
	say("Form", r.Form != "", r.Form)
	say("Name", r.Name != "", r.Name)
	say("Value", r.Value != "", r.Value)
	say("Checks", len(r.Checks) > 0, r.Checks)
	say("order", r.order != 0, r.order)
	say("startsAtKeyword", r.startsAtKeyword, r.startsAtKeyword)
	b.WriteString("},\n")
	return b.String()
}

func list(numbers []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(numbers), " ", ", "), "[]")
}
