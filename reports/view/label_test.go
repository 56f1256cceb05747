package view_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/redact"
	"github.com/clawable/claw/reports/view"
)

// labelled is a document with two lanes, sessions, approvals, ships and claims, of which the first each is of a
// class, and a text in every field; plants are the texts of these.
func labelled(class domain.Sensitivity) (plants []string, src view.Source) {
	p := &planter{plants: map[string][]string{}, few: func() int { return 1 }}
	p.text = func(int) string { return "OTHER" }
	var d reports.Document
	p.fill("", fieldsOf(&d))
	p.text = func(n int) string {
		plants = append(plants, fmt.Sprintf("PLANT%05dX", n))
		return plants[len(plants)-1]
	}
	hide := func(of any, l *reports.Labelled) {
		p.fill("", fieldsOf(of))
		l.Sensitivity = class
	}
	var lane reports.Lane
	hide(&lane, &lane.Labelled)
	var session reports.Session
	hide(&session, &session.Labelled)
	var approval reports.Approval
	hide(&approval, &approval.Labelled)
	var ship reports.Ship
	hide(&ship, &ship.Labelled)
	d.Lanes.Items["lane-1"], d.ActiveSessions.Items["session-1"] = lane, session
	d.Approvals.Items["approval-1"], d.Ships.Items["ship-1"] = approval, ship
	var claim reports.Claim
	hide(&claim, &claim.Labelled)
	d.Claims["claim-1"] = claim
	var pinpoint reports.Pinpoint
	hide(&pinpoint, &pinpoint.Labelled)
	d.Pinpoints.Items["pinpoint-1"] = pinpoint
	d.Claims["session-1"] = reports.Claim{Labelled: reports.Labelled{Sensitivity: domain.SensitivityPublic}} // another item of the name
	var blocker reports.Blocker
	p.fill("", fieldsOf(&blocker))
	d.Blockers.Items["lane:lane-1"] = blocker
	var action reports.Action
	p.fill("", fieldsOf(&action))
	d.NextActions["approval:approval-1"] = action
	var delta reports.ItemDelta
	p.fill("", fieldsOf(&delta))
	d.Delta.Items["lanes"] = map[string]reports.ItemDelta{"lane-1": delta}
	s, err := reports.Seal(&d)
	if err != nil {
		panic(err)
	}
	return plants, view.Source{Sealed: s, Document: &d}
}

// TestWhatIsLabelledIsWithheldWhereverItIsNamed renders a report in which events of some items are
// labelled.
func TestWhatIsLabelledIsWithheldWhereverItIsNamed(t *testing.T) {
	for _, class := range []domain.Sensitivity{domain.SensitivityOperatorOnly, domain.SensitivitySecret, "cosmic"} {
		plants, src := labelled(class)
		if len(plants) < 50 {
			t.Fatalf("%d texts were planted", len(plants))
		}
		everyView(func(c view.Capabilities) {
			v := render(t, &src, c)
			if class == domain.SensitivityOperatorOnly && policy(t).Ceiling(c.Audience, c.Sensitivity) == class {
				return
			}
			for _, plant := range plants {
				if strings.Contains(string(v.Bytes), plant) {
					t.Errorf("%s: %+v shows %s", class, c, plant)
				}
			}
			if c.Format == view.JSON && c.Audience == view.OpsAudit && !strings.Contains(string(v.Bytes), `"rule":"`+redact.Label+`"`) {
				t.Errorf("%s: %+v does not say why the lane is not there", class, c)
			}
		})
	}
}

// TestOperatorsSeeWhatIsLabelledForThem renders it for an audience of the class.
func TestOperatorsSeeWhatIsLabelledForThem(t *testing.T) {
	plants, src := labelled(domain.SensitivityOperatorOnly)
	text := string(render(t, &src, view.Capabilities{Audience: view.OpsAudit, Format: view.JSON, Verbosity: view.Full}).Bytes)
	for _, plant := range plants {
		if !strings.Contains(text, plant) {
			t.Errorf("ops_audit does not show %s", plant)
		}
	}
}
