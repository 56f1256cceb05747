package view_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/audit"
	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/release"
	"github.com/clawable/claw/reports/view"
)

// TestViewsOfAReleaseAreWhatTheyWere holds the audit of a release to its golden file in every format;
// -update writes them anew. Those that carry the document verify by themselves.
func TestViewsOfAReleaseAreWhatTheyWere(t *testing.T) {
	text, err := os.ReadFile("../release/testdata/release.json")
	if err != nil {
		t.Fatal(err)
	}
	s, err := reports.SealText(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range view.Format("").Enum() {
		v, err := view.Release(s, view.Format(format), asOf)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("testdata", "release", "ops_audit."+format)
		if *update {
			if err := os.WriteFile(file, v.Bytes, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(v.Bytes), "\n")); diff != "" {
			t.Errorf("%s: -want +got\n%s", format, diff)
		}
		for range 100 {
			if again, err := view.Release(s, view.Format(format), asOf); err != nil || !bytes.Equal(again.Bytes, v.Bytes) {
				t.Fatalf("%s: another rendering has other bytes: %v", format, err)
			}
		}
		_, d, err := view.ReadRelease(v.Bytes)
		switch carries := format == string(view.HTML) || format == string(view.JSON); {
		case carries && (err != nil || len(d.Commits) != 2):
			t.Errorf("%s does not verify: %v", format, err)
		case !carries && domain.KindOf(err) != domain.ErrParse:
			t.Errorf("%s: %v, want that it carries no document", format, err)
		}
	}
	page, err := os.ReadFile("testdata/release/ops_audit.html")
	if err != nil || bytes.Contains(page, []byte(`<b>"Lovelace"`)) || !bytes.Contains(page, []byte("Lovelace")) {
		t.Errorf("a name of others is an element of the page, or is not there: %v", err)
	}
}

// TestWhatIsLabelledSecretLeavesInNoFormatOfARelease plants a text in every field of a ship, an approval,
// a lane, a commit and gaps whose events are labelled.
func TestWhatIsLabelledSecretLeavesInNoFormatOfARelease(t *testing.T) {
	for class, withheld := range map[domain.Sensitivity]bool{domain.SensitivityOperatorOnly: false, domain.SensitivitySecret: true, "cosmic": true} {
		d, plants := plantedRelease(class)
		d.Withhold()
		d.Count()
		s, err := release.Seal(d)
		if err != nil {
			t.Fatal(err)
		}
		texts := map[string][]byte{"document": s.Text}
		for _, format := range view.Format("").Enum() {
			v, err := view.Release(s, view.Format(format), asOf)
			if err != nil {
				t.Fatal(err)
			}
			texts[format] = v.Bytes
			if says := strings.Contains(string(v.Bytes), "label"); says != withheld {
				t.Errorf("%s, %s: that something is withheld by its label is said: %t", class, format, says)
			}
			if carries := format == string(view.HTML) || format == string(view.JSON); carries {
				if _, _, err := view.ReadRelease(v.Bytes); err != nil {
					t.Errorf("%s, %s: does not verify: %v", class, format, err)
				}
			}
		}
		for name, text := range texts {
			for _, plant := range plants {
				if withheld && bytes.Contains(text, []byte(plant)) {
					t.Errorf("%s: %s shows %s", class, name, plant)
				}
			}
		}
		if !withheld && !bytes.Contains(s.Text, []byte(plants[0])) {
			t.Errorf("%s: the document lacks %s", class, plants[0])
		}
	}
}

// plantedRelease is a document of labelled items, and the texts of them that are no ids.
func plantedRelease(class domain.Sensitivity) (d *release.Document, plants []string) {
	d = &release.Document{Schema: release.SchemaVersion, Commits: make([]release.Commit, 1), Gaps: make([]audit.Gap, 2)}
	p := &planter{plants: map[string][]string{}, few: func() int { return 1 }}
	p.text = func(n int) string {
		plants = append(plants, fmt.Sprintf("PLANT%05dX", n))
		return plants[len(plants)-1]
	}
	var one release.Ship
	p.fill("", fieldsOf(&one))
	one.Approvals = nil
	var asked release.Approval
	p.fill("", fieldsOf(&asked))
	var worked release.Lane
	p.fill("", fieldsOf(&worked))
	ship, request := domain.StreamID{Family: domain.FamilyShip}, domain.StreamID{Family: domain.FamilyApproval}
	for i := range d.Gaps {
		p.fill("", fieldsOf(&d.Gaps[i]))
		d.Gaps[i].Kind = audit.Rider
	}
	d.Gaps[0].Ship, d.Gaps[1].Approval = ship, request
	c := &d.Commits[0]
	p.fill("", fieldsOf(&c.Author))
	p.fill("", fieldsOf(&c.Committer))
	c.Commit, c.Tree, c.Shipped, c.Role = "c0", p.plant("/tree"), release.ShippedRecorded, domain.CommitRider
	c.Ships, c.Approvals, c.Lanes = []domain.StreamID{ship}, []domain.StreamID{request}, []domain.LaneID{"lane-1"}
	d.Ships, d.Approvals, d.Lanes = map[domain.StreamID]release.Ship{ship: one}, map[domain.StreamID]release.Approval{request: asked}, map[domain.LaneID]release.Lane{"lane-1": worked}
	release.Classify(&d.Sensitivity.Commits, c.Commit, class)
	release.Classify(&d.Sensitivity.Ships, ship, class)
	release.Classify(&d.Sensitivity.Approvals, request, class)
	release.Classify(&d.Sensitivity.Lanes, domain.LaneID("lane-1"), class)
	return d, plants
}
