package eventlog_test

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"flag"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/logtest"
)

var update = flag.Bool("update", false, "rewrite golden files")

func TestAHeaderIsReadAsItsEnvelopeWhateverWasReadBefore(t *testing.T) {
	var texts eventlog.Texts
	rapid.Check(t, func(rt *rapid.T) {
		want := domain.Event{Draft: logtest.Drafts().Draw(rt, "draft")}
		want.Erased = want.Salt == nil
		want.ClockBehind = rapid.Bool().Draw(rt, "clock_behind")
		want.RecordedAt = time.Unix(0, rapid.Int64().Draw(rt, "recorded_at")).UTC()
		want.DataDigest = seal.Data(want.SaltValue(), want.Data)
		header := eventlog.AppendHeader([]byte("before"), &want)
		got := leftOver(&want)
		if err := eventlog.DecodeHeader(header[len("before"):], &texts, &got); err != nil {
			rt.Fatal(err)
		}
		if diff := cmp.Diff(want, got, exact); diff != "" {
			rt.Fatalf("-want +got:\n%s", diff)
		}
	})
}

// leftOver is an event as the reader before left it, with what an engine keeps beside a header.
func leftOver(e *domain.Event) domain.Event {
	full := domain.Event{Draft: domain.Draft{
		Kind: "x", Version: 9, ObservedAt: domain.AtUnixNano(9), Emitter: "x", Epoch: domain.Epoch{9}, Seq: 9, SeqKind: "x",
		Causes: []domain.EventID{{9}}, Correlation: "x", Subject: domain.Subject{Lane: domain.Known(domain.LaneID("x"))},
		Source: domain.Source{Kind: "x", Environment: "x", Channel: "x", Trust: "x"}, Scope: domain.Scope{Owner: "x", Workflow: "x", Watcher: "x"},
		Sensitivity: []domain.Label{{Pointer: "x", Class: "x"}}, ConflictsWith: domain.EventID{9}, Replaces: domain.EventID{9}, Edition: 9, Salt: &domain.Salt{9},
	}, RecordedAt: time.Unix(9, 9), ClockBehind: true, DataDigest: domain.Digest{9}, Erased: true}
	full.Position, full.Revision, full.Stream, full.ID, full.Data = e.Position, e.Revision, e.Stream, e.ID, e.Data
	return full
}

func TestAHeaderStampedLaterIsTheHeaderOfThatTime(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e := domain.Event{Draft: logtest.Drafts().Draw(rt, "draft")}
		stamped := eventlog.AppendHeader(nil, &e)
		for range 2 { // a stamp replaces the one before
			e.RecordedAt = time.Unix(0, rapid.Int64().Draw(rt, "recorded_at")).UTC()
			e.ClockBehind = rapid.Bool().Draw(rt, "clock_behind")
			eventlog.StampHeader(stamped, e.RecordedAt, e.ClockBehind)
			if want := eventlog.AppendHeader(nil, &e); string(want) != string(stamped) {
				rt.Fatalf("stamped %x, want %x", stamped, want)
			}
		}
	})
}

