package note_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/eventlog"
	log "github.com/clawable/claw/eventlog/sqlite"
	"github.com/clawable/claw/eventlog/sqlite/layout"
	"github.com/clawable/claw/eventlog/sqlite/sqlitetest"
)

// damages are what a hand with a database tool does to a log of ten events and opening it does not meet.
var damages = map[string][]string{
	"other data":              {`UPDATE events SET data = CAST('{"role":"user","text":"forged"}' AS BLOB) WHERE position = 5`},
	"another header":          {`UPDATE events SET header = (SELECT header FROM events WHERE position = 6) WHERE position = 5`},
	"one event gone":          {`DELETE FROM events WHERE position = 5`},
	"a stream without a name": {`UPDATE events SET stream = 77 WHERE position = 5`},
}

// indexDamages leave all events readable.
var indexDamages = map[string][]string{
	"the index leads nowhere": {`DELETE FROM revisions WHERE position = 5`},
	"an end is wrong":         {`UPDATE ends SET revision = 3`},
}

// appendsTo opens a log and appends to it, to a separate stream.
func appendsTo(t *testing.T, path, session string) error {
	t.Helper()
	l, err := log.Open(context.Background(), path, log.Options{})
	if err != nil {
		return err
	}
	d := sqlitetest.Message(session, 1)
	_, err = l.Append(context.Background(), d.Stream, eventlog.Any, []domain.Draft{d})
	return errors.Join(err, l.Close())
}

// refusesAppends wants that appends are refused because of damage, with the way out.
func refusesAppends(t *testing.T, path string) {
	t.Helper()
	err := appendsTo(t, path, "late")
	sqlitetest.WantError(t, err, domain.ErrCorrupt, "the log is damaged and can only be read", string(nextstep.RestoreOrExport))
	if !errors.Is(err, eventlog.ErrReadOnly) || !errors.Is(err, eventlog.ErrCorrupt) {
		t.Errorf("error %v, want read-only because corrupt", err)
	}
}

// TestDamageThatAReadMetEndsAppends: in every process from then on, until the log is another one.
func TestDamageThatAReadMetEndsAppends(t *testing.T) {
	for name, statements := range damages {
		t.Run(name, func(t *testing.T) {
			path := sqlitetest.LogPath(t, 10)
			whole := sqlitetest.Open(t, path, log.Options{ReadOnly: true})
			all := sqlitetest.ReadAll(t, whole)
			if err := whole.Close(); err != nil {
				t.Fatal(err)
			}
			writer := sqlitetest.Open(t, path, log.Options{})
			sqlitetest.Change(t, path, statements...)
			if _, err := sqlitetest.Export(path); !errors.Is(err, eventlog.ErrCorrupt) {
				t.Fatalf("reading does not meet the damage: %v", err)
			}
			d := sqlitetest.Message("meanwhile", 1)
			_, err := writer.Append(t.Context(), d.Stream, eventlog.Any, []domain.Draft{d})
			sqlitetest.WantError(t, err, domain.ErrCorrupt, "can only be read", string(nextstep.RestoreOrExport))
			refusesAppends(t, path)
			if err := errors.Join(writer.Close(), os.Rename(path, path+".damaged")); err != nil {
				t.Fatal(err)
			}
			if _, err := log.Write(t.Context(), path, sqlitetest.Sequence(all, nil), log.OverEmpty); err != nil {
				t.Fatal(err)
			}
			if err := appendsTo(t, path, "restored"); err != nil {
				t.Errorf("restored: %v", err)
			}
		})
	}
}

// TestDamageOfALogWhoseClockWasResetEndsAppends: such a log has a later format.
func TestDamageOfALogWhoseClockWasResetEndsAppends(t *testing.T) {
	for name, statements := range damages {
		t.Run(name, func(t *testing.T) {
			path := sqlitetest.LogPath(t, 10)
			sqlitetest.Change(t, path, append([]string{fmt.Sprintf("PRAGMA user_version = %d", layout.FormatNewest)}, statements...)...)
			if _, err := sqlitetest.Export(path); !errors.Is(err, eventlog.ErrCorrupt) {
				t.Fatalf("reading does not meet the damage: %v", err)
			}
			refusesAppends(t, path)
		})
	}
}

// TestDamageThatAVerificationFoundEndsAppends: that of an index as well, which no read of all
// events finds; a verification that finds nothing lets appends continue.
func TestDamageThatAVerificationFoundEndsAppends(t *testing.T) {
	for name, statements := range indexDamages {
		t.Run(name, func(t *testing.T) {
			path := sqlitetest.LogPath(t, 100) // the index leads to most of them
			whole := sqlitetest.Snapshot(t, path)
			sqlitetest.Change(t, path, statements...)
			if n := verified(t, path); n == 0 {
				t.Fatal("the verification finds nothing")
			}
			refusesAppends(t, path)
			if err := os.WriteFile(path, whole[""], 0o600); err != nil { // the same file, mended
				t.Fatal(err)
			}
			refusesAppends(t, path)
			if n := verified(t, path); n != 0 {
				t.Fatalf("%d places of the mended log are damaged", n)
			}
			if err := appendsTo(t, path, "mended"); err != nil {
				t.Errorf("mended: %v", err)
			}
		})
	}
}

// verified verifies as claw log verify does, and says how much damage there is.
func verified(t *testing.T, path string) int {
	t.Helper()
	l := sqlitetest.Open(t, path, log.Options{ReadOnly: true})
	r, err := eventlog.Verify(t.Context(), l)
	if err == nil {
		err = l.KeepDamage(r.Damage)
	}
	if err := errors.Join(err, l.Close()); err != nil {
		t.Fatal(err)
	}
	return len(r.Damage)
}

// TestANoteThatCannotBeReadIsANote: an unreadable note prevents appends as a readable one does.
func TestANoteThatCannotBeReadIsANote(t *testing.T) {
	for _, text := range []string{"", "x", "0 0", "0 7 " + strings.Repeat("y", 5000)} {
		path := sqlitetest.LogPath(t, 2)
		sqlitetest.File([]byte(text))(t, path+"-damage")
		refusesAppends(t, path)
	}
}

// TestANoteChangesNothingForWhoReads: all that can be read is read as before.
func TestANoteChangesNothingForWhoReads(t *testing.T) {
	path := sqlitetest.LogPath(t, 4)
	want, err := sqlitetest.Export(path)
	if err != nil {
		t.Fatal(err)
	}
	sqlitetest.File([]byte("0 3 the event is missing\n"))(t, path+"-damage")
	got, err := sqlitetest.Export(path)
	if diff := cmp.Diff(string(want), string(got)); diff != "" || err != nil {
		t.Errorf("error %v, -want +got\n%s", err, diff)
	}
}
