package layout_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
	log "github.com/clawable/claw/eventlog/sqlite"
	"github.com/clawable/claw/eventlog/sqlite/sqlitetest"
)

// What a hand with a database tool does to a log of ten events is named by
// position, and the events around it are read.
func TestAlteredRowsAreNamedByPosition(t *testing.T) {
	for name, test := range map[string]struct {
		change  []string
		damaged []uint64
	}{
		"other data":              {[]string{`UPDATE events SET data = CAST('{"role":"user","text":"forged"}' AS BLOB) WHERE position = 5`}, []uint64{5}},
		"data of another event":   {[]string{`UPDATE events SET data = (SELECT data FROM events WHERE position = 6) WHERE position = 5`}, []uint64{5}},
		"data gone":               {[]string{`UPDATE events SET data = NULL WHERE position = 5`}, []uint64{5}},
		"another header":          {[]string{`UPDATE events SET header = (SELECT header FROM events WHERE position = 6) WHERE position = 5`}, []uint64{5}},
		"no header":               {[]string{`UPDATE events SET header = x'' WHERE position = 5`}, []uint64{5}},
		"another id":              {[]string{`UPDATE events SET id = x'00112233445566778899aabbccddeeff' WHERE position = 5`}, []uint64{5}},
		"a short id":              {[]string{`UPDATE events SET id = x'00' WHERE position = 5`}, []uint64{5}},
		"another revision":        {[]string{`UPDATE events SET revision = 99 WHERE position = 5`}, []uint64{5}},
		"another stream":          {[]string{`UPDATE events SET stream = 1, revision = 9 WHERE position = 5`}, []uint64{5}},
		"a stream without a name": {[]string{`UPDATE events SET stream = 77 WHERE position = 5`}, []uint64{5}},
		"one event gone":          {[]string{`DELETE FROM events WHERE position = 5`}, []uint64{5}},
		"several events gone":     {[]string{`DELETE FROM events WHERE position BETWEEN 5 AND 7`}, []uint64{7}},
		"the end gone":            {[]string{`DELETE FROM events WHERE position > 9`}, []uint64{11}},
		"two exchanged": {[]string{`UPDATE events SET position = 100 WHERE position = 5`,
			`UPDATE events SET position = 5 WHERE position = 6`, `UPDATE events SET position = 6 WHERE position = 100`}, []uint64{5, 6}},
		"a stream renamed": {[]string{`UPDATE streams SET name = 'lane-01ARZ3NDEKTSV4RRFFQ69G5FAV' WHERE number = 1`}, []uint64{1}},
	} {
		t.Run(name, func(t *testing.T) {
			path := sqlitetest.LogPath(t, 10)
			sqlitetest.Change(t, path, test.change...)
			l := sqlitetest.Open(t, path, log.Options{ReadOnly: true})
			var damaged []uint64
			events := 0
			for e, err := range eventlog.ReadPast(context.Background(), l, eventlog.Query{}) {
				switch at, ok := eventlog.DamagedAt(err); {
				case err == nil && e.DataDigest == seal.Data(*e.Salt, e.Data):
					events++
				case ok:
					damaged = append(damaged, at.Number())
				default:
					t.Fatalf("position %d, error %v", e.Position.Number(), err)
				}
			}
			if diff := cmp.Diff(test.damaged, damaged); diff != "" {
				t.Errorf("damaged positions (-want +got)\n%s", diff)
			}
			if events < 8 {
				t.Errorf("%d events read, want those around the damage", events)
			}
			if report, err := eventlog.Verify(context.Background(), l); err != nil || len(report.Damage) == 0 {
				t.Errorf("verify: %+v, %v", report, err)
			}
		})
	}
}

// An index with dangling entries is not noticed by reading events; verification reports it.
func TestVerifySeesADamagedIndex(t *testing.T) {
	path := sqlitetest.LogPath(t, 10)
	content := sqlitetest.Snapshot(t, path)[""]
	opened := readFirst(t, path)
	at := bytes.LastIndex(content, opened.ID[:])
	if at == bytes.Index(content, opened.ID[:]) {
		t.Fatal("the id of log.opened is in the file once only")
	}
	content[at] ^= 1
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	l := sqlitetest.Open(t, path, log.Options{ReadOnly: true})
	if events := sqlitetest.ReadAll(t, l); len(events) != 11 {
		t.Errorf("%d events, want 11", len(events))
	}
	report, err := eventlog.Verify(context.Background(), l)
	if err != nil || len(report.Damage) == 0 {
		t.Errorf("verify: %+v, %v", report, err)
	}
}

func readFirst(t *testing.T, path string) domain.Event {
	l, err := log.Open(context.Background(), path, log.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	first := sqlitetest.ReadAll(t, l)[0]
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	return first
}

func FuzzADamagedFileIsNamedOrReadAsBefore(f *testing.F) {
	path := sqlitetest.LogPath(f, 6)
	want, err := sqlitetest.Export(path)
	if err != nil {
		f.Fatal(err)
	}
	good := sqlitetest.Snapshot(f, path)[""]
	f.Add(uint16(18), byte(1), uint16(100), byte(255))
	f.Add(uint16(5000), byte(7), uint16(9000), byte(128))
	f.Fuzz(func(t *testing.T, at uint16, flip byte, cut uint16, other byte) {
		path := filepath.Join(t.TempDir(), "log.claw")
		content := append([]byte(nil), good...)
		content[int(at)%len(content)] ^= flip
		content[int(cut)%len(content)] ^= other
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := sqlitetest.Export(path)
		if err == nil && string(got) != string(want) || err != nil && !errors.Is(err, eventlog.ErrCorrupt) {
			t.Errorf("%d bytes, want %d, error %v", len(got), len(want), err)
		}
	})
}
