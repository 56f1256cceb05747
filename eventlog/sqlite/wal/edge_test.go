package wal_test

import (
	"bytes"
	"testing"
)

// In transactions of one frame only the next transaction can confirm a
// commit. Each prefix of such a log that ends with a commit is a log too; in
// each, one bit of every byte of the third last transaction is flipped.
func TestEveryFlipInTheThirdLastOfSingleFrames(t *testing.T) {
	wal, ends := singleFrames(t)
	for last := 3; last < len(ends); last++ {
		prefix := wal[:ends[last]]
		for at := ends[last-3]; at < ends[last-2]; at++ {
			prefix[at] ^= 1 << (at % 8)
			if got := scan(t, prefix); !got.Corrupt {
				t.Errorf("byte %d of %d: %+v", at, len(prefix), got)
			}
			prefix[at] ^= 1 << (at % 8)
		}
	}
}

// In the second last transaction too the next one confirms the commit, unless the
// mark of the commit is hit, or the header crosses two sectors and the page is
// hit.
func TestFlipsInTheSecondLastOfSingleFrames(t *testing.T) {
	wal, ends := singleFrames(t)
	for last := 3; last < len(ends); last++ {
		prefix, start := wal[:ends[last]], ends[last-2]
		split := start%512 > 512-24
		for at := start; at < ends[last-1]; at++ {
			inMark, inSums := at-start >= 4 && at-start < 8, at-start >= 8 && at-start < 24
			if inMark || split && !inSums {
				continue
			}
			prefix[at] ^= 1 << (at % 8)
			if got := scan(t, prefix); !got.Corrupt || got.CorruptAt != int64(start) {
				t.Errorf("byte %d of %d, frame at %d: %+v", at, len(prefix), start, got)
			}
			prefix[at] ^= 1 << (at % 8)
		}
	}
}

// singleFrames is a file of 70 transactions of one frame, and where each ends.
func singleFrames(t *testing.T) (wal []byte, ends []int) {
	w, _ := small(t)
	w.exec("PRAGMA wal_checkpoint(RESTART)")
	for range 70 {
		w.exec("UPDATE events SET body = hex(randomblob(8)) WHERE rowid = 1")
	}
	wal = w.kill().wal
	ends = commitEnds(wal)
	if len(ends) != 70 || ends[69] != 32+70*frameSize(wal) {
		t.Fatalf("%d transactions end at %v, want 70 of one frame", len(ends), ends)
	}
	return wal, ends
}

func TestFileCutInItsLastFrameIsTornThere(t *testing.T) {
	_, d := small(t)
	ends := commitEnds(d.wal)
	for _, more := range []int{1, 23, 24, 100, frameSize(d.wal) - 1} {
		got := scan(t, d.wal[:ends[6]+more])
		if got.Corrupt || !got.Torn || got.TornAt != int64(ends[6]) || got.Commits != 7 {
			t.Errorf("%d bytes behind the seventh commit at %d: %+v", more, ends[6], got)
		}
	}
}

func TestEveryFlipInTheHeaderBeforeASingleFrame(t *testing.T) {
	w, _ := small(t)
	w.exec("PRAGMA wal_checkpoint(TRUNCATE)")
	w.exec("UPDATE events SET body = 'changed' WHERE rowid = 1")
	d := w.kill()
	if got := scan(t, d.wal); got.Frames != 1 || got.Corrupt {
		t.Fatalf("before the flips: %+v", got)
	}
	flipEachBit(d.wal, 0, 32, func(at, bit int, wal []byte) {
		if got := scan(t, wal); !got.Corrupt || got.CorruptFrame != 0 || got.CorruptAt != 0 {
			t.Errorf("bit %d of byte %d: %+v", bit, at, got)
		}
	})
}

// The header of the 42nd frame crosses two sectors. When only the second is
// written, it shows the commit mark of a former life beside this life's checksum.
func TestMixedFrameHeaderIsNotBelieved(t *testing.T) {
	w, _ := small(t)
	w.exec("PRAGMA wal_checkpoint(RESTART)")
	for range 60 {
		w.exec("UPDATE events SET body = hex(randomblob(8)) WHERE rowid = 1")
	}
	w.exec("PRAGMA wal_checkpoint(RESTART)")
	w.append(1, 10)
	before := w.kill()
	w.append(100, 300)
	after := w.kill()
	at := 32 + 41*frameSize(after.wal)
	if at%512 != 504 || bytes.Equal(before.wal[at:at+8], after.wal[at:at+8]) {
		t.Fatalf("the header at %d is not split after 8 bytes, or its halves are equal", at)
	}
	sector := at - at%512
	copy(after.wal[sector:sector+512], before.wal[sector:])
	if got := scan(t, after.wal); got.Corrupt || !got.Torn || got.Commits != 1 {
		t.Errorf("%+v", got)
	}
}
