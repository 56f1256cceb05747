package view_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/redact"
	"github.com/clawable/claw/reports/view"
)

var update = flag.Bool("update", false, "write the golden views anew")

// renderings is how often a view is rendered in one process: one redacted as its audience is by default so
// often, the others a tenth as often.
var renderings = flag.Int("claw.renderings", 1_000, "renderings of each golden view in one process")

// fixture is the report of the golden views.
func fixture(t testing.TB) *view.Source {
	t.Helper()
	text, err := os.ReadFile("testdata/report.json")
	if err != nil {
		t.Fatal(err)
	}
	s, err := reports.SealText(text)
	if err != nil {
		t.Fatal(err)
	}
	d, err := reports.Parse(s.Text)
	if err != nil {
		t.Fatal(err)
	}
	return &view.Source{Report: "report-01KT1GRHA00000000000000001", Sealed: s, Document: d}
}

// redactions are the states in which a report is redacted: by the audience's own class, with the least,
// and without a key.
var redactions = []struct {
	name    string
	ceiling domain.Sensitivity
	keyless bool
}{{name: "default"}, {name: "public", ceiling: domain.SensitivityPublic}, {name: "keyless", ceiling: domain.SensitivityPublic, keyless: true}}

// golden calls each with every audience, format and state of redaction.
func golden(t testing.TB, src *view.Source, each func(name string, render func() []byte)) {
	p, k := policy(t), key(t)
	for _, audience := range view.Audiences() {
		for _, format := range view.Format("").Enum() {
			for _, r := range redactions {
				with := k
				if r.keyless {
					with = nil
				}
				renderer := view.NewRenderer(p, with)
				each(src.Document.SchemaVersion+"/"+audience+"."+r.name+"."+format, func() []byte {
					v, err := renderer.Render(src, view.Capabilities{Audience: audience, Format: view.Format(format), Sensitivity: r.ceiling}, asOf)
					if err != nil {
						t.Fatal(err)
					}
					return v.Bytes
				})
			}
		}
	}
}

// TestViewsAreWhatTheyWere holds every view to its golden file; -update writes them anew.
func TestViewsAreWhatTheyWere(t *testing.T) {
	golden(t, fixture(t), func(name string, render func() []byte) {
		file := filepath.Join("testdata", filepath.FromSlash(name))
		got := render()
		if *update {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); diff != "" {
			t.Errorf("%s: -want +got\n%s", name, diff)
		}
	})
}

// TestAViewIsTheSameAThousandTimes renders each view again and again in one process, where the order of
// maps is another each time. -short: a tenth.
func TestAViewIsTheSameAThousandTimes(t *testing.T) {
	src := fixture(t)
	golden(t, src, func(name string, render func() []byte) {
		times := *renderings
		if !strings.Contains(name, ".default.") || testing.Short() {
			times = (times + 9) / 10
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			first := render()
			for range times {
				if !bytes.Equal(first, render()) {
					t.Fatal("another rendering has other bytes")
				}
			}
		})
	})
}

// TestAViewIsTheSameInEveryProcess renders all views in eight processes, each of another locale, time
// zone and seed of maps.
func TestAViewIsTheSameInEveryProcess(t *testing.T) {
	if os.Getenv("CLAW_VIEWS_CHILD") != "" {
		fmt.Printf("views %s\n", all(t))
		return
	}
	want := "views " + all(t)
	for i, place := range []struct{ locale, zone string }{{"C", "UTC"}, {"de_DE.UTF-8", "Europe/Berlin"}, {"tr_TR.UTF-8", "Asia/Kathmandu"}, {"ar_EG.UTF-8", "Africa/Cairo"},
		{"ja_JP.UTF-8", "Asia/Tokyo"}, {"th_TH.UTF-8", "Pacific/Apia"}, {"en_US.UTF-8", "America/New_York"}, {"POSIX", "Antarctica/Troll"}} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestAViewIsTheSameInEveryProcess$", "-test.v")
		cmd.Env = append(os.Environ(), "CLAW_VIEWS_CHILD=1", "LC_ALL="+place.locale, "LANG="+place.locale, "TZ="+place.zone, fmt.Sprintf("GOMAXPROCS=%d", i%2+1))
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), want) {
			t.Errorf("%+v: %v, %s", place, err, out)
		}
	}
}