// The header is a format on disk: a released one is read for ever. The golden
// file holds the header of the seal's vector full.json.
func TestTheHeaderOnDiskStays(t *testing.T) {
	want, err := eventlog.ParseLine([]byte(sealVectors(t)["full.json"].Line))
	if err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/header_full.hex"
	if *update {
		text := hex.EncodeToString(eventlog.AppendHeader(nil, &want)) + "\n"
		if err := os.WriteFile(golden, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	header, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	got := leftOver(&want)
	if err := eventlog.DecodeHeader(header, new(eventlog.Texts), &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, exact); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if again := eventlog.AppendHeader(nil, &want); string(again) != string(header) {
		t.Errorf("the header is now written as %x", again)
	}
}

// words are the entries of the header's dictionary, in its order: added to, never changed.
var words = strings.Split(` live_lane test healthcheck replay transport high medium low unknown act observe ignore `+
	`count ordinal clock message.recorded tool.requested tool.completed tool.failed tool.output tool.started `+
	`usage.recorded turn.started turn.completed session.created session.identity_enriched import:claude-code import:codex `+
	`not_recorded not_yet no_zone redacted not_applicable hook.started hook.completed commit.observed lane.started lane.finished`, " ")

// A dictionary word is one number in a header, for ever: odd, its place doubled.
func TestTheWordsOfHeadersStay(t *testing.T) {
	e := prepared(t, func(d *domain.Draft) { d.Correlation = "here" })
	before, after, found := strings.Cut(string(eventlog.AppendHeader(nil, &e)), "\x08here")
	if !found {
		t.Fatal("no text in the header")
	}
	for i, word := range words {
		header := before + string(binary.AppendUvarint(nil, uint64(i)<<1|1)) + after
		var got domain.Event
		if err := eventlog.DecodeHeader([]byte(header), new(eventlog.Texts), &got); err != nil || string(got.Correlation) != word {
			t.Errorf("word %d is %q, %v, want %q", i, got.Correlation, err, word)
		}
		e.Correlation = domain.CorrelationID(word)
		if written := eventlog.AppendHeader(nil, &e); string(written) != header {
			t.Errorf("%q is not written as word %d", word, i)
		}
	}
}

func TestAHeaderThatIsCutOrTooLongIsRefused(t *testing.T) {
	for name, v := range sealVectors(t) {
		e, err := eventlog.ParseLine([]byte(v.Line))
		if err != nil {
			t.Fatal(err)
		}
		header := eventlog.AppendHeader(nil, &e)
		for n := range header {
			if err := eventlog.DecodeHeader(header[:n], new(eventlog.Texts), &domain.Event{}); err == nil {
				t.Fatalf("%s: %d of %d bytes were read as a header", name, n, len(header))
			}
		}
		if err := eventlog.DecodeHeader(append(header, 0), new(eventlog.Texts), &domain.Event{}); err == nil {
			t.Fatalf("%s: a header with a byte more was read", name)
		}
		header[0]++
		if err := eventlog.DecodeHeader(header, new(eventlog.Texts), &domain.Event{}); err == nil {
			t.Fatalf("%s: a header of another format was read", name)
		}
	}
}

func TestTextsOfAHeaderOutliveItsBytes(t *testing.T) {
	var texts eventlog.Texts
	e := prepared(t, func(d *domain.Draft) {
		d.Correlation, d.Emitter = "here", domain.EmitterID(strings.Repeat("long", 100))
	})
	header := eventlog.AppendHeader(nil, &e)
	var first, second domain.Event
	if err := eventlog.DecodeHeader(header, &texts, &first); err != nil {
		t.Fatal(err)
	}
	again := bytes.ReplaceAll(header, []byte("here"), []byte("now!"))
	clear(header)
	if err := eventlog.DecodeHeader(again, &texts, &second); err != nil {
		t.Fatal(err)
	}
	if first.Correlation != "here" || second.Correlation != "now!" || first.Emitter != e.Emitter {
		t.Errorf("got %q, then %q, of %q", first.Correlation, second.Correlation, first.Emitter)
	}
}

func FuzzDecodeHeader(f *testing.F) {
	for _, v := range sealVectors(f) {
		e, err := eventlog.ParseLine([]byte(v.Line))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(eventlog.AppendHeader(nil, &e))
	}
	f.Fuzz(func(t *testing.T, header []byte) {
		var e domain.Event
		if eventlog.DecodeHeader(header, new(eventlog.Texts), &e) != nil {
			return
		}
		got := leftOver(&e)
		if err := eventlog.DecodeHeader(eventlog.AppendHeader(nil, &e), new(eventlog.Texts), &got); err != nil {
			t.Fatalf("%x was read, and not what is written of it: %v", header, err)
		}
		if diff := cmp.Diff(e, got, exact); diff != "" {
			t.Fatalf("-read +read again:\n%s", diff)
		}
	})
}
