package policy

import "slices"

// uncertainValues are the values of the key "uncertain".
var uncertainValues = []Decision{Deny, Ask, Allow}

// uncertain reads the policy's own key, which counts for every rule that has none.
func (r *reader) uncertain(doc document) Decision {
	if doc.Uncertain == nil {
		return ""
	}
	text, _ := doc.Uncertain.(string)
	if !slices.Contains(uncertainValues, Decision(text)) {
		r.problemAt(max(r.lines["uncertain"], 1), "uncertain must be deny, ask or allow")
	}
	return Decision(text)
}

// uncertainOf is what a rule decides of an action that it may mean: as its own key says, else the
// policy's; "" where what may be is taken for what is.
func (r *reader) uncertainOf(in map[string]any, rule *Rule, policys Decision) Decision {
	says := policys
	if _, own := in["uncertain"]; own {
		says = Decision(r.text(in, "uncertain"))
		switch {
		case !slices.Contains(uncertainValues, says):
			r.problem("uncertain", "must be deny, ask or allow")
		case rule.Decision == Allow:
			r.problem("uncertain", "belongs to a rule that denies or asks: nothing uncertain is ever allowed by one that allows")
		case rule.Decision == Ask && says == Deny:
			r.problem("uncertain", "is stricter than the rule, which asks")
		}
	}
	if rule.Decision == Allow || says == Deny {
		return ""
	}
	return says
}
