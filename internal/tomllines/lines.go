// Package tomllines finds the lines of the keys of a TOML text, for messages about them. It does not
// judge the text.
package tomllines

import (
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// Of returns the line of each key, counted from 1: "version", "rule[0]",
// "rule[0].decision". A text that is not TOML has those before its first error.
func Of(text []byte) map[string]int {
	lines := map[string]int{}
	p := &unstable.Parser{}
	p.Reset(text)
	prefix, counts := "", map[string]int{}
	for p.NextExpression() {
		e := p.Expression()
		name := keyOf(e)
		line := lineOf(p, e)
		if e.Kind == unstable.KeyValue {
			lines[prefix+name] = line
			continue
		}
		key := name
		if first, rest, inside := strings.Cut(name, "."); inside && counts[first] > 0 { // [rule.env] belongs to the last rule
			key = fmt.Sprintf("%s[%d].%s", first, counts[first]-1, rest)
		}
		if e.Kind == unstable.ArrayTable {
			key = fmt.Sprintf("%s[%d]", name, counts[name])
			counts[name]++
		}
		lines[key], prefix = line, key+"."
	}
	return lines
}

func keyOf(e *unstable.Node) string {
	var parts []string
	for it := e.Key(); it.Next(); {
		parts = append(parts, string(it.Node().Data))
	}
	return strings.Join(parts, ".")
}

func lineOf(p *unstable.Parser, e *unstable.Node) int {
	it := e.Key()
	if !it.Next() {
		return 0
	}
	return p.Shape(it.Node().Raw).Start.Line
}
