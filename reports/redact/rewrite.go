package redact

import (
	"bytes"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
)

// Reader is for whom a text is rewritten.
type Reader struct {
	Audience string
	Ceiling  domain.Sensitivity
	Key      *Key   // nil: what a hash should stand for is dropped
	Labels   Labels // of the whole document that the text is of; nil: no item is labelled
}

// Withheld counts what a rule withheld.
type Withheld struct {
	Rule      string             `json:"rule"`
	Class     domain.Sensitivity `json:"class"`
	Transform Transform          `json:"transform"`
	Fields    []string           `json:"fields"` // patterns of what it withheld, sorted
}

// mark begins the names of members that are no part of a document. A name of a document's own that
// begins with it is written with one more.
const mark = "$"

// Rewrite returns a canonical text without what p withholds from a reader, in canonical form, and what
// that was, by rule. schema says where the document chooses names.
//
// What it says of an item whose events are labelled is withheld wherever the item is named, see [Labels].
//
// A withheld value is {"$redacted": {"class": …, "rule": …}}, with "hash" or "summary" beside. A
// withheld name is $hash:, and a keyed hash; where it may not be hashed, the whole object is withheld.
func Rewrite(text []byte, schema *Schema, p *Policy, r Reader) ([]byte, []Withheld) {
	w := rewriting{r: r, out: make([]byte, 0, len(text)+len(text)/4), withheld: map[string]*Withheld{}}
	w.value(p.root(), place{nodes: []*node{schema.names}}, "", text)
	all := make([]Withheld, 0, len(w.withheld))
	for _, id := range slices.Sorted(maps.Keys(w.withheld)) {
		one := w.withheld[id]
		slices.Sort(one.Fields)
		all = append(all, *one)
	}
	return w.out, all
}

// rewriting is one text being rewritten.
type rewriting struct {
	r        Reader
	out      []byte
	withheld map[string]*Withheld // by rule and transform
}

// value writes one value. of is its place among the policy's patterns, in the one among the schema's;
// pattern is the latter in words.
func (w *rewriting) value(of, in place, pattern string, text []byte) {
	switch {
	case len(of.nodes) == 0 && len(in.nodes) == 0 && of.rule.shows(w.r.Ceiling):
		w.out = append(w.out, text...)
	case text[0] == '{' && (in.says(unknown) || !isUnknown(text)):
		w.object(of, in, pattern, text)
	case len(text) > 2 && text[0] == '[' && (text[1] == '{' || text[1] == '['):
		w.array(of, in, pattern, text)
	case of.rule.shows(w.r.Ceiling):
		w.out = append(w.out, text...)
	default:
		w.stub(of.rule, pattern, text)
	}
}

// unknown is the member of a section, or of a value, that says why it is not known.
const unknown = "unknown"

// unknownMember begins a value that says why it is not known.
var unknownMember = []byte(`{"unknown":"`)

// isUnknown reports whether a value is the reason why it is not known: as sensitive as the value.
func isUnknown(text []byte) bool {
	return bytes.HasPrefix(text, unknownMember) && bytes.IndexByte(text[len(unknownMember):], '"') == len(text)-len(unknownMember)-2
}

func (w *rewriting) object(of, in place, pattern string, text []byte) {
	chosen := in.chosen()
	rule := of.names()
	hashed := chosen && !rule.shows(w.r.Ceiling)
	if hashed && (rule.transform(w.r.Audience) != Hash || w.r.Key == nil) {
		w.stub(rule, pattern+"/"+nameSegment, text)
		return
	}
	if hashed {
		w.note(rule, Hash, pattern+"/"+nameSegment)
	}
	if chosen {
		w.chosen(of, in, pattern, text, hashed)
		return
	}
	w.out = append(w.out, '{')
	for i, m := range jcs.Members(text) {
		if i > 0 {
			w.out = append(w.out, ',')
		}
		w.out = append(jcs.AppendString(w.out, m.Name), ':')
		w.value(of.in(m.Name), in.in(m.Name), pattern+"/"+m.Name, m.Value)
	}
	w.out = append(w.out, '}')
}

