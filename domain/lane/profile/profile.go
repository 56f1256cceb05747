// Package profile says which profile of expectations is in force in a log, and what a profile
// expects of the work of a lane (docs/outcome.md, "Profiles").
//
// A log adopts a profile by an event. [InForce] reads the set of these events: their order is that of
// the adoptions which each of them replaces, and neither a clock nor the order of arrival. The package
// looks at no lane, and appends nothing.
package profile

import (
	"crypto/sha256"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
)

// Profile is what the work of a lane sets itself. The zero value is [BuiltIn].
type Profile struct{ adopted *domain.ExpectsProfile }

// builtIn is the profile of this program. Its revision rises with every change of what it says, or of
// how the work of a lane shows it.
var builtIn = domain.ExpectsProfile{
	Name: "undertaken", Revision: 2,
	Tested:    []domain.WorkExpectation{domain.WorkGreen},
	Committed: []domain.WorkExpectation{domain.WorkWrites},
	Pushed:    []domain.WorkExpectation{domain.WorkPushed},
}

// BuiltIn is the profile of a log that adopted none: work that ran tests is expected to leave them
// green, work with commits to commit all that it wrote, and work with a push to have the push arrive.
func BuiltIn() Profile { return Profile{} }

// Of returns the profile of a document.
//
// Errors: kind usage: Cause names each problem.
func Of(p *domain.ExpectsProfile) (Profile, error) {
	if problems := Problems(p); len(problems) > 0 {
		return Profile{}, &domain.Error{Kind: domain.ErrUsage, Operation: "read profile", Target: p.Name,
			Message: "not accepted; problems: " + strconv.Itoa(len(problems)), Cause: problems}
	}
	return Profile{p}, nil
}

// Document returns what the profile says. The caller must not change it.
func (p Profile) Document() *domain.ExpectsProfile {
	if p.adopted == nil {
		return &builtIn
	}
	return p.adopted
}

// IsBuiltIn reports whether the profile is that of the program.
func (p Profile) IsBuiltIn() bool { return p.adopted == nil }

// String names the profile and its revision, such as "undertaken/2".
func (p Profile) String() string {
	return p.Document().Name + "/" + strconv.Itoa(p.Document().Revision)
}

// Digest is SHA-256 over RFC 8785 of an adopted profile; zero for the built-in one, which the program
// and its name identify.
func (p Profile) Digest() domain.Digest {
	if p.adopted == nil {
		return domain.Digest{}
	}
	raw, err := json.Marshal(p.adopted)
	if err == nil {
		raw, err = jcs.Rounded(raw)
	}
	if err != nil {
		panic("profile: a profile is texts and a number: " + err.Error())
	}
	return sha256.Sum256(raw)
}

// Undertaking is something that a lane did, and has to show the end of.
type Undertaking string

// The undertakings, in the order of a profile.
const (
	Wrote     Undertaking = "wrote"
	Tested    Undertaking = "tested"
	Committed Undertaking = "committed"
	Pushed    Undertaking = "pushed"
)

// Enum lists the values.
func (Undertaking) Enum() []string {
	return []string{string(Wrote), string(Tested), string(Committed), string(Pushed)}
}

// Expects returns what the profile expects of work with an undertaking.
func (p Profile) Expects(u Undertaking) []domain.WorkExpectation {
	d := p.Document()
	switch u {
	case Wrote:
		return d.Wrote
	case Tested:
		return d.Tested
	case Committed:
		return d.Committed
	case Pushed:
		return d.Pushed
	}
	return nil
}

// maxName is how long the name of a profile may be.
const maxName = 64

// Problems returns why a document is no profile; none for one that is.
func Problems(p *domain.ExpectsProfile) (out []string) {
	switch {
	case p.Name == "":
		out = append(out, "name is missing")
	case p.Name == builtIn.Name:
		out = append(out, "name is that of the built-in profile")
	case len(p.Name) > maxName || !isName(p.Name):
		out = append(out, "name may hold small letters, digits, - and _, at most "+strconv.Itoa(maxName))
	}
	if p.Revision < 1 {
		out = append(out, "revision must be 1 or more")
	}
	known := domain.WorkExpectation("").Enum()
	for _, u := range Undertaking("").Enum() {
		some := Profile{p}.Expects(Undertaking(u))
		for i, x := range some {
			switch {
			case !slices.Contains(known, string(x)):
				out = append(out, u+" expects "+strconv.Quote(string(x))+", which calls cannot show")
			case slices.Contains(some[:i], x):
				out = append(out, u+" expects "+string(x)+" twice")
			}
		}
	}
	return out
}

func isName(s string) bool {
	for _, c := range s {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' && c != '_' {
			return false
		}
	}
	return true
}
