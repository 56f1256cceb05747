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
	v.uncertain(layers, a, all)
	switch {
	case len(v.Unread) > 0:
		v.Decision, v.Exception, v.Match = Deny, Never, nil
	case v.Decision == Allow && !allowed:
		v.Decision, v.Match, v.Part = None, nil, ""
	case len(all) == 1:
		v.Part = ""
	}
	if v.Match != nil {
		v.Checkouts = v.Match.Rule.When.held(a)
	}
	return v
}

// part adds the rules that match a part to the verdict, and reports whether the part may proceed
// without a restriction.
func (v *Verdict) part(layers []Layer, a *Action, p *part) (allowed bool) {
	allowed = p.harmless()
	for i := range layers {
		l := &layers[i]
		for k := range l.rules() {
			r := &l.Policy.Rules[k]
			if r.Uncertain != "" || !r.meets(l, a, p) {
				continue
			}
			allowed = allowed || r.Decision == Allow
			v.take(r.match(l, p, r.Decision))
		}
	}
	return allowed
}

func (r *Rule) match(l *Layer, p *part, d Decision) Match {
	return Match{Layer: l.Name, Policy: l.Policy.Digest, Rule: r, Part: p.shown, Decision: d}
}

// meets reports whether the rule of a layer applies to a part: a restriction where it may be meant,
// an
// allowance that counts where nothing else can be.
func (r *Rule) meets(l *Layer, a *Action, p *part) bool {
	if r.Decision == Allow {
		return l.MayAllow && r.When.surely(a, p)
	}
	return r.When.perhaps(a, p)
}

// take adds a match: a stricter one decides, of equal ones the first.
func (v *Verdict) take(m Match) {
	v.Matches = append(v.Matches, m)
	r := m.Rule
	v.binds(r)
	if v.Match == nil || m.Decision.Rank() > v.Decision.Rank() {
		v.Decision, v.Match, v.Part = m.Decision, &m, m.Part
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
