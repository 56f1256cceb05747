package prices_test

import (
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain/money"
	"github.com/clawable/claw/projections/prices"
)

func at(t *testing.T, text string) time.Time {
	t.Helper()
	when, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return when
}

func table(t *testing.T) *prices.Table {
	t.Helper()
	text, err := os.ReadFile("testdata/table.json")
	if err != nil {
		t.Fatal(err)
	}
	p, err := prices.Parse(text, "", "")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestAResponseCostsWhatItsModelTakesAtItsTime(t *testing.T) {
	p := table(t)
	for name, row := range map[string]struct {
		model string
		at    string
		used  prices.Tokens
		want  money.NanoUSD
	}{
		"input and output":                         {"flat", "2026-01-01T00:00:00Z", prices.Tokens{Input: 1000, Output: 10}, 1000*3000 + 10*15000},
		"a cache read and both cache writes":       {"flat", "2026-01-01T00:00:00Z", prices.Tokens{CacheRead: 100, CacheWrite: 30, CacheWrite1h: 10}, 100*300 + 20*3750 + 10*6000},
		"a cache without a rate costs the input's": {"bare", "2026-01-01T00:00:00Z", prices.Tokens{CacheRead: 100, CacheWrite: 10, CacheWrite1h: 5}, 110 * 1000},
		"a context of the limit":                   {"tiered", "2026-01-01T00:00:00Z", prices.Tokens{Input: 100, CacheRead: 100}, 100*1000 + 100*100},
		"a context over the limit, all of it":      {"tiered", "2026-01-01T00:00:00Z", prices.Tokens{Input: 101, CacheRead: 100, Output: 1}, 101*2000 + 100*200 + 9000},
		"several responses together":               {"tiered", "2026-01-01T00:00:00Z", prices.Tokens{Input: 1000, Together: true}, 1000 * 1000},
		"before a new price":                       {"dated", "2026-03-12T23:59:59Z", prices.Tokens{Input: 1}, 2000},
		"on the day of a new price":                {"dated", "2026-03-13T00:00:00Z", prices.Tokens{Input: 1}, 1000},
		"at night":                                 {"nightly", "2026-03-13T23:00:00Z", prices.Tokens{Input: 1}, 500},
		"by day":                                   {"nightly", "2026-03-13T12:00:00Z", prices.Tokens{Input: 1}, 1000},
		"half a billionth is rounded up, once":     {"fine", "2026-03-13T12:00:00Z", prices.Tokens{Input: 3}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			m, known := p.Model(row.model)
			if !known {
				t.Fatal("the table has no such model")
			}
			got, ok := m.Cost(at(t, row.at), row.used)
			if !ok || got != row.want {
				t.Errorf("%d, %v; want %d", got, ok, row.want)
			}
		})
	}
}

func TestANameIsFoundAsRecordingsSpellIt(t *testing.T) {
	built, err := prices.Built()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"claude-opus-4-20250514": "anthropic/claude-opus-4-0", "claude-opus-4.8": "anthropic/claude-opus-4-8",
		"anthropic/claude-sonnet-4-5-20250929": "anthropic/claude-sonnet-4-5", "claude-sonnet-4-5[1m]": "anthropic/claude-sonnet-4-5",
		"CLAUDE-HAIKU-4-5-20251001": "anthropic/claude-haiku-4-5", "gpt-5.3-codex": "openai/gpt-5.3-codex",
		"gemini-2.5-flash": "google/gemini-2.5-flash", "openrouter/x-ai/grok-4.5": "x-ai/grok-4.5",
		"no-such-model": "", "": "", "<synthetic>": "", "gpt-5.3-codex-spark": "",
	} {
		got := ""
		if m, known := built.Model(name); known {
			got = m.Provider + "/" + m.ID
		}
		if got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
}

func TestCountsThatNoResponseHasHaveNoPrice(t *testing.T) {
	m, _ := table(t).Model("flat")
	for _, used := range []prices.Tokens{{Input: -1}, {Output: 1 << 60}, {CacheRead: 1 << 53}} {
		if got, ok := m.Cost(time.Time{}, used); ok {
			t.Errorf("%+v costs %d", used, got)
		}
	}
}

func TestWhatIsNoTableIsRefused(t *testing.T) {
	for name, text := range map[string]string{
		"nothing": "", "no JSON": "{", "another schema": `{"schema":"x","date":"2026-01-01","providers":[]}`,
		"no date":        `{"schema":"claw.prices/1","providers":[{"id":"a","models":[]}]}`,
		"no model":       `{"schema":"claw.prices/1","date":"2026-01-01","providers":[]}`,
		"a price of -1":  `{"schema":"claw.prices/1","date":"2026-01-01","providers":[{"id":"a","models":[{"id":"m","match":{"equals":"m"},"prices":{"input_mtok":-1,"output_mtok":1}}]}]}`,
		"a price of 1e9": `{"schema":"claw.prices/1","date":"2026-01-01","providers":[{"id":"a","models":[{"id":"m","match":{"equals":"m"},"prices":{"input_mtok":1e9,"output_mtok":1}}]}]}`,
		"a long number":  `{"schema":"claw.prices/1","date":"2026-01-01","providers":[{"id":"a","models":[{"id":"m","match":{"equals":"m"},"prices":{"input_mtok":1e999999999,"output_mtok":1}}]}]}`,
	} {
		if _, err := prices.Parse([]byte(text), "", "file"); err == nil {
			t.Errorf("%s: it is read", name)
		}
	}
}

func TestModelsThatCannotBeReadAreNamed(t *testing.T) {
	text := `[{"id":"p","models":[{"id":"good","match":{"equals":"good"},"prices":{"input_mtok":1,"output_mtok":2}},
		{"id":"audio","match":{"equals":"audio"},"prices":{"audio_hours":1}},
		{"id":"odd","match":{"sounds_like":"odd"},"prices":{"input_mtok":1,"output_mtok":2}},
		{"id":"ahead","match":{"regex":"^(?!x)"},"prices":{"input_mtok":1,"output_mtok":2}}]}]`
	p, err := prices.Parse([]byte(text), "2026-01-01", "data.json")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"p/audio", "p/odd", "p/ahead"}, p.Unread); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if _, known := p.Model("good"); !known || p.Date != "2026-01-01" {
		t.Errorf("the table is of %s, and knows good: %v", p.Date, known)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"schema":"claw.prices/1","date":"2026-01-01","providers":[{"id":"a","models":[{"id":"m","match":{"or":[{"regex":"m"}]},"prices":[{"constraint":{"start_date":"2026-01-01"},"prices":{"input_mtok":{"base":1,"tiers":[{"start":1,"price":2}]},"output_mtok":1}}]}]}]}`))
	f.Fuzz(func(_ *testing.T, text []byte) {
		p, err := prices.Parse(text, "2026-01-01", "file")
		if err != nil {
			return
		}
		for _, m := range p.Models() {
			m.Cost(time.Time{}, prices.Tokens{Input: 1, Output: 1})
		}
		p.Model("m")
	})
}
