package reports

import (
	"fmt"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
)

// Check checks a document against the contract, as far as the document alone shows it. Whether the events that
// it names exist is checked by callers that have the log, see [Document.Cited].
//
// Errors: kind parse, with the member in Detail.
func Check(d *Document) error {
	checks := []func() error{d.checkPresence, d.checkClaims, d.checkNegative, d.checkClosure, d.checkNames}
	for _, check := range checks {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// CheckTexts applies to a document that is filed now a rule that [Check] does not: a text must not consist of
// spaces only. Documents with such a text that an earlier program filed stay readable.
//
// Errors: kind parse, with the member in Detail.
func CheckTexts(d *Document) error {
	for _, id := range sortedKeys(d.Claims) {
		if isBlank(d.Claims[id].Text) {
			return bad("claims."+id, "says nothing", "text is the claim in a sentence")
		}
	}
	for _, section := range sortedKeys(d.Negative) {
		n, at := d.Negative[section], "negative_evidence."+section
		switch {
		case slices.ContainsFunc(n.Surfaces, isBlank):
			return bad(at, "does not say what was looked at", "surfaces names it: sessions, roadmap, channel ops")
		case n.Result == NotObserved && isBlank(n.Query):
			return bad(at, "does not say what was searched for", "query is what was asked; all is everything")
		case isBlank(n.By):
			return bad(at, "does not say who searched", "by is a name")
		}
	}
	if c := d.Closure; c != nil && !c.State.Final() && isBlank(c.NextAction) {
		return bad("closure", string(c.State)+" leaves something to do, and no next action is named", "next_action is one sentence")
	}
	return nil
}

// bad is the error of a member that the contract forbids.
func bad(at, message, hint string) error {
	return &domain.Error{Kind: domain.ErrParse, Operation: "check report", Target: at, Message: message, Hint: hint, Detail: map[string]any{"member": at}}
}

// checkPresence checks that each section states what it has, or why it has nothing.
func (d *Document) checkPresence() error {
	for _, s := range d.sections() {
		n, said := d.Negative[s.name]
		switch {
		case s.unknown != "" && s.items > 0:
			return bad(s.name, "is known and not known at once", "give items or unknown")
		case s.unknown == "" && s.items == 0 && (!said || n.Result != NotObserved):
			return bad(s.name, "is empty, and negative_evidence does not say what was searched", "add negative_evidence."+s.name+", or say unknown")
		case s.unknown != "" && said && n.Result == NotObserved:
			return bad(s.name, "is not known, and negative_evidence says that nothing was found", "unknown_not_checked is the result of a search that was not made")
		}
	}
	if d.Claims == nil || d.Negative == nil || d.NextActions == nil {
		return bad("", "lacks claims, negative_evidence or next_actions", "{} is none")
	}
	return nil
}

// checkClaims holds claims to C5 to C8.
func (d *Document) checkClaims() error {
	for name, c := range d.Claims {
		at := "claims." + name
		switch {
		case !isOf(string(c.Kind), ClaimKind("").Enum()):
			return bad(at, fmt.Sprintf("%q is no kind of claim", c.Kind), "observed_fact, inference, hypothesis or recommendation")
		case c.Text == "":
			return bad(at, "says nothing", "text is the claim in a sentence")
		case c.Kind == ClaimFact && len(c.Evidence) == 0:
			return bad(at, "is an observed fact that cites no event", "name the event that shows it, or call it an inference or a hypothesis")
		case c.Kind == ClaimFact && c.Confidence != "":
			return bad(at, "is a fact with a confidence", "a fact is observed; what is only likely is an inference")
		case c.Kind != ClaimFact && !isOf(string(c.Confidence), Confidence("").Enum()):
			return bad(at, "is no fact and has no confidence", "confidence is low, medium or high")
		case c.PromotedFrom != nil && (c.Kind != ClaimFact || c.PromotedFrom.Report.IsZero() || c.PromotedFrom.Claim == ""):
			return bad(at, "is promoted and is no observed fact, or does not name what it was", "promoted_from has report_hash and claim; kind is observed_fact")
		case c.Sensitivity != "" && !isOf(string(c.Sensitivity), domain.Sensitivity("").Enum()):
			return bad(at, fmt.Sprintf("%q is no class of sensitivity", c.Sensitivity), "public, internal, operator_only or secret")
		}
	}
	return nil
}

// checkNegative holds negative evidence to C9.
func (d *Document) checkNegative() error {
	for name, n := range d.Negative {
		at := "negative_evidence." + name
		switch {
		case !isOf(string(n.Result), NegativeResult("").Enum()):
			return bad(at, fmt.Sprintf("%q is no result", n.Result), "not_observed_in_checked_scope or unknown_not_checked")
		case len(n.Surfaces) == 0:
			return bad(at, "does not say what was looked at", "surfaces names it: sessions, roadmap, channel ops")
		case n.Result == NotObserved && n.Query == "":
			return bad(at, "does not say what was searched for", "query is what was asked; all is everything")
		case n.By == "":
			return bad(at, "does not say who searched", "by is a name")
		}
	}
	return nil
}

// checkClosure holds the closure state to A9.
func (d *Document) checkClosure() error {
	c := d.Closure
	if c == nil {
		return nil
	}
	switch {
	case !isOf(string(c.State), ClosureState("").Enum()):
		return bad("closure", fmt.Sprintf("%q is no closure state", c.State), "converged, follow-up-landed, pre-existing-flake-only, in-flight, merged or dup")
	case c.State.Final() && c.NextAction != "":
		return bad("closure", string(c.State)+" leaves nothing to do, and a next action is named", "leave next_action out")
	case !c.State.Final() && c.NextAction == "":
		return bad("closure", string(c.State)+" leaves something to do, and no next action is named", "next_action is one sentence")
	case c.State == ClosureFlake && len(c.Evidence) == 0:
		return bad("closure", "a flake that was there before cites no event", "name the test.failed or lane.red of the base")
	case !c.LastUpdated.Known():
		return bad("closure", "has no last_updated, or one that is no time", "RFC 3339, in the years 1678 to 2261")
	case c.Was != "" && !isOf(string(c.Was), ClosureState("").Enum()):
		return bad("closure", fmt.Sprintf("was %q, which is no closure state", c.Was), "converged, follow-up-landed, pre-existing-flake-only, in-flight, merged or dup")
	case c.Was == c.State:
		return bad("closure", "was "+string(c.Was)+" and is that still", "leave was out where nothing moved")
	case c.Was == "" && c.Cause != "":
		return bad("closure", "names the commit that moved it, and not from where", "was is the state before")
	}
	return nil
}

// checkNames refuses items without a name, which no pointer could reach.
func (d *Document) checkNames() error {
	for section, has := range map[string]bool{"claims": hasKey(d.Claims), "negative_evidence": hasKey(d.Negative), "next_actions": hasKey(d.NextActions),
		"lanes": hasKey(d.Lanes.Items), "exact_pinpoint": hasKey(d.Pinpoints.Items), "usage": hasKey(d.Usage.Items)} {
		if has {
			return bad(section, "has an item without a name", "an item is found by its name")
		}
	}
	return nil
}

func hasKey[V any](items map[string]V) bool {
	_, has := items[""]
	return has
}

// isBlank reports whether a text is empty or only white space.
func isBlank(s string) bool { return strings.TrimSpace(s) == "" }

func isOf(value string, of []string) bool {
	for _, one := range of {
		if one == value {
			return true
		}
	}
	return false
}

// Cited are the events that the statements of a document rest on, by the member that cites them.
type Cited struct {
	Member string
	Event  domain.EventID
	// Fact says that an observed fact rests on it: its trust has to be medium at least.
	Fact bool
	// Red says that it has to show that something failed.
	Red bool
	// Class is that of the item which rests on it: the event is of no greater one. "" for what has no class.
	Class domain.Sensitivity
}

// Cited lists the events that the reporter's statements name, sorted by member.
func (d *Document) Cited() (all []Cited) {
	for _, name := range sortedKeys(d.Claims) {
		c := d.Claims[name]
		for _, id := range c.Evidence {
			all = append(all, Cited{Member: "claims." + name, Event: id, Fact: c.Kind == ClaimFact, Class: c.Class()})
		}
	}
	for _, name := range sortedKeys(d.Negative) {
		for _, id := range append(append([]domain.EventID{}, d.Negative[name].Evidence...), d.Negative[name].InvalidatedBy...) {
			all = append(all, Cited{Member: "negative_evidence." + name, Event: id})
		}
	}
	for _, name := range sortedKeys(d.Pinpoints.Items) {
		p := d.Pinpoints.Items[name]
		for _, id := range p.Evidence {
			all = append(all, Cited{Member: "exact_pinpoint." + name, Event: id, Class: p.Class()})
		}
	}
	if d.Closure != nil {
		for _, id := range d.Closure.Evidence {
			all = append(all, Cited{Member: "closure", Event: id, Red: d.Closure.State == ClosureFlake})
		}
	}
	return all
}
