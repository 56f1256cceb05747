package view_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/declare"
	"github.com/clawable/claw/reports/view"
)

func TestAConsumerGetsTheRichestViewThatItMayHave(t *testing.T) {
	for _, c := range []struct {
		says       string
		advertises string
		want       []view.Reduction
		core       bool
		verbosity  view.Verbosity
	}{
		{"one that takes everything", `schema_versions = ["1.0"]`, []view.Reduction{}, false, view.Full},
		{"one of a later minor version", `schema_versions = ["1.4"]`, []view.Reduction{}, false, view.Full},
		{"one that understands two sections", `schema_versions = ["1.0"]` + "\n" + `families = ["lanes", "later"]` + "\n" + `audience = "roadmap_sync"`,
			[]view.Reduction{{What: "families", Because: view.ReducedByConsumer, From: "exact_pinpoint,claims,closure,concrete_delta,negative_evidence,next_actions,ships", To: "core"}}, false, view.Full},
		{"one that understands no section of ours", `schema_versions = ["1.0"]` + "\n" + `families = ["later"]` + "\n" + `audience = "delta_brief"`,
			[]view.Reduction{{What: "families", Because: view.ReducedByConsumer, From: "active_sessions,exact_pinpoint,concrete_delta,blocker,claims,closure,negative_evidence,next_actions", To: "core"}}, true, view.Full},
		{"one that may hold what is public", `schema_versions = ["1.0"]` + "\n" + `max_sensitivity = "public"`,
			[]view.Reduction{{What: "max_sensitivity", Because: view.ReducedByConsumer, From: "internal", To: "public"}}, false, view.Full},
		{"one that would hold more than the policy lets it see", `schema_versions = ["1.0"]` + "\n" + `max_sensitivity = "secret"`,
			[]view.Reduction{{What: "max_sensitivity", Because: view.ReducedByPolicy, From: "secret", To: "internal"}}, false, view.Full},
		{"one that wants little", `schema_versions = ["1.0"]` + "\n" + `verbosity = "brief"`,
			[]view.Reduction{{What: "verbosity", Because: view.ReducedByConsumer, From: "full", To: "brief"}}, false, view.Brief},
		{"one of another major version that degrades", `schema_versions = ["9.0"]` + "\n" + `unknown_version = "degrade"`,
			[]view.Reduction{{What: "schema_version", Because: view.ReducedByConsumer, From: "1.0", To: "core"}}, true, view.Full},
	} {
		t.Run(c.says, func(t *testing.T) {
			p := advertised(t, c.advertises)
			v, a, err := view.NewRenderer(policy(t), key(t)).RenderFor(fixture(t), &p, asOf)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, a.Reduced); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if a.Granted.Core != c.core || a.Granted.Verbosity != c.verbosity {
				t.Errorf("granted %+v", a.Granted)
			}
			if c.core && (bytes.Contains(v.Bytes, []byte(`"items"`)) || !bytes.Contains(v.Bytes, []byte(`"schema_version":"1.0"`))) {
				t.Errorf("not the core: %s", v.Bytes)
			}
			if again, err := view.Read(v.Bytes); err != nil || again.ID != v.ID {
				t.Errorf("the view does not read back: %v", err)
			}
		})
	}
}

func TestAVersionThatIsNotUnderstoodIsRefused(t *testing.T) {
	p := advertised(t, `schema_versions = ["2.0", "0.9"]`)
	_, _, err := view.NewRenderer(policy(t), key(t)).RenderFor(fixture(t), &p, asOf)
	if domain.KindOf(err) != domain.ErrUnavailable {
		t.Errorf("got %v", err)
	}
}

// TestLessRoomLeavesOutItems narrows the room until nothing fits.
func TestLessRoomLeavesOutItems(t *testing.T) {
	r := view.NewRenderer(policy(t), key(t))
	whole, cut := 0, 0
	for most := 200_000; ; most = most * 9 / 10 {
		p := advertised(t, `schema_versions = ["1.0"]`)
		p.MaxBytes = most
		v, a, err := r.RenderFor(fixture(t), &p, asOf)
		if err != nil {
			if domain.KindOf(err) != domain.ErrUsage {
				t.Errorf("%d bytes: %v", most, err)
			}
			break
		}
		if len(v.Bytes) > most {
			t.Errorf("%d bytes are more than %d", len(v.Bytes), most)
		}
		switch isCut := bytes.Contains(v.Bytes, []byte(`"$truncated"`)); {
		case isCut != (len(a.Reduced) == 1 && a.Reduced[0].What == "items" && a.Reduced[0].Because == view.ReducedBySize):
			t.Errorf("%d bytes: cut %v, told %+v", most, isCut, a.Reduced)
		case isCut:
			cut++
		default:
			whole++
		}
	}
	if whole == 0 || cut == 0 {
		t.Errorf("%d views were whole, %d cut", whole, cut)
	}
}

func TestEveryProblemOfAnAdvertisementIsNamed(t *testing.T) {
	_, _, err := declare.ParseConsumer("bot.toml", []byte("[consumer]\nname = \"a b\"\nschema_versions = [\"one\"]\nformat = \"pdf\"\nmax_bytes = 0\ncolour = 1\naudience = \"nobody\"\n"))
	var e *domain.Error
	if !errors.As(err, &e) || e.Kind != domain.ErrParse {
		t.Fatal(err)
	}
	told := e.Cause
	for i, want := range []string{"bot.toml:2: name must", "bot.toml:3: schema_versions = one", "bot.toml:4: format = pdf", "bot.toml:5: max_bytes must", "bot.toml:6: colour is unknown", "bot.toml:7: audience is none"} {
		if i >= len(told) || !strings.HasPrefix(told[i], want) {
			t.Errorf("problem %d is not %q: %q", i, want, told)
		}
	}
	if _, _, err := declare.ParseConsumer("bot.toml", nil); domain.KindOf(err) != domain.ErrParse {
		t.Errorf("an empty file is taken: %v", err)
	}
}

// advertised is what a consumer of a test advertises, from the lines behind its name.
func advertised(t *testing.T, lines string) domain.ReportConsumerAdvertised {
	t.Helper()
	p, _, err := declare.ParseConsumer("test.toml", []byte("[consumer]\nname = \"bot\"\n"+lines+"\n"))
	if err != nil {
		t.Fatal(err)
	}
	return p
}
