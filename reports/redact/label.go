package redact

import (
	"bytes"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
)

// Label is the name of the rule for what is withheld because its events are labelled, whatever a policy
// says of its fields. No rule of a policy has this name.
const Label = "label"

// labelMember begins the member by which an item states its class. No string contains it: quotes are
// escaped there. Its end, which begins with a rare letter, is found sooner.
var labelMember, labelEnd = []byte(`"sensitivity":"`), []byte(`vity":"`)

// Labels are the rules of the items of a document whose events are labelled, by the name of the item.
type Labels map[string]*Rule

// LabelsOf reads the labels of a whole document, in canonical form: of each item of a section, and of each
// claim, that states its own class. A class that is unknown here is secret.
func LabelsOf(text []byte) Labels {
	if !bytes.Contains(text, labelEnd) || !bytes.Contains(text, labelMember) {
		return nil
	}
	labels := Labels{}
	for _, section := range jcs.Members(text) {
		for _, item := range itemsOf(section) {
			var says struct {
				Class domain.Sensitivity `json:"sensitivity"`
			}
			if !bytes.Contains(item.Value, labelMember) || json.Unmarshal(item.Value, &says) != nil || says.Class == "" {
				continue
			}
			if !slices.Contains(says.Class.Enum(), string(says.Class)) {
				says.Class = domain.SensitivitySecret
			}
			labels[item.Name] = &Rule{ID: Label, Class: says.Class, Below: Drop}
		}
	}
	return labels
}

// claims is the section whose members are its items.
const claims = "claims"

// itemsOf are the items of a section, none for a member that has none.
func itemsOf(section jcs.Member) []jcs.Member {
	if len(section.Value) == 0 || section.Value[0] != '{' {
		return nil
	}
	if section.Name == claims {
		return jcs.Members(section.Value)
	}
	for _, m := range jcs.Members(section.Value) {
		if m.Name == "items" && m.Value[0] == '{' {
			return jcs.Members(m.Value)
		}
	}
	return nil
}

// labelled is the rule by which a member of what is at s is withheld, nil for none: that of the item which a
// name chosen by the document is about. Sections on what holds work, or comes next, name a lane as lane:ID.
func (w *Rewriting) labelled(s *spot, quoted []byte) *Rule {
	if w.r.Labels == nil || !s.chosen {
		return nil
	}
	name := string(jcs.NameOf(quoted))
	rule := w.r.Labels[name]
	if rule == nil {
		_, id, _ := strings.Cut(name, ":")
		rule = w.r.Labels[id]
	}
	if rule == nil || rule.shows(w.r.Ceiling) {
		return nil
	}
	return rule
}

// models is the section whose items are named by what events say, and not by an id.
const models = "/usage/items"

// unnamed reports whether a labelled member of what is at s is withheld with its name.
func (w *Rewriting) unnamed(s *spot, quoted []byte) bool {
	label := w.labelled(s, quoted)
	if label == nil || s.pattern != models {
		return false
	}
	w.note(label, Drop, models+"/"+nameSegment)
	return true
}
