package policy

// Evaluate asks all layers of an action. The strictest rule that meets a part of it
// decides; it is allowed only when every part is. A layer that cannot be read denies.
func Evaluate(layers []Layer, a *Action) Verdict {
	var v Verdict
	for _, l := range layers {
		if l.Policy == nil {
			v.Unread = append(v.Unread, l)
		}
	}
	all := parts(a)
	allowed := len(all) > 0
	for i := range all {
		allowed = v.part(layers, a, &all[i]) && allowed
	}
	switch {
	case len(v.Unread) > 0:
		v.Decision, v.Exception, v.Match = Deny, Never, nil
	case v.Decision == Allow && !allowed:
		v.Decision, v.Match, v.Part = None, nil, ""
	case len(all) == 1:
		v.Part = ""
	}
	return v
}

// part takes the rules that meet a part into the verdict, and reports whether the part
// may go on without a restriction.
func (v *Verdict) part(layers []Layer, a *Action, p *part) (allowed bool) {
	allowed = p.harmless()
	for i := range layers {
		l := &layers[i]
		if l.Policy == nil {
			continue
		}
		for k := range l.Policy.Rules {
			r := &l.Policy.Rules[k]
			switch {
			case r.Decision == Allow && (!l.MayAllow || !r.When.surely(a, p)), r.Decision != Allow && !r.When.perhaps(a, p):
				continue
			}
			allowed = allowed || r.Decision == Allow
			v.take(Match{Layer: l.Name, Policy: l.Policy.Digest, Rule: r, Part: p.shown})
		}
	}
	return allowed
}

// take adds a match: a stricter one decides, of equal ones the first.
func (v *Verdict) take(m Match) {
	v.Matches = append(v.Matches, m)
	r := m.Rule
	if v.Match == nil || r.Decision.Rank() > v.Decision.Rank() {
		v.Decision, v.Match, v.Part = r.Decision, &m, m.Part
	}
	if r.Decision != Deny {
		return
	}
	if v.Exception == "" || r.Exception.rank() > v.Exception.rank() {
		v.Exception = r.Exception
	}
	if r.Longest > 0 && (v.Longest == 0 || r.Longest < v.Longest) {
		v.Longest = r.Longest
	}
}
