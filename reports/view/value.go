package view

import (
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/internal/visible"
)

// value is a part of a body as prose reads it; the zero one does not exist.
type value struct{ v any }

// valueOf decodes a canonical text.
func valueOf(text []byte) (v value) {
	if len(text) > 0 && json.Unmarshal(text, &v.v) != nil {
		return value{}
	}
	return v
}

// at is a member of a member; a stub on the way is the value of all in it.
func (v value) at(path ...string) value {
	for _, name := range path {
		o, ok := v.v.(map[string]any)
		if !ok || v.isStub() {
			return v.stubOnly()
		}
		v = value{o[name]}
	}
	return v
}

func (v value) stubOnly() value {
	if v.isStub() {
		return v
	}
	return value{}
}

// exists reports whether there is something to say of the value.
func (v value) exists() bool { return v.v != nil }

// isStub reports whether the value stands for one that is withheld, left out or not known.
func (v value) isStub() bool {
	o, _ := v.v.(map[string]any)
	if len(o) != 1 {
		return false
	}
	for _, name := range []string{"$redacted", "$downgraded"} {
		if _, is := o[name].(map[string]any); is {
			return true
		}
	}
	_, says := o["unknown"].(string)
	return says
}

// names are the names of the members, sorted, without what is no part of the document.
func (v value) names() (all []string) {
	o, _ := v.v.(map[string]any)
	if v.isStub() {
		return nil
	}
	for name := range o {
		if !isCount(name) {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

// list are the entries of a list, none for another value.
func (v value) list() (all []value) {
	entries, _ := v.v.([]any)
	for _, e := range entries {
		all = append(all, value{e})
	}
	return all
}

// raw is a text of the document as it stands there, "" for another value: a name of a member, never
// shown.
func (v value) raw() string {
	s, _ := v.v.(string)
	return s
}

// number is a number, 0 for none.
func (v value) number() int64 {
	n, _ := v.v.(float64)
	return int64(n)
}

// text is what a reader is told of a value: the value, or why it is not here; "" where it does not exist.
func (v value) text() string {
	switch v := v.v.(type) {
	case string:
		return ownText(v)
	case float64:
		return strconv.FormatInt(int64(v), 10)
	case bool:
		return strconv.FormatBool(v)
	case []any:
		texts := make([]string, len(v))
		for i := range v {
			texts[i] = value{v[i]}.text()
		}
		return strings.Join(texts, ", ")
	case map[string]any:
		return objectText(value{v})
	}
	return ""
}

// ownText is a text of the document. One that begins as a mark does is quoted: no text passes for a mark.
func ownText(s string) string {
	if s = visible.Printable(s); strings.HasPrefix(s, "[") {
		return `"` + s + `"`
	}
	return s
}

func objectText(v value) string {
	switch o := v.v.(map[string]any); {
	case v.isStub() && o["unknown"] != nil:
		return "[not known: " + value{o["unknown"]}.text() + "]"
	case v.isStub() && o["$downgraded"] != nil:
		return "[not in this view]"
	case v.isStub():
		return redactedText(value{o["$redacted"]})
	}
	var texts []string
	for _, name := range v.names() {
		texts = append(texts, nameText(name)+" "+v.at(name).text())
	}
	if left := leftText(v); left != "" {
		texts = append(texts, left)
	}
	return strings.Join(texts, ", ")
}

// redactedText is a stub in words.
func redactedText(stub value) string {
	says := "[redacted: rule " + stub.at("rule").text()
	if hash := stub.at("hash").text(); hash != "" {
		says += ", hash " + hash
	}
	if summary := stub.at("summary"); summary.exists() {
		says += ", " + summary.text()
	}
	return says + "]"
}

// nameText is a name of a member in words.
func nameText(name string) string {
	if hash, hashed := strings.CutPrefix(name, "$hash:"); hashed {
		return "[redacted name, hash " + hash + "]"
	}
	if strings.HasPrefix(name, "$$") {
		name = name[1:]
	}
	return ownText(name)
}
