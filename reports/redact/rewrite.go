package redact

import (
	"bytes"
	"cmp"
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
	Key      *Key   // nil: a value that a hash should replace is dropped
	Labels   Labels // of the whole document that the text is of; nil: no item is labelled
	Leaves   Leaves // nil: the reader asks for all
	Items    bool   // whether [Rewriting.Items] are asked for
}

// Leaves says of the members of what a pattern is about how far a reader asks for them.
type Leaves map[string]func(name string) Asked

// Asked is how far a reader asks for a member.
type Asked int

// The ways to ask for a member.
const (
	AskedFor     Asked = iota
	AskedIfShown       // whether something of it is withheld: nothing of it is written
	NotAsked           // it is left out before any rule is consulted
)

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
	w := NewRewriting(schema, p, r, make([]byte, 0, len(text)+len(text)/8))
	c := jcs.NewCursor(text)
	w.value(w.top, &c)
	return w.out, w.Withheld()
}

// Rewriting rewrites the members of a document one by one, as [Rewrite] does the whole. Not safe for
// concurrent use.
type Rewriting struct {
	r        Reader
	top      *spot
	out      []byte
	withheld map[withheldBy]*Withheld
	keyed    *keyed // made at the first hash
	unread   bool   // what is written will be cut off again
	items    []Item // of the member that was rewritten last
}

// withheldBy is by what something is withheld.
type withheldBy struct {
	rule string
	Transform
}

// NewRewriting starts a rewriting of members, which are written to room as far as it goes.
func NewRewriting(schema *Schema, p *Policy, r Reader, room []byte) *Rewriting {
	return &Rewriting{r: r, top: root(p, schema, r.Leaves), out: room[:0], withheld: map[withheldBy]*Withheld{}}
}

// Member steps over the value of a member of the document, which is at c, and returns what the reader gets:
// the value itself where that is all of it.
func (w *Rewriting) Member(name string, c *jcs.Cursor) []byte {
	s, begin, from := w.top.in([]byte(name), false), c.Offset(), len(w.out)
	w.items = w.items[:0]
	if w.passed(s, c) {
		return c.Text(begin, c.Offset())
	}
	w.value(s, c)
	return w.out[from:len(w.out):len(w.out)]
}

// Written is all that was written, in room as long as that went.
func (w *Rewriting) Written() []byte { return w.out }

// Withheld is what was withheld so far, by rule.
func (w *Rewriting) Withheld() []Withheld {
	all := make([]Withheld, 0, len(w.withheld))
	for _, one := range w.withheld {
		slices.Sort(one.Fields)
		all = append(all, *one)
	}
	slices.SortFunc(all, func(a, b Withheld) int {
		return cmp.Or(strings.Compare(a.Rule, b.Rule), strings.Compare(string(a.Transform), string(b.Transform)))
	})
	return all
}

// value writes one value, which is at s.
func (w *Rewriting) value(s *spot, c *jcs.Cursor) {
	from := c.Offset()
	switch {
	case w.passed(s, c):
		w.out = append(w.out, c.Text(from, c.Offset())...)
	case c.At("{") && (s.knows || !isUnknown(c)):
		w.object(s, c)
	case c.At("[{"), c.At("[["):
		w.array(s, c)
	case s.of.rule.shows(w.r.Ceiling):
		w.out = append(w.out, c.Value()...)
	default:
		w.stub(s, s.of.rule, s.pattern, c)
	}
}

// passed steps over the value at c, which is at s, and reports true where it is written as it is.
func (w *Rewriting) passed(s *spot, c *jcs.Cursor) bool {
	if !s.isWhole(w.r.Ceiling) || w.r.Labels != nil && !s.isLeaf() {
		return false
	}
	ahead := *c
	if text := ahead.Value(); !s.isLeaf() && marks(text) {
		return false
	}
	*c = ahead
	return true
}

// quotedMark begins a name that a document chose and that begins with a mark, or a text that does.
var quotedMark = []byte(`"` + mark)

// marks reports whether a value may have a name that begins with a mark. It looks for the mark, which is
// rare, and not for the quote before it, which is not.
func marks(text []byte) bool {
	for {
		i := bytes.IndexByte(text, mark[0])
		if i < 0 || i > 0 && text[i-1] == quotedMark[0] {
			return i > 0
		}
		text = text[i+1:]
	}
}

// unknown is the member of a section, or of a value, that states why it is not known.
const unknown = "unknown"

// unknownMember begins a value that states why it is not known.
const unknownMember = `{"unknown":"`

// isUnknown reports whether the value at c is the reason why it is not known: as sensitive as the value.
func isUnknown(c *jcs.Cursor) bool {
	if !c.At(unknownMember) {
		return false
	}
	ahead := *c
	text := ahead.Value()
	return bytes.IndexByte(text[len(unknownMember):], '"') == len(text)-len(unknownMember)-2
}

func (w *Rewriting) object(s *spot, c *jcs.Cursor) {
	rule := s.of.names()
	hashed := s.chosen && !rule.shows(w.r.Ceiling)
	if hashed && (rule.transform(w.r.Audience) != Hash || w.r.Key == nil) {
		w.stub(s, rule, s.pattern+"/"+nameSegment, c)
		return
	}
	if hashed {
		w.note(rule, Hash, s.pattern+"/"+nameSegment)
		w.hashed(s, c.Value())
		return
	}
	c.Enter()
	w.out = append(w.out, '{')
	w.members(s, c)
	w.out = append(w.out, '}')
}

