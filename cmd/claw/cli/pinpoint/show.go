package pinpointcmd

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/nudge"
	"github.com/clawable/claw/reports/pinpoint"
)

// PinpointDocument is the answer of pinpoint show.
type PinpointDocument struct {
	app.Head
	Pinpoint pinpoint.Item   `json:"pinpoint"`
	Asked    []nudge.Nudge   `json:"nudges"` // that ask about it
	Void     []pinpoint.Void `json:"void_events,omitzero"`
}

func pinpointShow(a *app.App) *cobra.Command {
	return a.Verb("show PINPOINT", "look", "Show a gap: who filed it, its evidence, its lineage, and the lanes that it was handed to", app.Exactly(1, "PINPOINT"),
		func(args []string) (app.Document, error) {
			_, s, item, err := found(a, app.ToRead, args[0])
			if err != nil {
				return nil, err
			}
			d := &PinpointDocument{Head: app.HeadOf("pinpoint"), Pinpoint: *item, Asked: []nudge.Nudge{}}
			for i := range s.Nudges {
				if s.Of(s.Nudges[i].Pinpoint) == item {
					d.Asked = append(d.Asked, s.Nudges[i])
				}
			}
			for _, v := range s.Void {
				if s.Of(v.Pinpoint) == item {
					d.Void = append(d.Void, v)
				}
			}
			return d, nil
		})
}

func (d *PinpointDocument) Text(p *term.Page) {
	itemText(p, &d.Pinpoint)
	for i := range d.Asked {
		n := &d.Asked[i]
		p.Field("nudge", term.StylePlain, "%s: %s", n.Nudge, strings.ReplaceAll(string(n.Last().Handling), "_", " "))
	}
	for _, v := range d.Void {
		p.Field("void", term.StyleYellow, "%s does not count: %s", v.Event, strings.ReplaceAll(string(v.Reason), "_", " "))
	}
}

// itemText writes an item.
func itemText(p *term.Page, i *pinpoint.Item) {
	p.Heading(titleText(i))
	p.Line("%s%s", i.Pinpoint, orText(", ", term.Joined(i.Names)))
	p.Field("state", stateStyle(i.State), "%s since %s%s", stateText(i), term.Clock(i.StateSince.Time()), orText(": ", i.StateNote))
	p.Field("rank", term.StylePlain, "%s", orNone(term.Joined(nonEmpty(string(i.Priority), string(i.Severity), string(i.Harm))))+orText(", because of ", term.Joined(i.Reasons)))
	p.Field("readiness", term.StylePlain, "%s", i.Readiness)
	if i.Description != "" {
		p.Field("says", term.StylePlain, "%s", i.Description)
	}
	if i.SimilarityKey != "" {
		p.Field("like", term.StyleDim, "%s at %s: %s (%s)", i.FailureClass, i.Place, i.ErrorSignature, i.SimilarityKey)
	}
	if !i.SupersededBy.IsZero() {
		p.Field("successor", term.StylePlain, "%s", i.SupersededBy)
	}
	for label, ids := range lineage(i) {
		if len(ids) > 0 {
			p.Field(label, term.StylePlain, "%s", term.Joined(texts(ids)))
		}
	}
	for _, f := range i.Filings {
		p.Field("filed", term.StylePlain, "%s by %s%s", term.Clock(f.FiledAt.Time()), f.By, orText(", found by ", string(f.Reporter))+orText(", the same by ", string(f.Same))+orText(", asked by nudge ", f.Nudge))
	}
	for n := range i.Evidence {
		e := &i.Evidence[n]
		p.Field("evidence", term.StylePlain, "%s: %s%s", strings.ReplaceAll(string(e.Role), "_", " "), refText(&e.Ref), orText(", ", e.Ref.Preview.Preview()))
	}
	for _, h := range i.Handoffs {
		p.Field("handoff", term.StylePlain, "%s, %s: %s%s", term.Clock(h.At.Time()), strings.ReplaceAll(string(h.Readiness), "_", " "), h.Objective, orText(", to lane ", string(h.Lane)))
	}
}

// lineage yields the other items to which an item is related, in a fixed order.
func lineage(i *pinpoint.Item) func(func(string, []domain.StreamID) bool) {
	return func(yield func(string, []domain.StreamID) bool) {
		_ = yield("supersedes", i.Supersedes) && yield("related", i.Related) && yield("distinct", i.Distinct)
	}
}

func texts(ids []domain.StreamID) []string {
	all := make([]string, len(ids))
	for i, id := range ids {
		all[i] = id.String()
	}
	return all
}

// refText is a reference for people.
func refText(r *domain.EvidenceRef) string {
	event := ""
	if !r.Event.IsZero() {
		event = "event " + r.Event.String()
	}
	return strings.Join(nonEmpty(event, orText("session ", string(r.Session)), orText("item ", string(r.Item)), orText("commit ", string(r.Commit)), string(r.Path), r.URL), ", ")
}

func nonEmpty(all ...string) (some []string) {
	for _, s := range all {
		if s != "" {
			some = append(some, s)
		}
	}
	return some
}

func orText(before, s string) string {
	if s == "" {
		return ""
	}
	return before + s
}

func orNone(s string) string {
	if s == "" {
		return "not ranked"
	}
	return s
}
