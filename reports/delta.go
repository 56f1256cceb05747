package reports

import (
	"bytes"
	"crypto/sha256"
	"slices"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
)

// FieldState says what became of a field since the report that a delta is against.
type FieldState string

// The states.
const (
	FieldChanged   FieldState = "changed"
	FieldUnchanged FieldState = "unchanged"
	FieldCleared   FieldState = "cleared"         // it had a value and has none
	FieldCarried   FieldState = "carried_forward" // not observed in this window; the value is the earlier one
)

// Enum lists the values.
func (FieldState) Enum() []string {
	return []string{string(FieldChanged), string(FieldUnchanged), string(FieldCleared), string(FieldCarried)}
}

// Novelty says whether an item is news.
type Novelty string

// The novelties. Items that are still_active_unchanged are counted, not listed.
const (
	NewSinceLast Novelty = "new_since_last"
	StillActive  Novelty = "still_active_unchanged"
)

// Enum lists the values.
func (Novelty) Enum() []string { return []string{string(NewSinceLast), string(StillActive)} }

// Delta states field by field what changed since another report. It is bound to that one by its hash.
type Delta struct {
	Unknown Why           `json:"unknown,omitzero"`
	Against domain.Digest `json:"against,omitzero"`
	// Fields are the sections.
	Fields map[string]Field `json:"fields,omitzero"`
	// Items are the items of sections that are not unchanged, by section and id.
	Items map[string]map[string]ItemDelta `json:"items,omitzero"`
	// Unchanged counts the others, by section.
	Unchanged map[string]int `json:"still_active_unchanged,omitzero"`
}

// Field is what became of one field.
type Field struct {
	State    FieldState       `json:"state"`
	Previous domain.Digest    `json:"previous_hash,omitzero"` // SHA-256 of the RFC 8785 form; absent: it had no value
	By       []domain.EventID `json:"changed_by,omitzero"`
}

// ItemDelta is what became of one item. A member that Fields does not list is unchanged.
type ItemDelta struct {
	Field
	Novelty Novelty          `json:"novelty,omitzero"`
	Fields  map[string]Field `json:"fields,omitzero"`
}

// deltaSection is a member of a document that a delta describes.
type deltaSection struct {
	name string
	flat bool // its members are its items
}

// sectionsOfDelta are in the order of the contract. What the window, the totals and the delta
// itself say follows from these.
var sectionsOfDelta = []deltaSection{{name: "active_sessions"}, {name: "exact_pinpoint"}, {name: "blocker"}, {name: "lanes"}, {name: "approvals"},
	{name: "ships"}, {name: "errors"}, {name: "usage"}, {name: "claims", flat: true}, {name: "negative_evidence", flat: true},
	{name: "closure"}, {name: "next_actions", flat: true}}

// notNews are members of items whose change is none: the events are named as the cause of another
// one's change, and a window moves with every report.
var notNews = []string{"evidence", "carried_from", "window"}

// Compare returns what changed in d since before. Without before, and for a report of another scope, it
// reports that there is nothing to compare with.
func Compare(d *Document, before *Previous) Delta {
	switch {
	case before == nil:
		return Delta{Unknown: WhyNoPrevious}
	case before.Document.Scope != d.Scope:
		return Delta{Unknown: WhyOtherScope, Against: before.Hash}
	}
	now, err := Seal(d)
	old, failed := Seal(before.Document)
	if err != nil || failed != nil {
		return Delta{Unknown: WhyFailed, Against: before.Hash}
	}
	return CompareTexts(now.Text, old.Text, before.Hash)
}

// CompareTexts is [Compare] for two documents in canonical form.
func CompareTexts(now, old []byte, against domain.Digest) Delta {
	delta := Delta{Against: against, Fields: map[string]Field{}, Items: map[string]map[string]ItemDelta{}, Unchanged: map[string]int{}}
	inNow, inOld := splitDocument(now), splitDocument(old)
	for _, s := range sectionsOfDelta {
		delta.section(s.name, inNow[s.name], inOld[s.name])
	}
	return delta
}

