package policy

import "github.com/clawable/claw/domain"

// binding reads what a rule that holds an action back binds the approval of it to.
func (r *reader) binding(in map[string]any, decision Decision) domain.Binding {
	bind := domain.Binding(r.text(in, "bind"))
	switch {
	case bind == "": // absent, or no text
	case bind != domain.BindContent:
		r.problem("bind", "must be content")
	case decision == Allow:
		r.problem("bind", "belongs to a rule that asks or denies")
	}
	return bind
}

// binds takes what a rule binds into the verdict: of rules that hold an action back one is
// enough.
func (v *Verdict) binds(r *Rule) {
	if r.Decision != Allow && r.Bind != "" {
		v.Bind = r.Bind
	}
}

// bindsAs reports whether a rule binds all that another one does.
func (r *Rule) bindsAs(o *Rule) bool { return r.Bind != "" || o.Bind == "" }
