package view

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/internal/visible"
)

// value is a part of a body, in canonical form, as prose reads it; the zero one does not exist.
type value struct{ of []byte }

func valueOf(text []byte) value { return value{of: text} }

// at is a member of a member; a stub on the way is the value of all in it.
func (v value) at(path ...string) value {
	for _, name := range path {
		if !v.isObject() || v.isStub() {
			return v.stubOnly()
		}
		v = value{of: v.member(name)}
	}
	return v
}

// fact is what a path of names leads to, see [value.at].
func (v value) fact(path string) value {
	for {
		name, rest, more := strings.Cut(path, "/")
		v = v.at(name)
		if !more {
			return v
		}
		path = rest
	}
}

func (v value) isObject() bool { return len(v.of) > 0 && v.of[0] == '{' }

// member is the text of a member of an object, nil for none.
func (v value) member(name string) []byte {
	c := jcs.NewCursor(v.of)
	c.Enter()
	for quoted := c.Name(); quoted != nil; quoted = c.Name() {
		if of := c.Value(); string(jcs.NameOf(quoted)) == name {
			return of
		}
	}
	return nil
}

func (v value) stubOnly() value {
	if v.isStub() {
		return v
	}
	return value{}
}

// exists reports whether there is something to say of the value.
func (v value) exists() bool { return len(v.of) > 0 && v.of[0] != 'n' }

// stubs begin what replaces a value that is withheld, left out or not known.
var stubs = []string{`{"$redacted":{`, `{"$downgraded":{`, `{"unknown":"`}

// isStub reports whether the value replaces one that is withheld, left out or not known.
func (v value) isStub() bool {
	c := jcs.NewCursor(v.of)
	if !c.At(`{"$`) && !c.At(`{"u`) || !slices.ContainsFunc(stubs, c.At) {
		return false
	}
	c.Enter()
	c.Name()
	c.Value()
	return c.Name() == nil
}

// each are the members, sorted, without what is no part of the document.
func (v value) each() []jcs.Member {
	if v.isStub() {
		return nil
	}
	return slices.DeleteFunc(jcs.Members(v.of), func(m jcs.Member) bool { return isCount(m.Name) })
}

// names are the names of the members, see [value.each].
func (v value) names() (all []string) {
	for _, m := range v.each() {
		all = append(all, m.Name)
	}
	return all
}

// list are the entries of a list, none for another value.
func (v value) list() (all []value) {
	for _, e := range jcs.Elements(v.of) {
		all = append(all, value{of: e})
	}
	return all
}

// raw is a text of the document as it is there, "" for another value: a name of a member, never
// shown.
func (v value) raw() string {
	if len(v.of) == 0 || v.of[0] != '"' {
		return ""
	}
	return string(jcs.NameOf(v.of))
}

// number is a number, 0 for none.
func (v value) number() (n int64) {
	if len(v.of) == 0 || v.of[0] > '9' { // a text is less than that, and none
		return 0
	}
	if isCounted(v.of) {
		for _, c := range v.of {
			n = 10*n + int64(c-'0')
		}
		return n
	}
	n, err := strconv.ParseInt(string(v.of), 10, 64)
	if err != nil {
		f, _ := strconv.ParseFloat(string(v.of), 64)
		return int64(f)
	}
	return n
}

// text is what a reader sees of a value: the value, or why it is not here; "" where it does not exist.
func (v value) text() string {
	if !v.exists() {
		return ""
	}
	switch v.of[0] {
	case '"':
		return ownText(v.raw())
	case '{':
		return objectText(v)
	case '[':
		return listText(v)
	case 't', 'f':
		return string(v.of)
	}
	return strconv.FormatInt(v.number(), 10)
}

// bytes is [value.text]; it may be a part of the body.
func (v value) bytes() []byte {
	if text := v.asItIs(); text != nil {
		return text
	}
	return []byte(v.text())
}

// asItIs is [value.text] where that is a part of the body: of a text that is visible ASCII, of a list of one,
// and of a count. It is nil for other values.
func (v value) asItIs() []byte {
	text := v.of
	if n := len(text); n > 4 && text[0] == '[' && text[n-1] == ']' {
		text = text[1 : n-1]
		if bytes.IndexByte(text[1:], '"') != len(text)-2 {
			return nil
		}
	}
	switch n := len(text); {
	case n > 2 && text[0] == '"' && text[1] != '[' && isPlain(text[1:n-1]):
		return text[1 : n-1]
	case isCounted(text):
		return text
	}
	return nil
}

// isCounted reports whether a value is a number of a few digits.
func isCounted(text []byte) bool {
	for _, c := range text {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(text) > 0 && len(text) < 16
}

// isPlain reports whether what stands between quotes is visible ASCII without escapes.
func isPlain(text []byte) bool {
	for _, c := range text {
		if c < ' ' || c > '~' || c == '\\' {
			return false
		}
	}
	return true
}

func listText(v value) string {
	all := v.list()
	texts := make([]string, len(all))
	for i, e := range all {
		texts[i] = e.text()
	}
	return strings.Join(texts, ", ")
}

// ownText is a text of the document. One that begins as a mark does is quoted: no text passes for a mark.
func ownText(s string) string {
	if s = visible.Printable(s); strings.HasPrefix(s, "[") {
		return `"` + s + `"`
	}
	return s
}

func objectText(v value) string {
	switch is := v.isStub(); {
	case is && v.member("unknown") != nil:
		return "[not known: " + value{of: v.member("unknown")}.text() + "]"
	case is && v.member("$downgraded") != nil:
		return "[not in this view]"
	case is:
		return redactedText(value{of: v.member("$redacted")})
	}
	var texts []string
	for _, m := range v.each() {
		texts = append(texts, nameText(m.Name)+" "+value{of: m.Value}.text())
	}
	if left := leftText(v.at(truncatedName)); left != "" {
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

// nameBytes is [nameText]; it may be a part of the body.
func nameBytes(name []byte) []byte {
	if len(name) > 0 && name[0] != '$' && name[0] != '[' && isPlain(name) {
		return name
	}
	return []byte(nameText(string(name)))
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
