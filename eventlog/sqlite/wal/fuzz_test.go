package wal_test

import (
	"encoding/binary"
	"path/filepath"
	"testing"
)

// FuzzScan compares the part of the report that says what SQLite takes with
// a plain reading of the file format.
func FuzzScan(f *testing.F) {
	w := openWriter(f, filepath.Join(f.TempDir(), "log.db"), 512)
	w.append(1, 10)
	w.append(3, 200)
	wal := w.kill().wal
	f.Add(wal, 0, byte(0))
	f.Add(wal, 700, byte(4))
	f.Add(wal, 20, byte(1))
	f.Add(wal[:1000], 999, byte(255))
	f.Fuzz(func(t *testing.T, wal []byte, at int, change byte) {
		if at >= 0 && at < len(wal) {
			wal[at] ^= change
		}
		got := scan(t, wal)
		frames, commits, pages := plainRecovery(wal)
		if got.Frames != frames || got.Commits != commits || got.Pages != pages {
			t.Errorf("%+v, plain reading has %d frames, %d commits, %d pages", got, frames, commits, pages)
		}
		if got.Corrupt && got.Torn || got.TornAt > int64(len(wal)) || got.CorruptAt > int64(len(wal)) {
			t.Errorf("contradiction: %+v", got)
		}
	})
}

// plainRecovery follows https://www.sqlite.org/fileformat2.html#walformat word by word.
func plainRecovery(wal []byte) (frames, commits, pages int) {
	if len(wal) < 32 {
		return 0, 0, 0
	}
	big := binary.BigEndian
	var order binary.ByteOrder = binary.LittleEndian
	switch big.Uint32(wal) {
	case 0x377f0682:
	case 0x377f0683:
		order = big
	default:
		return 0, 0, 0
	}
	size := int(big.Uint32(wal[8:]))
	var s0, s1 uint32
	sum := func(p []byte) {
		for i := 0; i < len(p); i += 8 {
			s0 += order.Uint32(p[i:]) + s1
			s1 += order.Uint32(p[i+4:]) + s0
		}
	}
	sum(wal[:24])
	sizes := map[int]bool{512: true, 1024: true, 2048: true, 4096: true, 8192: true, 16384: true, 32768: true, 65536: true}
	if !sizes[size] || s0 != big.Uint32(wal[24:]) || s1 != big.Uint32(wal[28:]) {
		return 0, 0, 0
	}
	for n, at := 1, 32; at+24+size <= len(wal); n, at = n+1, at+24+size {
		frame := wal[at : at+24+size]
		sum(frame[:8])
		sum(frame[24:])
		salts := big.Uint64(frame[8:]) == big.Uint64(wal[16:])
		if !salts || big.Uint32(frame) == 0 || s0 != big.Uint32(frame[16:]) || s1 != big.Uint32(frame[20:]) {
			break
		}
		if after := big.Uint32(frame[4:]); after != 0 {
			frames, commits, pages = n, commits+1, int(after)
		}
	}
	return frames, commits, pages
}