// section compares one section of two documents; the zero one is absent.
func (d *Delta) section(name string, now, old splitSection) {
	changes := map[string]ItemDelta{}
	carried, left := 0, 0
	beside(now.items, old.items, func(id string, now, old []byte) {
		one := itemDelta(now, old)
		switch one.State {
		case FieldUnchanged:
			d.Unchanged[name]++
		case FieldCarried:
			carried++
			fallthrough
		case FieldChanged, FieldCleared:
			changes[id] = one
		}
		if now != nil {
			left++
		}
	})
	f := Field{State: FieldUnchanged}
	switch {
	case len(changes)+len(old.rest) > 0 && left == 0 && len(now.rest) == 0:
		f.State = FieldCleared
	case len(changes) > carried, !bytes.Equal(now.rest, old.rest):
		f.State = FieldChanged
	case carried > 0:
		f.State = FieldCarried
	}
	if old.text != nil && f.State != FieldUnchanged {
		f.Previous = sha256.Sum256(old.text)
	}
	d.Fields[name] = f
	if len(changes) > 0 {
		d.Items[name] = changes
	}
}

// splitSection is a section of a document in parts.
type splitSection struct {
	text  []byte
	items []jcs.Member
	rest  []byte // what it contains beside them: why it is not known, or the members of a section without items
}

// splitDocument returns the sections that a delta covers, by name. Each byte of the document is examined
// once.
func splitDocument(text []byte) map[string]splitSection {
	of := map[string]splitSection{}
	c := jcs.NewCursor(text)
	if !c.Enter() {
		return of
	}
	for quoted := c.Name(); quoted != nil; quoted = c.Name() {
		name := string(jcs.NameOf(quoted))
		i := slices.IndexFunc(sectionsOfDelta, func(s deltaSection) bool { return s.name == name })
		if i < 0 {
			c.Value()
			continue
		}
		from := c.Offset()
		s := splitSection{}
		switch {
		case !c.At("{"):
			c.Value()
		case sectionsOfDelta[i].flat:
			s.items = c.Members()
		default:
			s.items, s.rest = splitItems(&c)
		}
		s.text = c.Text(from, c.Offset())
		of[name] = s
	}
	return of
}

// splitItems steps over a section that has its items in a member.
func splitItems(c *jcs.Cursor) (items []jcs.Member, rest []byte) {
	c.Enter()
	for quoted := c.Name(); quoted != nil; quoted = c.Name() {
		if name := jcs.NameOf(quoted); string(name) != "items" {
			rest = append(append(append(rest, name...), 0), c.Value()...)
			continue
		}
		if !c.At("{") {
			c.Value()
			continue
		}
		items = c.Members()
	}
	return items, rest
}

// carriedMember is the text of a member that items have which were carried forward. No string holds
// it: quotes are escaped there.
var carriedMember = []byte(`"carried_from":`)

// itemDelta compares an item of two documents; nil is absent.
func itemDelta(now, old []byte) (d ItemDelta) {
	if bytes.Equal(now, old) && !bytes.Contains(now, carriedMember) {
		return ItemDelta{Field: Field{State: FieldUnchanged}}
	}
	is := jcs.Members(now)
	switch {
	case old == nil:
		return ItemDelta{Field: Field{State: FieldChanged, By: evidenceOf(is, "")}, Novelty: NewSinceLast}
	case now == nil:
		return ItemDelta{Field: Field{State: FieldCleared, Previous: sha256.Sum256(old)}}
	case named(is, "carried_from") != nil:
		return ItemDelta{Field: Field{State: FieldCarried, Previous: sha256.Sum256(old)}}
	}
	fields := map[string]Field{}
	beside(is, jcs.Members(old), func(name string, now, old []byte) {
		if slices.Contains(notNews, name) || bytes.Equal(now, old) {
			return
		}
		f := Field{State: FieldChanged, By: evidenceOf(is, name)}
		if old != nil {
			f.Previous = sha256.Sum256(old)
		}
		if now == nil {
			f.State = FieldCleared
		}
		fields[name] = f
	})
	if len(fields) == 0 {
		return ItemDelta{Field: Field{State: FieldUnchanged}}
	}
	return ItemDelta{Field: Field{State: FieldChanged, Previous: sha256.Sum256(old), By: evidenceOf(is, "")}, Novelty: NewSinceLast, Fields: fields}
}

// evidenceOf are the events that an item names for a member, or for itself with "".
func evidenceOf(item []jcs.Member, name string) (ids []domain.EventID) {
	evidence := named(item, "evidence")
	if len(evidence) > 0 && evidence[0] == '{' {
		of := jcs.Members(evidence)
		if name == "" {
			name = "outcome"
		}
		evidence = named(of, name)
	}
	if evidence == nil || json.Unmarshal(evidence, &ids) != nil {
		return nil
	}
	return ids
}
