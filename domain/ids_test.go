package domain_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
)

// idVectors is fixtures/seal/ids.json, see its README.
type idVectors struct {
	Derive []struct {
		At    string   `json:"at"`
		Parts []string `json:"parts"`
		ULID  string   `json:"ulid"`
	} `json:"derive"`
	RecordEventID []struct {
		At      string `json:"at"`
		Source  string `json:"source"`
		Session string `json:"session"`
		Key     string `json:"key"`
		Part    string `json:"part"`
		ID      string `json:"id"`
	} `json:"record_event_id"`
	LineKey []struct {
		RawBase64  string `json:"raw_base64"`
		Occurrence int    `json:"occurrence"`
		Key        string `json:"key"`
	} `json:"line_key"`
	Session []sessionVector `json:"session"`
}

type sessionVector struct {
	Session     domain.SessionID     `json:"session"`
	Source      string               `json:"source"`
	Own         string               `json:"own"`
	Stream      string               `json:"stream"`
	Lane        domain.LaneID        `json:"lane"`
	Epoch       string               `json:"epoch"`
	Correlation domain.CorrelationID `json:"correlation"`
}

func TestDerivedIDsYieldTheVectors(t *testing.T) {
	var want idVectors
	text, err := os.ReadFile("../fixtures/seal/ids.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	if len(want.Derive)*len(want.RecordEventID)*len(want.LineKey)*len(want.Session) == 0 {
		t.Fatal("a list of the vectors is empty")
	}
	for _, v := range want.Derive {
		if got := domain.Derive(instant(t, v.At), v.Parts...).String(); got != v.ULID {
			t.Errorf("Derive(%q, %q) = %s, want %s", v.At, v.Parts, got, v.ULID)
		}
	}
	for _, v := range want.RecordEventID {
		if got := domain.RecordEventID(instant(t, v.At), v.Source, v.Session, v.Key, v.Part).String(); got != v.ID {
			t.Errorf("RecordEventID(%+v) = %s", v, got)
		}
	}
	for _, v := range want.LineKey {
		raw, err := base64.StdEncoding.DecodeString(v.RawBase64)
		if err != nil {
			t.Fatal(err)
		}
		if got := domain.LineKey(raw, v.Occurrence); got != v.Key {
			t.Errorf("LineKey(%q, %d) = %s, want %s", raw, v.Occurrence, got, v.Key)
		}
	}
	for _, v := range want.Session {
		got := sessionVector{Session: domain.MakeSessionID(v.Source, v.Own), Stream: v.Session.Stream().String(),
			Lane: v.Session.Lane(), Epoch: v.Session.Epoch().String(), Correlation: v.Session.Correlation()}
		got.Source, got.Own = v.Session.Split()
		if diff := cmp.Diff(v, got); diff != "" {
			t.Errorf("session %s (-want +got):\n%s", v.Session, diff)
		}
	}
}

// instant reads a vector's time, "" for none.
func instant(t *testing.T, text string) time.Time {
	t.Helper()
	if text == "" {
		return time.Time{}
	}
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestStreamsAreReadByPrefixAndULID(t *testing.T) {
	const u = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
	for _, prefix := range domain.FamilyPrefixes() {
		s, err := domain.ParseStreamID(prefix + u)
		if err != nil || s.String() != prefix+u || s.Family.Prefix() != prefix {
			t.Errorf("%s%s is read as %s, %v", prefix, u, s, err)
		}
	}
	for name, text := range map[string]string{
		"nothing":            "",
		"a ULID alone":       u,
		"a dash before it":   "-" + u,
		"an unknown family":  "mood-" + u,
		"an upper-case word": "LANE-" + u,
		"no ULID":            "lane-",
		"a lower-case ULID":  "lane-" + strings.ToLower(u),
		"a short ULID":       "lane-" + u[1:],
		"a long ULID":        "lane-" + u + "0",
		"a ULID of 129 bits": "lane-8" + u[1:],
		"a letter too many":  "lane-0IARZ3NDEKTSV4RRFFQ69G5FAV",
		"two prefixes":       "lane-lane-" + u,
		"a space at the end": "lane-" + u + " ",
		"no dash":            "log" + u,
	} {
		_, err := domain.ParseStreamID(text)
		var typed *domain.Error
		if !errors.As(err, &typed) || typed.Kind != domain.ErrUsage || typed.Hint == "" {
			t.Errorf("%s (%q): error %v, want kind usage with a hint", name, text, err)
		}
	}
}

func TestLaneIDsAreULIDsWithOrWithoutThePrefix(t *testing.T) {
	const u = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
	for _, text := range []string{u, "lane-" + u} {
		lane, err := domain.ParseLaneID(text)
		if err != nil || lane != u {
			t.Errorf("ParseLaneID(%s) = %s, %v", text, lane, err)
		}
		if s, err := lane.Stream(); err != nil || s.String() != "lane-"+u {
			t.Errorf("stream %s, %v", s, err)
		}
	}
	for _, text := range []string{"", "lane-", "session-" + u, strings.ToLower(u), "my lane"} {
		if lane, err := domain.ParseLaneID(text); err == nil {
			t.Errorf("ParseLaneID(%q) = %s", text, lane)
		}
	}
}

func TestPositionsCompareAndTheirZeroIsBeforeAll(t *testing.T) {
	one, two := domain.PositionAt(1), domain.PositionAt(2)
	for _, c := range []struct {
		a, b domain.Position
		want int
	}{{one, two, -1}, {two, one, 1}, {one, one, 0}, {domain.Position{}, one, -1}} {
		if got := c.a.Compare(c.b); got != c.want {
			t.Errorf("%d compared with %d: %d, want %d", c.a.Number(), c.b.Number(), got, c.want)
		}
		if got := c.a.After(c.b); got != (c.want > 0) {
			t.Errorf("%d after %d: %t", c.a.Number(), c.b.Number(), got)
		}
	}
	if !(domain.Position{}).IsZero() || one.IsZero() || two.Number() != 2 {
		t.Error("zero or number of a position")
	}
}

func FuzzParseEventID(f *testing.F) {
	for _, s := range []string{"", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "01arz3ndektsv4rrffq69g5fav", "80000000000000000000000000", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		event, err := domain.ParseEventID(s)
		epoch, epochErr := domain.ParseEpoch(s)
		if (err == nil) != (epochErr == nil) {
			t.Fatalf("as an event id: %v, as an epoch: %v", err, epochErr)
		}
		if err == nil && (event.String() != s || epoch.String() != s) {
			t.Fatalf("%q is read as %s and %s", s, event, epoch)
		}
	})
}

func FuzzParseStreamID(f *testing.F) {
	for _, s := range []string{"", "lane-", "lane-01ARZ3NDEKTSV4RRFFQ69G5FAV", "log-00000000000000000000000000", "-"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		stream, err := domain.ParseStreamID(s)
		if err == nil && stream.String() != s {
			t.Fatalf("%q is read as %s", s, stream)
		}
	})
}
