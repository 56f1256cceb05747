package salvage_test

import (
	"context"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/sqlitetest"

	log "github.com/clawable/claw/eventlog/sqlite"
)

// readable is what of a log in a file is read before the first damage, and that damage.
func readable(path string) (events []domain.EventID, damage error) {
	l, err := log.Open(context.Background(), path, log.Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	for e, err := range l.Read(context.Background(), eventlog.Query{}) {
		if err != nil {
			return events, errors.Join(err, l.Close())
		}
		events = append(events, e.ID)
	}
	return events, l.Close()
}

// firstDamaged is the first position that a corrupt error names, 0 for none.
func firstDamaged(err error) uint64 {
	var typed *domain.Error
	if !errors.Is(err, eventlog.ErrCorrupt) || !errors.As(err, &typed) {
		return 0
	}
	if first, several := typed.Detail["first"].(uint64); several {
		return first
	}
	at, _ := typed.Detail["position"].(uint64)
	return at
}

// checkReadable holds a damaged file to what a reader may rely on: what is read is the
// begin of the log, and either all of it or the damage names the next position.
func checkReadable(t *testing.T, what string, content []byte, want []domain.EventID) (events int) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "log.claw")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := readable(path)
	if len(got) > len(want) {
		t.Fatalf("%s: %d events, the log had %d", what, len(got), len(want))
	}
	for i, id := range got {
		if id != want[i] {
			t.Fatalf("%s: event %d is another one", what, i+1)
		}
	}
	at := firstDamaged(err)
	switch {
	case err == nil && len(got) < len(want):
		t.Errorf("%s: %d of %d events without an error", what, len(got), len(want))
	case err != nil && at != uint64(len(got))+1 && !(at == 0 && isNoLog(content) && errors.Is(err, eventlog.ErrCorrupt)):
		t.Errorf("%s: after %d events position %d is named: %v", what, len(got), at, err)
	}
	return len(got)
}

// isNoLog reports whether nothing in a file says that it was a log.
func isNoLog(content []byte) bool { return len(content) < 100 || string(content[:6]) != "SQLite" }

func bigLog(t *testing.T) (content []byte, ids []domain.EventID) {
	t.Helper()
	const events, atOnce = 1000, 500
	path := sqlitetest.LogPath(t, 0)
	l := sqlitetest.Open(t, path, log.Options{})
	for first := 1; first <= events; first += atOnce {
		drafts := make([]domain.Draft, atOnce)
		for i := range drafts {
			drafts[i] = sqlitetest.Message("filled", first+i)
		}
		if _, err := l.Append(context.Background(), drafts[0].Stream, eventlog.Any, drafts); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	ids, err := readable(path)
	if err != nil {
		t.Fatal(err)
	}
	return sqlitetest.Snapshot(t, path)[""], ids
}

func TestOfAFileThatIsCutTheBeginIsRead(t *testing.T) {
	content, want := bigLog(t)
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 1))
	least, most := len(want), 0
	for range 100 {
		n := r.IntN(len(content))
		events := checkReadable(t, "cut", content[:n], want)
		least, most = min(least, events), max(most, events)
	}
	if checkReadable(t, "cut to nothing", nil, want) != 0 || checkReadable(t, "all but a byte", content[:len(content)-1], want) < len(want)*9/10 {
		t.Error("a byte less costs more than a tenth of the events")
	}
	if least == most || most < len(want)/2 {
		t.Errorf("cuts left %d to %d of %d events", least, most, len(want))
	}
	if t.Failed() {
		t.Logf("seed %d", seed)
	}
}

func TestOfAFileWithAnEmptyPageTheBeginIsRead(t *testing.T) {
	content, want := bigLog(t)
	size := int(binary.BigEndian.Uint16(content[16:]))
	for page := range len(content) / size {
		damaged := append([]byte(nil), content...)
		clear(damaged[page*size : (page+1)*size])
		checkReadable(t, "page of zeros", damaged, want)
	}
}

func TestACutLogIsReadAndNotWritten(t *testing.T) {
	content, want := bigLog(t)
	path := filepath.Join(t.TempDir(), "log.claw")
	cut := content[:len(content)*95/100]
	if err := os.WriteFile(path, cut, 0o600); err != nil {
		t.Fatal(err)
	}
	l := sqlitetest.Open(t, path, log.Options{})
	var typed *domain.Error
	if err := l.Limit(); !errors.As(err, &typed) || typed.Kind != domain.ErrCorrupt {
		t.Errorf("appends are refused with %v", err)
	}
	head, err := l.Head(context.Background())
	if err != nil || head.Position.Number() != uint64(len(want)) {
		t.Errorf("the head is at %d, %v", head.Position.Number(), err)
	}
	report, err := eventlog.Verify(context.Background(), l)
	if err != nil || report.Level != eventlog.LevelDamaged || report.Events < len(want)/2 {
		t.Errorf("verified: %d of %d events, %s, %v", report.Events, len(want), report.Level, err)
	}
	for _, damage := range report.Damage {
		if strings.HasPrefix(damage.Message, "***") {
			t.Errorf("a heading counts as damage: %s", damage.Message)
		}
	}
	if now := sqlitetest.Snapshot(t, path)[""]; string(now) != string(cut) {
		t.Error("reading changed the file")
	}
}
