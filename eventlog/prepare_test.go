package eventlog_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
)

func TestPrepareDrawsASaltOnlyWhereNoneIsGiven(t *testing.T) {
	d, err := eventlog.ParseDraft([]byte(draftLine))
	if err != nil {
		t.Fatal(err)
	}
	random := bytes.NewReader([]byte("0123456789abcdefRest"))
	e, err := eventlog.Prepare(&d, random)
	if err != nil || string(e.Salt[:]) != "0123456789abcdef" || random.Len() != 4 {
		t.Errorf("salt %s, %d bytes left, %v", e.Salt, random.Len(), err)
	}
	if d.Salt != nil {
		t.Error("the draft was changed")
	}
	if _, err := eventlog.Prepare(&d, random); !errors.Is(err, eventlog.ErrInvalid) {
		t.Errorf("too few random bytes: %v", err)
	}
	given := domain.Salt{9}
	d.Salt = &given
	if e, err = eventlog.Prepare(&d, bytes.NewReader(nil)); err != nil || *e.Salt != given {
		t.Errorf("salt %v, %v", e.Salt, err)
	}
	if e.DataDigest != seal.Data(given, []byte("{}")) {
		t.Error("the data_digest is not of salt and data")
	}
}

func TestSameCoreTakesTheSaltOfTheHeldEvent(t *testing.T) {
	held := numbered(t, 1, "a")
	held.Position, held.Revision, held.RecordedAt, held.ClockBehind = domain.PositionAt(7), 3, time.Unix(1, 0), true
	retry := numbered(t, 1, "a")
	if *retry.Salt == *held.Salt {
		t.Fatal("two drawn salts are the same")
	}
	if !eventlog.SameCore(&held, &retry) {
		t.Error("a retry with another salt is another event")
	}
	other := prepared(t, func(d *domain.Draft) { d.ID, d.Correlation, d.Data = held.ID, held.Correlation, []byte(`{}`) })
	other.Data = []byte(`{"x":1}`)
	if eventlog.SameCore(&held, &other) {
		t.Error("other data are the same event")
	}
}

// TestAnInvalidDraftIsNamed checks that a refusal names the field, and what to do.
func TestAnInvalidDraftIsNamed(t *testing.T) {
	long := strings.Repeat("x", 8<<10+1)
	const shorter, text = "name it shorter: long texts belong in the data", "leave out what is no text"
	for _, c := range []struct {
		spoil         func(*domain.Draft)
		message, hint string
	}{
		{func(d *domain.Draft) { d.Emitter = "" }, "no emitter", "say who speaks"},
		{func(d *domain.Draft) { d.Emitter = domain.EmitterID(long) }, "emitter is longer than 8 KiB", shorter},
		{func(d *domain.Draft) { d.Scope.Workflow = long }, "scope.workflow is longer than 8 KiB", shorter},
		{func(d *domain.Draft) { d.Source.Channel = "a\x00" }, "source.channel is not UTF-8 or holds NUL", text},
		{func(d *domain.Draft) { d.Subject.Turn = domain.Known(domain.TurnID(long)) }, "subject.turn is longer than 8 KiB", shorter},
		{func(d *domain.Draft) { d.Subject.ControlServer = domain.Known(domain.ControlServerID("\xff")) }, "subject.control_server is not UTF-8 or holds NUL", text},
		{func(d *domain.Draft) { d.Seq, d.SeqKind = 1<<53+1, domain.SeqCount }, "seq is beyond 2^53", "numbers of JSON are exact up to there"},
	} {
		t.Run(c.message, func(t *testing.T) {
			d, err := eventlog.ParseDraft([]byte(draftLine))
			if err != nil {
				t.Fatal(err)
			}
			c.spoil(&d)
			_, err = eventlog.Prepare(&d, nil)
			var typed *domain.Error
			if !errors.As(err, &typed) || !errors.Is(err, eventlog.ErrInvalid) {
				t.Fatalf("error %v", err)
			}
			want := &domain.Error{Kind: domain.ErrUsage, Operation: "append", Target: "session.cleared 01ARZ3NDEKTSV4RRFFQ69G5FAV",
				Message: c.message, Hint: c.hint}
			if diff := cmp.Diff(want, typed, exact); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestASessionIsNamedWithItsSource(t *testing.T) {
	for session, fine := range map[domain.SessionID]bool{"codex/0199": true, "codex/a/b": true, "0199": false, "/0199": false, "codex/": false} {
		d, err := eventlog.ParseDraft([]byte(draftLine))
		if err != nil {
			t.Fatal(err)
		}
		d.Subject.Session = domain.Known(session)
		if _, err = eventlog.Prepare(&d, nil); (err == nil) != fine || err != nil && !errors.Is(err, eventlog.ErrInvalid) {
			t.Errorf("session %q: %v", session, err)
		}
	}
}

func TestOpenedDraft(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)
	bytesOf := func(b byte) []byte { return bytes.Repeat([]byte{b}, 36) }
	random := bytes.NewReader(bytesOf(0xab))
	d, err := eventlog.OpenedDraft(eventlog.Opening{Name: "demo", Replay: true}, now, random)
	if err != nil || random.Len() != 0 {
		t.Fatalf("%d random bytes left, %v", random.Len(), err)
	}
	if want := `{"name":"demo","nonce":"` + strings.Repeat("ab", 16) + `","replay":true}`; string(d.Data) != want {
		t.Errorf("data %s, want %s", d.Data, want)
	}
	if !ulid.ULID(d.ID).Timestamp().Equal(now.Truncate(time.Millisecond)) || d.Emitter != domain.EmitterID("log/"+d.Stream.ULID.String()) {
		t.Errorf("id %s, emitter %s, stream %s", d.ID, d.Emitter, d.Stream)
	}
	if _, err := eventlog.Prepare(&d, nil); err != nil {
		t.Error(err)
	}
	for _, n := range []int{0, 10, 35} {
		if _, err := eventlog.OpenedDraft(eventlog.Opening{Name: "demo"}, now, bytes.NewReader(bytesOf(1)[:n])); err == nil {
			t.Errorf("%d random bytes were enough", n)
		}
	}
	drawn, err := eventlog.OpenedDraft(eventlog.Opening{Name: "demo"}, now, nil)
	if err != nil || drawn.ID == d.ID {
		t.Errorf("id %s, %v", drawn.ID, err)
	}
}