// all is a hash of all views.
func all(t *testing.T) string {
	h := sha256.New()
	golden(t, fixture(t), func(name string, render func() []byte) {
		fmt.Fprintf(h, "%s %d\n", name, len(render()))
		h.Write(render())
	})
	return hex.EncodeToString(h.Sum(nil))
}

// TestTheFiveAbsencesLookDifferent checks that every format has separate words for what is redacted, cut, left
// out, not known, and not there.
func TestTheFiveAbsencesLookDifferent(t *testing.T) {
	src := fixture(t)
	for format, want := range map[view.Format][]string{
		view.JSON: {`{"$redacted":{"class":"operator_only","rule":"prompts"}}`, `"$truncated":{"left_out":1}`, `"usage":{"$downgraded":{"because":"capability"}}`,
			`"title":{"unknown":"not_yet"}`, `"ships":{"items":{}}`},
		view.Markdown: {`began with: \[redacted: rule prompts\]`, `\[1 more, cut for size\]`, `/errors, /exact\_pinpoint, /usage`, `\[not known: not\_yet\]`, "## Ships\n\nNone: looked for in ships by claw"},
		view.HTML: {`<dd class="mark">[redacted: rule prompts]</dd>`, `<p class="mark">[1 more, cut for size].</p>`, "/errors, /exact_pinpoint, /usage", `<dd class="mark">[not known: not_yet]</dd>`,
			"<h2>Ships</h2> <p>None: looked for in ships by claw"},
		view.Terminal: {"[redacted: rule prompts]", "[1 more, cut for size]", "/errors, /exact_pinpoint, /usage", "[not known: not_yet]", "Ships\n  None: looked for in ships by claw"},
	} {
		c := view.Capabilities{Audience: view.HumanReadable, Format: format, Families: []string{"lanes", "ships", "negative_evidence", "next_actions"}}
		texts := string(render(t, src, c).Bytes)
		whole := len(texts)
		c.MaxBytes = whole - 1
		if v := render(t, src, c); len(v.Bytes) > c.MaxBytes {
			t.Errorf("%s: %d bytes, at most %d", format, len(v.Bytes), c.MaxBytes)
		} else {
			texts += string(v.Bytes)
		}
		texts = strings.Join(strings.Fields(texts), " ")
		for _, w := range want {
			if !strings.Contains(texts, strings.Join(strings.Fields(w), " ")) {
				t.Errorf("%s does not say %s\n%s", format, w, texts)
			}
		}
	}
}

// TestAViewThatWasChangedIsKnown changes bytes of views, one at a time.
func TestAViewThatWasChangedIsKnown(t *testing.T) {
	golden(t, fixture(t), func(name string, render func() []byte) {
		text := render()
		v, err := view.Read(text)
		if err != nil || v.Inputs.Report != fixture(t).Sealed.Hash || v.Report != "report-01KT1GRHA00000000000000001" || !view.IsView(text) {
			t.Fatalf("%s: %+v, %v", name, v, err)
		}
		for i := 7; i < len(text)-1; i += 1 + len(text)/40 {
			changed := bytes.Clone(text)
			if changed[i]++; changed[i] == '\n' || changed[i] == ' ' {
				continue // white space between members of JSON means nothing
			}
			if got, err := view.Read(changed); err == nil {
				t.Errorf("%s: byte %d of %q changed, and it reads as %+v", name, i, text[max(0, i-9):i+9], got.Inputs)
			}
		}
		if _, err := view.Read(append(bytes.Clone(text), "more\n"...)); err == nil {
			t.Errorf("%s: a line behind it is not seen", name)
		}
	})
}

