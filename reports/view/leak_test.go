package view_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/redact"
	"github.com/clawable/claw/reports/view"
)

var asOf = domain.AtUnixNano(1780318800e9) // 2026-06-01T13:00:00Z

// policy is the built-in policy.
func policy(t fataler) *redact.Policy {
	p, err := redact.Parse("claw.default", redact.Default())
	if err != nil {
		t.Fatalf("%v", err)
	}
	return p
}

// key is a key for tests.
func key(t fataler) *redact.Key {
	k, err := redact.NewKey([]byte("0123456789abcdef0123456789abcdef"))
	if err != nil {
		t.Fatalf("%v", err)
	}
	return k
}

type fataler interface{ Fatalf(string, ...any) }

func render(t fataler, src *view.Source, c view.Capabilities) *view.View {
	v, err := view.NewRenderer(policy(t), key(t)).Render(src, c, asOf)
	if err != nil {
		t.Fatalf("%+v: %v", c, err)
	}
	return v
}

// ceilings are the classes that a consumer may ask for, "" for those of the audience.
var ceilings = []domain.Sensitivity{"", domain.SensitivityPublic, domain.SensitivityInternal}

// everyView calls each with every combination of the capabilities of a consumer.
func everyView(each func(view.Capabilities)) {
	for _, audience := range view.Audiences() {
		for _, format := range view.Format("").Enum() {
			for _, c := range ceilings {
				for _, v := range append(view.Verbosity("").Enum(), "") {
					each(view.Capabilities{Audience: audience, Format: view.Format(format), Sensitivity: c, Verbosity: view.Verbosity(v)})
				}
			}
		}
	}
}

// hidden are the planted texts that a reader may not see, and those that it may.
func hidden(t fataler, p *planter, c view.Capabilities) (no, yes []string) {
	pol := policy(t)
	ceiling := pol.Ceiling(c.Audience, c.Sensitivity)
	for _, e := range pol.Explain(view.Schema(), redact.Reader{Audience: c.Audience, Ceiling: ceiling, Key: key(t)}) {
		if e.Effect == redact.Shown {
			yes = append(yes, p.plants[e.Field]...)
		} else {
			no = append(no, p.plants[e.Field]...)
		}
	}
	return no, yes
}

// TestNoAudienceSeesWhatIsAboveItsClass plants a text in every field that can hold one.
func TestNoAudienceSeesWhatIsAboveItsClass(t *testing.T) {
	p, src := planted()
	if len(p.plants) < 100 {
		t.Fatalf("texts were planted in %d fields", len(p.plants))
	}
	everyView(func(c view.Capabilities) {
		text := string(render(t, &src, c).Bytes)
		no, _ := hidden(t, p, c)
		for _, plant := range no {
			if strings.Contains(text, plant) {
				t.Errorf("%+v shows %s", c, fieldOf(p, plant))
			}
		}
	})
	_, yes := hidden(t, p, view.Capabilities{Audience: view.OpsAudit})
	text := string(render(t, &src, view.Capabilities{Audience: view.OpsAudit, Format: view.JSON}).Bytes)
	for _, plant := range yes {
		if !strings.Contains(text, plant) {
			t.Errorf("ops_audit does not show %s", fieldOf(p, plant))
		}
	}
}

func fieldOf(p *planter, plant string) string {
	for pattern, plants := range p.plants {
		if slices.Contains(plants, plant) {
			return pattern
		}
	}
	return plant
}

