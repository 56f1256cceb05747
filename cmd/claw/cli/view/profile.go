package view

import (
	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/domain/lane/profile"
	"github.com/clawable/claw/projections/store/query"
)

// WhyBuiltIn explains why the built-in profile is in force although the log adopted one, and how to settle
// it.
func WhyBuiltIn(why profile.Reason) string {
	switch why {
	case profile.ReasonContested:
		return "adoptions that do not know each other adopt different profiles; claw expect adopt settles it"
	case profile.ReasonUnreadable:
		return "this program cannot read the profile that was adopted last; claw expect adopt replaces it"
	case profile.ReasonCycle:
		return "each adoption says that it replaces another; claw expect adopt settles it"
	}
	return ""
}

// ProfileNotInForce explains why the built-in profile is in force although the log adopted one, "" where
// that is not the case.
//
// Errors: those of the read model.
func ProfileNotInForce(v *Views) (string, error) {
	s, err := query.ProfileInForce(v)
	return WhyBuiltIn(s.Why), err
}

// WarnOfProfile warns of [ProfileNotInForce].
//
// Errors: those of the read model.
func WarnOfProfile(a *app.App, v *Views) error {
	why, err := ProfileNotInForce(v)
	if err == nil && why != "" {
		a.Warn("profile_not_in_force", "lanes come out by the built-in profile: "+why)
	}
	return err
}