// TestViewsFromTheFutureAreNamed reads a view of an unknown rendering and of an unknown schema.
func TestViewsFromTheFutureAreNamed(t *testing.T) {
	src := fixture(t)
	text := render(t, src, view.Capabilities{Audience: view.DeltaBrief, Format: view.Terminal}).Bytes
	for _, change := range [][2]string{{`"rendering":"` + view.Rendering + `"`, `"rendering":"2.0"`}, {`"schema_version":"1.0"`, `"schema_version":"3.1"`}} {
		at := bytes.Index(text, []byte("digest "))
		changed := bytes.Replace(bytes.Clone(text[:at]), []byte(change[0]), []byte(change[1]), 1)
		sum := sha256.Sum256(changed)
		v, err := view.Read(append(changed, "digest "+hex.EncodeToString(sum[:])+"\n"...))
		if domain.KindOf(err) != domain.ErrUnavailable || v == nil || v.Inputs.Report != src.Sealed.Hash {
			t.Errorf("%s: %+v, %v", change[1], v, err)
		}
	}
	for _, text := range []string{"", "{}", `{"view":1}`, "claw-view\n", "claw-view\ninputs {}\nreport r\n"} {
		if v, err := view.Read([]byte(text)); err == nil {
			t.Errorf("%q reads as %+v", text, v)
		}
	}
}

// TestTheIDOfAViewIsThatOfItsInputs changes each input, and what is none.
func TestTheIDOfAViewIsThatOfItsInputs(t *testing.T) {
	src := fixture(t)
	c := view.Capabilities{Audience: view.HumanReadable, Format: view.JSON}
	base := render(t, src, c)
	ids := map[domain.Digest]string{base.ID: "the first"}
	differs := func(what string, v *view.View, err error) {
		if err != nil {
			t.Fatal(what, err)
		}
		if other, there := ids[v.ID]; there {
			t.Errorf("%s has the id of %s", what, other)
		}
		ids[v.ID] = what
	}
	v, err := view.NewRenderer(policy(t), key(t)).Render(src, c, domain.AtUnixNano(asOf.UnixNano()+1))
	differs("another time of reading", v, err)
	other, err := redact.NewKey([]byte("another key that has 32 bytes ..."[:32]))
	if err != nil {
		t.Fatal(err)
	}
	v, err = view.NewRenderer(policy(t), other).Render(src, c, asOf)
	differs("another key", v, err)
	changed, err := redact.Parse("claw.default", bytes.Replace(redact.Default(), []byte("version = 1"), []byte("version = 2"), 1))
	if err != nil {
		t.Fatal(err)
	}
	v, err = view.NewRenderer(changed, key(t)).Render(src, c, asOf)
	differs("another policy version", v, err)
	c.MaxBytes = 1 << 20
	v, err = view.NewRenderer(policy(t), key(t)).Render(src, c, asOf)
	differs("another capability", v, err)
	c.MaxBytes, c.Families = 0, []string{"lanes", "claims", "lanes"}
	v, err = view.NewRenderer(policy(t), key(t)).Render(src, c, asOf)
	differs("other families", v, err)
	c.Families = []string{"claims", "lanes"}
	if same := render(t, src, c); same.ID != v.ID {
		t.Error("families in another order have another id")
	}
	unfiled := *src
	unfiled.Report = ""
	if v := render(t, &unfiled, view.Capabilities{Audience: view.HumanReadable, Format: view.JSON}); v.ID != base.ID {
		t.Error("the id of the report is in the id of the view")
	}
}

// TestHTMLShowsTextsOfOthersAsTexts puts elements, scripts, comments and marks into every text.
func TestHTMLShowsTextsOfOthersAsTexts(t *testing.T) {
	p := &planter{plants: map[string][]string{}, few: func() int { return 1 },
		text: func(n int) string {
			return fmt.Sprintf(`[redacted: rule x]</dd><script>alert(%d)</script>--><img src=x onerror=y>" onload="z`, n)
		}}
	src := p.source()
	src.Document.SchemaVersion = reports.SchemaVersion
	for _, audience := range view.Audiences() {
		v, err := view.NewRenderer(policy(t), key(t)).Render(&src, view.Capabilities{Audience: audience, Format: view.HTML}, asOf)
		if err != nil {
			t.Fatal(err)
		}
		for _, bad := range []string{"<script", "<img", `" onload`, `class="mark">[redacted: rule x]`} {
			if strings.Contains(string(v.Bytes), bad) {
				t.Errorf("%s: %s is in the file", audience, bad)
			}
		}
		if strings.Count(string(v.Bytes), "-->") != 1 {
			t.Errorf("%s: a comment ends early", audience)
		}
	}
}