// chosen writes an object whose names the document chose. Their order is that of the names which are
// written.
func (w *rewriting) chosen(of, in place, pattern string, text []byte, hashed bool) {
	all := jcs.Members(text)
	was := make(map[string]string, len(all)) // names of the document, by those that are written
	for i, m := range all {
		switch {
		case hashed:
			all[i].Name = mark + "hash:" + w.r.Key.hash(jcs.AppendString(nil, m.Name))
		case strings.HasPrefix(m.Name, mark):
			all[i].Name = mark + m.Name
		}
		was[all[i].Name] = m.Name
	}
	SortMembers(all)
	pattern += "/*"
	w.out = append(w.out, '{')
	for i, m := range all {
		if i > 0 {
			w.out = append(w.out, ',')
		}
		w.out = append(jcs.AppendString(w.out, m.Name), ':')
		name := was[m.Name]
		if label := w.label(name); label != nil && !label.shows(w.r.Ceiling) {
			w.stub(label, pattern, m.Value)
			continue
		}
		w.value(of.in(name), in.in(name), pattern, m.Value)
	}
	w.out = append(w.out, '}')
}

// take cuts what was written since start off.
func (w *rewriting) take(start int) []byte {
	taken := bytes.Clone(w.out[start:])
	w.out = w.out[:start]
	return taken
}

// array writes the elements of a list of objects. Where something of one is withheld, the order of all
// is that of what is left: it tells nothing of what is not.
func (w *rewriting) array(of, in place, pattern string, text []byte) {
	var all [][]byte
	hides := false
	for i, element := range jcs.Elements(text) {
		start, index := len(w.out), strconv.Itoa(i)
		w.value(of.in(index), in.in(index), pattern+"/*", element)
		all = append(all, w.take(start))
		hides = hides || bytes.Contains(all[i], stubBegin)
	}
	if hides {
		slices.SortFunc(all, bytes.Compare)
	}
	w.out = append(append(append(w.out, '['), bytes.Join(all, []byte{','})...), ']')
}

// stubBegin begins a stub. No string holds it: quotes are escaped there.
var stubBegin = []byte(`{"$redacted":{`)

// stub writes what stands in the place of a value.
func (w *rewriting) stub(r *Rule, pattern string, text []byte) {
	t := r.transform(w.r.Audience)
	if t == Hash && w.r.Key == nil || r.Class == domain.SensitivitySecret {
		t = Drop
	}
	w.note(r, t, pattern)
	w.out = append(w.out, `{"$redacted":{"class":"`...)
	w.out = append(append(w.out, r.Class...), '"')
	if t == Hash {
		w.out = append(append(append(w.out, `,"hash":"`...), w.r.Key.hash(text)...), '"')
	}
	w.out = jcs.AppendString(append(w.out, `,"rule":`...), r.ID)
	if t == Summarize {
		w.out = append(append(w.out, `,"summary":`...), summary(text)...)
	}
	w.out = append(w.out, '}', '}')
}

func (w *rewriting) note(r *Rule, t Transform, pattern string) {
	key := r.ID + "\x00" + string(t)
	one := w.withheld[key]
	if one == nil {
		one = &Withheld{Rule: r.ID, Class: r.Class, Transform: t}
		w.withheld[key] = one
	}
	if !slices.Contains(one.Fields, pattern) {
		one.Fields = append(one.Fields, pattern)
	}
}

// dayLength is the length of a day in RFC 3339, with the quote before it.
const dayLength = len(`"2006-01-02`)

// summary says what kind of value a text is: how many entries it has, or its day; of other texts and
// of numbers nothing more.
func summary(text []byte) string {
	switch text[0] {
	case '{':
		return `{"count":` + strconv.Itoa(len(jcs.Members(text))) + `,"type":"object"}`
	case '[':
		return `{"count":` + strconv.Itoa(len(jcs.Elements(text))) + `,"type":"list"}`
	case '"':
		if at, err := domain.ParseInstant(strings.Trim(string(text), `"`)); err == nil && at.Known() && len(text) > dayLength {
			return `{"day":` + string(text[:dayLength]) + `","type":"time"}`
		}
		return `{"type":"text"}`
	case 't', 'f':
		return `{"type":"truth"}`
	case 'n':
		return `{"type":"null"}`
	}
	return `{"type":"number"}`
}
