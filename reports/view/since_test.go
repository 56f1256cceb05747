package view_test

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/redact"
	"github.com/clawable/claw/reports/view"
)

// changed is the report of the golden views, with the advice that holds at the time of reading, after a
// change of one lane; the reader has it as it was before.
func changed(t testing.TB, change func(*reports.Lane)) *view.Source {
	t.Helper()
	d := *fixture(t).Document
	d.Lanes.Items = maps.Clone(d.Lanes.Items)
	sealed := func() reports.Sealed {
		s, err := reports.Seal(&d)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for id, l := range d.Lanes.Items {
		l.Advice = d.AdviceAt(id, asOf)
		d.Lanes.Items[id] = l
	}
	before := sealed()
	first := slices.Min(slices.Collect(maps.Keys(d.Lanes.Items)))
	l := d.Lanes.Items[first]
	change(&l)
	d.Lanes.Items[first] = l
	return &view.Source{Report: fixture(t).Report, Sealed: sealed(), Document: &d, Since: before}
}

// TestWhatTheReaderHasIsCountedNotTold renders a report of which one lane changed, for a reader that has
// the one before.
func TestWhatTheReaderHasIsCountedNotTold(t *testing.T) {
	src := changed(t, func(l *reports.Lane) { l.Title = domain.Known(domain.ShortLabel("another title")) })
	for _, audience := range []string{view.HumanReadable, view.OpsAudit} {
		for _, format := range view.Format("").Enum() {
			c := view.Capabilities{Audience: audience, Format: view.Format(format)}
			v := render(t, src, c)
			text := strings.Join(strings.Fields(strings.ReplaceAll(string(v.Bytes), "\\", "")), " ")
			want := []string{"another title", "Unchanged since the report that the reader has: ", "since report", src.Since.Hash.String(), "are unchanged since what the reader has.", "looked for in "}
			if c.Format == view.JSON {
				want = []string{"another title", `"$unchanged":{"count":`, `"since":"` + src.Since.Hash.String() + `"`, `"unchanged":[{"count":`}
			}
			for _, w := range want {
				if !strings.Contains(text, w) {
					t.Errorf("%s as %s does not say %s\n%s", audience, format, w, v.Bytes)
				}
			}
			whole := *src
			whole.Since = reports.Sealed{}
			if full := render(t, &whole, c); full.ID == v.ID || len(full.Bytes) <= len(v.Bytes) || bytes.Contains(full.Bytes, []byte("nchanged since")) {
				t.Errorf("%s as %s: the full view has %d bytes, the collapsed one %d", audience, format, len(full.Bytes), len(v.Bytes))
			}
			if again, err := view.Read(v.Bytes); err != nil || again.ID != v.ID || again.Inputs.Since != src.Since.Hash {
				t.Errorf("%s as %s reads as %+v, %v", audience, format, again, err)
			}
		}
	}
}

// TestWhatIsGoneIsNamed removes a lane from the report: the view states that it is no longer there,
// by the name under which the lane was shown.
func TestWhatIsGoneIsNamed(t *testing.T) {
	src := changed(t, func(*reports.Lane) {})
	d := *src.Document
	d.Lanes.Items = maps.Clone(d.Lanes.Items)
	first := slices.Min(slices.Collect(maps.Keys(d.Lanes.Items)))
	delete(d.Lanes.Items, first)
	s, err := reports.Seal(&d)
	if err != nil {
		t.Fatal(err)
	}
	src.Document, src.Sealed = &d, s
	for _, c := range []struct {
		format  view.Format
		ceiling domain.Sensitivity
		want    string
	}{{view.JSON, "", `"gone":["` + first + `"]`}, {view.JSON, domain.SensitivityPublic, `"gone":["$hash:`},
		{view.Terminal, "", "No longer in the report, of /lanes/items: " + first}, {view.Terminal, domain.SensitivityPublic, "No longer in the report, of /lanes/items: [redacted name, hash "}} {
		text := strings.Join(strings.Fields(string(render(t, src, view.Capabilities{Audience: view.HumanReadable, Format: c.format, Sensitivity: c.ceiling}).Bytes)), " ")
		if !strings.Contains(text, c.want) || c.ceiling != "" && strings.Contains(text, first) {
			t.Errorf("%s, up to %q: does not say %s\n%s", c.format, c.ceiling, c.want, text)
		}
	}
}

// TestNoEventIsMadeOfALaneThatDidNotChange renders for clawhip a report that says what it said, and one
// of which a lane changed.
func TestNoEventIsMadeOfALaneThatDidNotChange(t *testing.T) {
	c := view.Capabilities{Audience: view.Clawhip, Format: view.JSON}
	events := func(change func(*reports.Lane)) int {
		return bytes.Count(render(t, changed(t, change), c).Bytes, []byte(`"normalized_event":`))
	}
	if n := events(func(*reports.Lane) {}); n != 0 {
		t.Errorf("%d events of lanes that did not change", n)
	}
	if n := events(func(l *reports.Lane) { l.Title = domain.Known(domain.ShortLabel("another title")) }); n != 1 {
		t.Errorf("%d events of one lane that changed", n)
	}
	if n := events(func(l *reports.Lane) { l.Evidence = nil }); n != 0 {
		t.Errorf("%d events of a lane that other events show", n)
	}
}

// TestWhatIsWithheldIsNoNews changes texts between two reports of which a reader gets nothing, not even a
// hash: its view since the first is, but for the hashes of the reports, that of one that did not change.
func TestWhatIsWithheldIsNoNews(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anyCapabilities(t)
		p := &planter{plants: map[string][]string{}, few: func() int { return 2 }, text: func(n int) string { return fmt.Sprintf("PLANT%05dX", n) }}
		src := p.source()
		ceiling := policy(t).Ceiling(c.Audience, c.Sensitivity)
		dropped := map[string]bool{}
		for _, e := range policy(t).Explain(view.Schema(), redact.Reader{Audience: c.Audience, Ceiling: ceiling, Key: key(t)}) {
			for _, plant := range p.plants[e.Field] {
				dropped[plant] = e.Effect != redact.Shown && e.Effect != redact.Effect(redact.Hash)
			}
		}
		other := &planter{plants: map[string][]string{}, few: func() int { return 2 }, text: func(n int) string {
			if text := fmt.Sprintf("PLANT%05dX", n); !dropped[text] {
				return text
			}
			return fmt.Sprintf("OTHER%05dX", n)
		}}
		now, same := other.source(), src
		now.Since, same.Since = src.Sealed, src.Sealed
		if a, b := unhashed(render(t, &same, c).Bytes), unhashed(render(t, &now, c).Bytes); !slices.Equal(a, b) {
			t.Fatalf("%+v: -unchanged +changed\n%s", c, cmp.Diff(a, b))
		}
	})
}