// members writes the members of an object that was entered. Those that are written as they are and follow
// each other are copied at once.
func (w *Rewriting) members(s *spot, c *jcs.Cursor) {
	from, until := 0, 0 // in the text of c, of what is to be copied
	for quoted := c.Name(); quoted != nil; quoted = c.Name() {
		begin := c.Offset() - len(quoted) - len(":")
		next := s.member(quoted)
		marked := s.chosen && bytes.HasPrefix(quoted, quotedMark)
		if next.asked == AskedFor && !marked && w.labelled(s, quoted) == nil && w.passed(next, c) {
			if until = c.Offset(); from == 0 {
				from = begin
			}
			continue
		}
		if from > 0 {
			w.out, from = append(w.separated(), c.Text(from, until)...), 0
		}
		switch {
		case next.asked == NotAsked || w.unnamed(s, quoted):
			c.Value()
			continue
		case next.asked == AskedIfShown:
			w.unwritten(s, next, quoted, c)
			continue
		}
		w.out = w.separated()
		if marked { // one more does not change the order
			w.out = append(append(w.out, quotedMark...), quoted[1:]...)
		} else {
			w.out = append(w.out, quoted...)
		}
		w.out, begin = append(w.out, ':'), c.Offset()
		w.member(s, next, quoted, c)
		if s.ofItems && w.r.Items {
			w.items = append(w.items, Item{s, quoted, c.Text(begin, c.Offset())})
		}
	}
	if from > 0 {
		w.out = append(w.separated(), c.Text(from, until)...)
	}
}

// separated is an object being written, ready for its next member.
func (w *Rewriting) separated() []byte {
	if w.out[len(w.out)-1] != '{' {
		w.out = append(w.out, ',')
	}
	return w.out
}

// unwritten notes what is withheld of the value at c, a member of what is at s.
func (w *Rewriting) unwritten(s, next *spot, quoted []byte, c *jcs.Cursor) {
	if next.noted && !c.At("{") && !c.At("[") || next.isWhole(w.r.Ceiling) && (w.r.Labels == nil || next.isLeaf()) {
		c.Value()
		return
	}
	from, before := len(w.out), w.unread
	w.unread = true
	w.member(s, next, quoted, c)
	w.out, w.unread = w.out[:from], before
}

// member writes the value of a member of what is at s, which is at next.
func (w *Rewriting) member(s, next *spot, quoted []byte, c *jcs.Cursor) {
	if label := w.labelled(s, quoted); label != nil {
		w.stub(next, label, s.pattern+"/*", c)
		return
	}
	w.value(next, c)
}

// hashed writes an object whose names the document chose and the reader may not see. Their order is that of
// the hashes.
func (w *Rewriting) hashed(s *spot, text []byte) {
	all := jcs.Members(text)
	was := make(map[string]string, len(all)) // names of the document, by those that are written
	for i, m := range all {
		all[i].Name = string(w.hash([]byte(mark+"hash:"), jcs.AppendString(nil, m.Name)))
		was[all[i].Name] = m.Name
	}
	SortMembers(all)
	w.out = append(w.out, '{')
	for i, m := range all {
		if i > 0 {
			w.out = append(w.out, ',')
		}
		w.out = append(jcs.AppendString(w.out, m.Name), ':')
		quoted, c := jcs.AppendString(nil, was[m.Name]), jcs.NewCursor(m.Value)
		w.member(s, s.member(quoted), quoted, &c)
		if s.ofItems && w.r.Items {
			w.items = append(w.items, Item{s, quoted, m.Value})
		}
	}
	w.out = append(w.out, '}')
}

// take cuts what was written since start off.
func (w *Rewriting) take(start int) []byte {
	taken := bytes.Clone(w.out[start:])
	w.out = w.out[:start]
	return taken
}

// array writes the elements of a list of objects. Where something of one is withheld, the order of all
// is that of what is left: it reveals nothing about what is withheld.
func (w *Rewriting) array(s *spot, c *jcs.Cursor) {
	var all [][]byte
	hides := false
	c.Enter()
	for i := 0; c.Element(); i++ {
		start := len(w.out)
		w.value(s.in(strconv.AppendInt(nil, int64(i), 10), true), c)
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

// stub writes the replacement of the value at c, which is at s.
func (w *Rewriting) stub(s *spot, r *Rule, pattern string, c *jcs.Cursor) {
	t := r.transform(w.r.Audience)
	if t == Hash && w.r.Key == nil || r.Class == domain.SensitivitySecret {
		t = Drop
	}
	text := c.Value()
	if t != Drop && s.leavesIn {
		of := jcs.NewCursor(text)
		text = s.appendAsked(nil, &of)
	}
	if w.note(r, t, pattern); w.unread {
		s.noted = s.noted || pattern == s.pattern
		return
	}
	w.out = append(w.out, `{"$redacted":{"class":"`...)
	w.out = append(append(w.out, r.Class...), '"')
	if t == Hash {
		w.out = append(w.hash(append(w.out, `,"hash":"`...), text), '"')
	}
	w.out = jcs.AppendString(append(w.out, `,"rule":`...), r.ID)
	if t == Summarize {
		w.out = append(append(w.out, `,"summary":`...), summary(text)...)
	}
	w.out = append(w.out, '}', '}')
}

// hash appends the keyed hash of a value.
func (w *Rewriting) hash(out, text []byte) []byte {
	if w.keyed == nil {
		w.keyed = w.r.Key.keyed("value")
	}
	return w.keyed.appendHash(out, text)
}

func (w *Rewriting) note(r *Rule, t Transform, pattern string) {
	by := withheldBy{r.ID, t}
	one := w.withheld[by]
	if one == nil {
		one = &Withheld{Rule: r.ID, Class: r.Class, Transform: t}
		w.withheld[by] = one
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
