package wal_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestScanReadsEveryPageSizeWithoutItsHeader(t *testing.T) {
	for size := 512; size <= 65536; size *= 2 {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			w := openWriter(t, filepath.Join(t.TempDir(), "log.db"), size)
			w.append(4, 100)
			wal := w.kill().wal
			want := scan(t, wal)
			if want.PageSize != size || want.Commits != 2 || want.Corrupt || want.Torn {
				t.Fatalf("good file: %+v", want)
			}
			clear(wal[:32])
			got := scan(t, wal)
			want.Frames, want.Commits, want.Pages, want.Corrupt = 0, 0, 0, true
			want.LostCommits = got.LostCommits
			if diff := cmp.Diff(want, got); diff != "" || got.LostCommits == 0 {
				t.Errorf("header zeroed (-want +got)\n%s", diff)
			}
		})
	}
}

func TestScanReadsFilesOfBigEndianMachines(t *testing.T) {
	_, d := small(t)
	wal := bytes.Clone(d.wal)
	wal[3] = 0x83
	seal(wal, binary.BigEndian)
	if diff := cmp.Diff(scan(t, d.wal), scan(t, wal)); diff != "" {
		t.Errorf("same frames, checksums over big-endian words (-little +big)\n%s", diff)
	}
	if rows, want := (database{d.main, wal}).rowsSQLiteReads(t), d.rowsSQLiteReads(t); rows != want {
		t.Errorf("SQLite reads %d rows of the big-endian file, want %d", rows, want)
	}
	wal[1000] ^= 1
	if got := scan(t, wal); !got.Corrupt {
		t.Errorf("damaged: %+v", got)
	}
	wal[2] ^= 1
	if got := scan(t, wal); !got.Corrupt || got.CorruptFrame != 0 {
		t.Errorf("header damaged too: %+v", got)
	}
}

// seal writes the checksums that a good file would have, over words of the order.
func seal(wal []byte, words binary.ByteOrder) {
	var a, b uint32
	put := func(field []byte, parts ...[]byte) {
		for _, p := range parts {
			for ; len(p) > 0; p = p[8:] {
				a += words.Uint32(p) + b
				b += words.Uint32(p[4:]) + a
			}
		}
		binary.BigEndian.PutUint32(field, a)
		binary.BigEndian.PutUint32(field[4:], b)
	}
	put(wal[24:], wal[:24])
	frame := frameSize(wal)
	for at := 32; at+frame <= len(wal); at += frame {
		f := wal[at : at+frame]
		put(f[16:], f[:8], f[24:])
	}
}

func TestFrameOfPageZeroIsBadAlsoWhenItsChecksumHolds(t *testing.T) {
	_, d := small(t)
	ends := commitEnds(d.wal)
	clear(d.wal[ends[4] : ends[4]+4])
	seal(d.wal, binary.LittleEndian)
	if got := scan(t, d.wal); got.Commits != 5 || !got.Corrupt || got.CorruptAt != int64(ends[4]) {
		t.Errorf("page 0 in the frame at %d: %+v", ends[4], got)
	}
}

func TestTransactionRolledBackAfterItSpilledIsNoDamage(t *testing.T) {
	w, _ := small(t)
	w.exec("PRAGMA cache_size=5; BEGIN IMMEDIATE")
	for range 200 {
		w.exec("INSERT INTO events VALUES (hex(randomblob(150)))")
	}
	spilled := w.kill().wal
	w.exec("ROLLBACK")
	if got := scan(t, spilled); got.Corrupt || !got.Torn || got.Commits != 13 || got.TornAt >= int64(len(spilled)) {
		t.Errorf("before the rollback: %+v", got)
	}
	w.append(2, 100)
	w.append(1, 100)
	d := w.kill()
	if got := scan(t, d.wal); got.Corrupt || got.Commits != 15 {
		t.Errorf("after two more commits: %+v", got)
	}
	if rows := d.rowsSQLiteReads(t); rows != w.rows {
		t.Errorf("SQLite reads %d rows, want %d", rows, w.rows)
	}
}