// TestNoErrorTellsOfTheReport requests what does not exist.
func TestNoErrorTellsOfTheReport(t *testing.T) {
	_, src := planted()
	src.Document.SchemaVersion = reports.SchemaVersion // which every error may contain
	for _, c := range []view.Capabilities{{}, {Audience: "nobody"}, {Audience: view.OpsAudit, Format: "pdf"}, {Audience: view.OpsAudit, Format: view.JSON, MaxBytes: 10},
		{Audience: view.OpsAudit, Format: view.JSON, Schemas: []string{"9.0"}}, {Audience: view.OpsAudit, Format: view.JSON, Families: []string{"weather"}}} {
		_, err := view.NewRenderer(policy(t), key(t)).Render(&src, c, asOf)
		if err == nil || strings.Contains(fmt.Sprintf("%v %+v", err, err), "PLANT") {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// random fills documents with texts, of any length and number, that rapid draws.
func random(t *rapid.T) *planter {
	tail := rapid.StringOfN(rapid.RuneFrom([]rune("a/~$üÿ月\u202e\"\\<|* \n")), 0, 12, -1)
	return &planter{plants: map[string][]string{}, few: func() int { return rapid.IntRange(0, 2).Draw(t, "few") },
		text: func(n int) string { return fmt.Sprintf("PLANT%05dX%s", n, tail.Draw(t, "tail")) }}
}

// TestNoViewOfAnyReportShowsMoreThanItsClass is the same for generated reports: of each text its mark is
// looked for, whatever is around it.
func TestNoViewOfAnyReportShowsMoreThanItsClass(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := random(t)
		src := p.source()
		if rapid.Bool().Draw(t, "since") { // the reader has a report with other texts
			src.Since = p.source().Sealed
		}
		c, k := request(t), key(t)
		if rapid.Bool().Draw(t, "keyless") {
			k = nil
		}
		text := string(fitting(t, k, &src, c))
		no, _ := hidden(t, p, c)
		for _, plant := range no {
			if strings.Contains(text, plant[:11]) {
				t.Fatalf("%+v shows %s", c, fieldOf(p, plant))
			}
		}
	})
}

func anyCapabilities(t *rapid.T) view.Capabilities {
	return view.Capabilities{Audience: rapid.SampledFrom(view.Audiences()).Draw(t, "audience"), Format: view.Format(rapid.SampledFrom(view.Format("").Enum()).Draw(t, "format")),
		Sensitivity: rapid.SampledFrom(ceilings).Draw(t, "ceiling"), Verbosity: view.Verbosity(rapid.SampledFrom(append(view.Verbosity("").Enum(), "")).Draw(t, "verbosity"))}
}

// fitting are the bytes of a view, none where its limit has no room for it.
func fitting(t fataler, k *redact.Key, src *view.Source, c view.Capabilities) []byte {
	v, err := view.NewRenderer(policy(t), k).Render(src, c, asOf)
	if err == nil {
		return v.Bytes
	}
	if c.MaxBytes == 0 || strings.Contains(err.Error(), "PLANT") {
		t.Fatalf("%+v: %v", c, err)
	}
	return nil
}

// request is [anyCapabilities] of a consumer that understands some sections, and has room for so much.
func request(t *rapid.T) view.Capabilities {
	c := anyCapabilities(t)
	c.Families = rapid.SliceOfDistinct(rapid.SampledFrom(view.Families()), rapid.ID).Draw(t, "families")
	c.MaxBytes = rapid.SampledFrom([]int{0, 6_000, 12_000, 24_000, 48_000}).Draw(t, "limit")
	return c
}

// hashes are what a keyed hash or the hash of the whole report may change.
var hashes = regexp.MustCompile(`[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16,64}`)

// unhashed is a view without hashes, its words sorted: items whose names are hashed are in the order of
// their hashes.
func unhashed(text []byte) []string {
	words := strings.FieldsFunc(hashes.ReplaceAllString(string(text), "H"), func(r rune) bool { return strings.ContainsRune(" ,;{}[]\n", r) })
	slices.Sort(words)
	return words
}

// TestAWithheldTextChangesNothingOfAView renders two reports that differ in the texts which a reader may
// not see, in their length and order too, whole and cut for size: except for hashes the two views are one, and
// as long as each other. So a person who compares
// views of one report, or of two, learns no more of such a text than whether it is equal to another.
func TestAWithheldTextChangesNothingOfAView(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := request(t)
		p := &planter{plants: map[string][]string{}, few: func() int { return 2 }, text: func(n int) string { return fmt.Sprintf("PLANT%05dX", n) }}
		src := p.source()
		no, _ := hidden(t, p, c)
		if c.MaxBytes > 0 { // of one rank those items stay whose names, or the hashes of them, come first
			no = slices.DeleteFunc(no, func(text string) bool { return strings.HasSuffix(fieldOf(p, text), "/{name}") })
		}
		tail := rapid.StringOfN(rapid.RuneFrom([]rune("az09")), 0, 40, -1).Draw(t, "tail")
		head := rapid.SampledFrom([]string{"A", "Z", "~"}).Draw(t, "head")
		other := &planter{plants: map[string][]string{}, few: func() int { return 2 }, text: func(n int) string {
			text := fmt.Sprintf("PLANT%05dX", n)
			if slices.Contains(no, text) {
				return head + fmt.Sprintf("%05d", 99999-n) + tail
			}
			return text
		}}
		changed := other.source()
		a, b := fitting(t, key(t), &src, c), fitting(t, key(t), &changed, c)
		if len(a) != len(b) || !slices.Equal(unhashed(a), unhashed(b)) {
			t.Fatalf("%+v: the views differ\n%s\n\n%s", c, a, b)
		}
	})
}
