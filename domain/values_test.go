package domain_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
)

func TestInstantsAreATimeOrAReason(t *testing.T) {
	for _, c := range []struct {
		name string
		in   domain.Instant
		json string
	}{
		{"absent", domain.Instant{}, `null`},
		{"unknown", domain.UnknownInstant(domain.UnknownNoZone), `{"unknown":"no_zone"}`},
		{"whole seconds", domain.At(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)), `"2026-01-02T03:04:05Z"`},
		{"nanoseconds", domain.At(time.Date(2026, 1, 2, 3, 4, 5, 678, time.UTC)), `"2026-01-02T03:04:05.000000678Z"`},
		{"another zone", domain.At(time.Date(2026, 1, 2, 3, 4, 5, 0, time.FixedZone("", 3600))), `"2026-01-02T02:04:05Z"`},
		{"the epoch", domain.AtUnixNano(0), `"1970-01-01T00:00:00Z"`},
		{"the first", domain.AtUnixNano(math.MinInt64), `"1677-09-21T00:12:43.145224192Z"`},
		{"the last", domain.AtUnixNano(math.MaxInt64), `"2262-04-11T23:47:16.854775807Z"`},
		{"before the first", domain.At(time.Unix(0, math.MinInt64).Add(-1)), `{"unknown":"unparsable"}`},
		{"after the last", domain.At(time.Unix(0, math.MaxInt64).Add(1)), `{"unknown":"unparsable"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			readsBack(t, c.in, domain.AtUnixNano(99), c.json)
			if c.in.Known() != (c.json[0] == '"') || c.in.IsZero() != (c.json == "null") {
				t.Errorf("known %t, zero %t", c.in.Known(), c.in.IsZero())
			}
			if !c.in.Known() && (c.in.UnixNano() != math.MaxInt64 || !c.in.Time().IsZero() || c.in.String() != "") {
				t.Errorf("does not sort last: %d, %s, %q", c.in.UnixNano(), c.in.Time(), c.in)
			}
		})
	}
	for _, text := range []string{`""`, `"yesterday"`, `"2026-01-02T03:04:05"`, `"2026-01-02"`, `7`, `[]`} {
		var i domain.Instant
		if err := json.Unmarshal([]byte(text), &i); err == nil {
			t.Errorf("%s was read as %s", text, i)
		}
	}
}

// readsBack writes a value as JSON, and reads it into another one.
func readsBack[T comparable](t *testing.T, in, into T, want string) {
	t.Helper()
	b, err := json.Marshal(in)
	if err != nil || string(b) != want {
		t.Fatalf("written as %s, %v, want %s", b, err, want)
	}
	if err := json.Unmarshal(b, &into); err != nil || into != in {
		t.Errorf("read back as %+v, %v", into, err)
	}
}

func TestMaybeIsAValueOrAReason(t *testing.T) {
	for _, c := range []struct {
		name string
		in   domain.Maybe[domain.Branch]
		json string
	}{
		{"absent", domain.Maybe[domain.Branch]{}, `null`},
		{"known", domain.Known(domain.Branch("main")), `"main"`},
		{"a value that looks like a reason", domain.Known(domain.Branch(`{"unknown":"x"}`)), `"{\"unknown\":\"x\"}"`},
		{"unknown", domain.NotKnown[domain.Branch](domain.UnknownAmbiguous), `{"unknown":"ambiguous"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			readsBack(t, c.in, domain.Known(domain.Branch("before")), c.json)
		})
	}
	for _, text := range []string{`7`, `[]`, `{"unknown":7}`, `true`} {
		var m domain.Maybe[domain.Branch]
		if err := json.Unmarshal([]byte(text), &m); err == nil {
			t.Errorf("%s was read as %+v", text, m)
		}
	}
}

func TestTextIsWholeOrCut(t *testing.T) {
	for _, c := range []struct {
		name    string
		in      domain.Text
		json    string
		bytes   int
		preview string
	}{
		{"absent", domain.Text{}, `""`, 0, ""},
		{"whole", domain.TextOf("é\n<&>"), `"é\n<&>"`, 6, "é\n<&>"},
		{"cut", domain.Text{Cut: &domain.Cut{Bytes: 900, Head: "he", Tail: "ta"}}, `{"cut":{"bytes":900,"head":"he","tail":"ta"}}`, 900, "he"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, err := c.in.MarshalJSON()
			if err != nil || string(b) != c.json {
				t.Fatalf("written as %s, %v, want %s", b, err, c.json)
			}
			back := domain.TextOf("before")
			if err := json.Unmarshal(b, &back); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.in, back); diff != "" {
				t.Errorf("read back (-want +got):\n%s", diff)
			}
			if c.in.Bytes() != c.bytes || c.in.Preview() != c.preview {
				t.Errorf("%d bytes, preview %q", c.in.Bytes(), c.in.Preview())
			}
		})
	}
}

func TestTrustAndGreenLevelsRank(t *testing.T) {
	if !(domain.TrustHigh.Rank() > domain.TrustMedium.Rank() && domain.TrustMedium.Rank() > domain.TrustLow.Rank() &&
		domain.TrustLow.Rank() > domain.TrustUnknown.Rank() && domain.TrustUnknown.Rank() == domain.Trust("").Rank()) {
		t.Error("trust does not rank high, medium, low, unknown")
	}
	rank := 0
	for _, g := range domain.GreenLevel("").Enum() {
		if r := domain.GreenLevel(g).Rank(); r != rank+1 {
			t.Errorf("%s ranks %d", g, r)
		}
		rank++
	}
	if domain.GreenLevel("purple").Rank() != 0 {
		t.Error("a level that is not known ranks")
	}
}

func TestDigestAndSaltReadOnlyWhatTheyWrite(t *testing.T) {
	salt := domain.Salt(bytes.Repeat([]byte{0xab}, 16))
	digest := domain.Digest(sha256.Sum256([]byte("{}")))
	var s domain.Salt
	var d domain.Digest
	if err := s.UnmarshalText([]byte(salt.String())); err != nil || s != salt {
		t.Errorf("salt: %v, %v", s, err)
	}
	if err := d.UnmarshalText([]byte(digest.String())); err != nil || d != digest {
		t.Errorf("digest: %v, %v", d, err)
	}
	for name, text := range map[string]string{
		"no text":      "",
		"too short":    digest.String()[2:],
		"odd":          digest.String()[1:],
		"too long":     digest.String() + "00",
		"upper case":   strings.ToUpper(strings.Repeat("ab", 32)),
		"not hex":      strings.Repeat("zz", 32),
		"a space more": digest.String()[:63] + " ",
	} {
		if err := d.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("a digest of %s was read", name)
		}
	}
}
