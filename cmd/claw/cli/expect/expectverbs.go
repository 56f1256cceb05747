package expectcmd

import (
	"cmp"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/profile"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/projections/store/query"
)

// ExpectVerb is claw expect.
func ExpectVerb(a *app.App) *cobra.Command {
	cmd := app.VerbFamily("expect", "more", "What the work of a lane has to show where nobody stated it: show, adopt and explain profiles")
	cmd.AddGroup(&cobra.Group{ID: "look", Title: "Look:"}, &cobra.Group{ID: "decide", Title: "Decide:"})
	cmd.AddCommand(expectShow(a), expectExplain(a), expectAdopt(a))
	return cmd
}

// ProfileDocument is the answer of expect show: the profile in force, and where it comes from.
type ProfileDocument struct {
	app.Head
	view.ReadAt
	Profile string `json:"profile"` // its name and revision
	// Digest is SHA-256 over RFC 8785 of what an adopted profile says; absent for the built-in one.
	Digest  domain.Digest         `json:"digest,omitzero"`
	BuiltIn bool                  `json:"built_in"`
	Expects domain.ExpectsProfile `json:"expects"`
	// Why says why the built-in profile is in force although the log adopted one.
	Why       profile.Reason `json:"why,omitzero"`
	Adoptions []adoption     `json:"adoptions"` // that none replaces, then those that count for nothing
}

// adoption is an event by which the log adopted a profile.
type adoption struct {
	Event      domain.EventID   `json:"event"`
	Profile    string           `json:"profile"`
	Digest     domain.Digest    `json:"digest,omitzero"`
	Trust      domain.Trust     `json:"trust"`
	By         domain.EmitterID `json:"by,omitzero"`
	Signer     domain.Actor     `json:"signer,omitzero"`
	RecordedAt time.Time        `json:"recorded_at"`
	Reason     string           `json:"reason,omitzero"`
	Unreadable bool             `json:"unreadable,omitzero"`
	// Unheard says that it counts for nothing: its word is trusted too little, or less than another.
	Unheard bool `json:"unheard,omitzero"`
}

func expectShow(a *app.App) *cobra.Command {
	return a.Verb("show", "look", "Show the profile in force, and where it comes from", app.NoArgs,
		func([]string) (app.Document, error) { return show(a) })
}

func show(a *app.App) (*ProfileDocument, error) {
	v, err := view.Open(a)
	if err != nil {
		return nil, err
	}
	s, err := query.ProfileInForce(v)
	if err != nil {
		return nil, err
	}
	log, _, err := a.OpenLog(app.ToRead)
	if err != nil {
		return nil, err
	}
	d := &ProfileDocument{Head: app.HeadOf("expects_profile"), ReadAt: v.ReadAt(), Profile: s.Profile.String(), Digest: s.Profile.Digest(),
		BuiltIn: s.Profile.IsBuiltIn(), Expects: *s.Profile.Document(), Why: s.Why, Adoptions: []adoption{}}
	for i, some := range [][]profile.Adoption{s.Last, s.Unheard} {
		for _, one := range some {
			told, err := adoptionOf(a, log, one)
			if err != nil {
				return nil, err
			}
			told.Unheard = i > 0
			d.Adoptions = append(d.Adoptions, told)
		}
	}
	return d, nil
}

func adoptionOf(a *app.App, log eventlog.Log, one profile.Adoption) (adoption, error) {
	out := adoption{Event: one.Event, Profile: one.Profile.String(), Digest: one.Profile.Digest(), Trust: one.Trust, By: one.By, Unreadable: one.Unreadable}
	e, err := log.Get(a.Ctx, one.Event)
	if err != nil {
		return out, err
	}
	var p domain.ExpectsAdopted
	if !e.Erased && eventlog.Decode(e.Data, &p) == nil {
		out.Reason, out.Signer = p.Reason, p.Signer
	}
	out.RecordedAt = e.RecordedAt
	return out, nil
}

func (d *ProfileDocument) Text(p *term.Page) {
	from := "adopted by this log"
	if d.BuiltIn {
		from = "built in"
	}
	p.Field("profile", term.StylePlain, "%s, %s", d.Profile, from)
	if d.Why != "" {
		p.Field("why", term.StyleYellow, "%s", view.WhyBuiltIn(d.Why))
	}
	writeExpects(p, &d.Expects)
	for i := range d.Adoptions {
		one := &d.Adoptions[i]
		p.Field("adopted", term.StylePlain, "%s", one.text())
		if one.Reason != "" {
			p.Field("reason", term.StylePlain, "%s", one.Reason)
		}
	}
}

// writeExpects writes what a profile expects of each undertaking.
func writeExpects(p *term.Page, of *domain.ExpectsProfile) {
	for _, row := range []struct {
		who  string
		some []domain.WorkExpectation
	}{{"wrote", of.Wrote}, {"tested", of.Tested}, {"committed", of.Committed}, {"pushed", of.Pushed}} {
		p.Field(row.who, term.StylePlain, "expects %s", cmp.Or(words(row.some), "nothing"))
	}
}

// words are expectations in one line.
func words[T ~string](some []T) string {
	out := make([]string, len(some))
	for i, x := range some {
		out[i] = string(x)
	}
	return strings.Join(out, ", ")
}

func (a *adoption) text() string {
	text := a.Profile
	if a.Unreadable {
		text = "a profile that cannot be read"
	}
	text += ", trust " + string(a.Trust) + ", " + term.Clock(a.RecordedAt)
	switch {
	case a.Signer != "":
		text += ", signed by " + string(a.Signer)
	case a.By != "":
		text += ", by " + string(a.By)
	}
	if a.Unheard {
		text += ": counts for nothing, its word is trusted less than another or too little"
	}
	return text + " (" + a.Event.String() + ")"
}
