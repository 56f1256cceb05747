package mcp

import (
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/cockroachdb/errors"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/internal/visible"
)

// Budget is how many tokens an answer has at most, with its frame. A token is counted as three bytes,
// which is less than what tokenizers make of the JSON of English text.
const Budget = 6000

const (
	bytesPerToken = 3
	frameBytes    = 1500
	budgetBytes   = Budget*bytesPerToken - frameBytes
)

// measure is how long texts and lists of an answer may be.
type measure struct{ characters, elements int }

// measures are tried in their order until an answer fits.
var measures = []measure{{4000, 1000}, {1000, 1000}, {1000, 20}, {400, 200}, {400, 20}, {200, 100}, {200, 40}, {120, 20}, {120, 10}, {80, 5}, {80, 3}, {60, 2}, {40, 1}}

// listed is how far the rows of a list are shortened before the list gets shorter.
var listed = measure{1000, 20}

// bounded returns a document within the budget, compact, with everything escaped that could end its
// frame or act on a terminal; and what was left out. Of a list all rows stay, where that is possible.
//
// Errors: the document is no JSON, or has so many members that nothing makes it fit.
func bounded(document []byte, isList bool) (text []byte, left []string, err error) {
	var value any
	if err := json.Unmarshal(document, &value); err != nil {
		return nil, nil, errors.Wrap(err, "read an answer")
	}
	for _, whole := range slices.Compact([]bool{isList, false}) {
		for _, m := range measures {
			c := cutter{measure: m, lists: map[string]int{}, rows: whole}
			text, err := encoded(c.root(value))
			if err != nil || len(text) <= budgetBytes {
				return text, c.says(), err
			}
		}
	}
	return nil, nil, errors.Newf("the answer is too large for %d tokens: ask for less", Budget)
}

// compact is a list as [bounded] would write it by a measure, with all rows.
func compact(document []byte, m measure) []byte {
	var value any
	if json.Unmarshal(document, &value) != nil {
		return nil
	}
	c := cutter{measure: m, lists: map[string]int{}, rows: true}
	text, err := encoded(c.root(value))
	if err != nil {
		return nil
	}
	return text
}

func encoded(value any) ([]byte, error) {
	text, err := json.Marshal(value, json.Deterministic(true), jsontext.EscapeForHTML(true))
	return visible.Escaped(text), errors.Wrap(err, "write an answer")
}

// cutter shortens a document and counts what it takes out.
type cutter struct {
	measure
	texts int            // that were shortened
	lists map[string]int // elements that were taken out, by the member that holds them
	rows  bool           // the lists that are members of the document itself stay whole
}

// root is a document, shortened.
func (c *cutter) root(value any) any {
	members, is := value.(map[string]any)
	if !is || !c.rows {
		return c.cut("", value)
	}
	out := make(map[string]any, len(members))
	for name, of := range members {
		rows, is := of.([]any)
		if !is {
			out[name] = c.cut(name, of)
			continue
		}
		all := make([]any, len(rows))
		for i, row := range rows {
			all[i] = c.cut(name, row)
		}
		out[name] = all
	}
	return out
}

// cut is a value, shortened. name is the member that holds it.
func (c *cutter) cut(name string, value any) any {
	switch v := value.(type) {
	case string:
		return c.text(v)
	case map[string]any:
		out := make(map[string]any, len(v))
		for member, of := range v {
			out[c.text(member)] = c.cut(member, of)
		}
		return out
	case []any:
		if over := len(v) - c.elements; over > 0 {
			c.lists[name] += over
			v = v[:c.elements]
		}
		out := make([]any, len(v))
		for i, of := range v {
			out[i] = c.cut(name, of)
		}
		return out
	}
	return value
}

// text is a text, shortened at a character. Ids, digests and cursors are never cut: nothing could be
// asked by a part of one.
func (c *cutter) text(s string) string {
	if len(s) <= max(c.characters, longestID) {
		return s
	}
	end := c.characters
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	c.texts++
	return s[:end] + fmt.Sprintf("…[%d bytes left out]", len(s)-end)
}

// longestID is the length of the longest id that an answer cites: a cursor.
const longestID = 160

// says returns the list of what was left out.
func (c *cutter) says() (left []string) {
	for _, name := range slices.Sorted(maps.Keys(c.lists)) {
		left = append(left, fmt.Sprintf("%d elements of %s", c.lists[name], name))
	}
	if c.texts > 0 {
		left = append(left, fmt.Sprintf("the ends of %d texts", c.texts))
	}
	return left
}
