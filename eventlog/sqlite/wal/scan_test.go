package wal_test

import (
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/eventlog/sqlite/wal"
)

// small is a log of small pages in which transactions have one to several frames.
func small(t testing.TB) (*writer, database) {
	w := openWriter(t, filepath.Join(t.TempDir(), "log.db"), 512)
	for i := range 12 {
		w.append(1+i%3, 40+i*37%300)
	}
	return w, w.kill()
}

// restarted is a log whose file is in its second life: new frames in front,
// frames of the first life behind them.
func restarted(t testing.TB) (*writer, database) {
	w, _ := small(t)
	w.exec("PRAGMA wal_checkpoint(RESTART)")
	for i := range 5 {
		w.append(1+i%2, 100)
	}
	return w, w.kill()
}

func TestScanCountsWhatSQLiteRecovers(t *testing.T) {
	tests := map[string]struct {
		make    func(testing.TB) (*writer, database)
		commits int
	}{
		"a file in its first life":                   {small, 13},
		"a file with frames of a former life behind": {restarted, 5},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, d := test.make(t)
			ends := commitEnds(d.wal)
			got := scan(t, d.wal)
			want := wal.Report{
				PageSize: 512, Frames: (ends[len(ends)-1] - 32) / frameSize(d.wal),
				Commits: test.commits, Pages: got.Pages,
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("report (-want +got)\n%s", diff)
			}
			if got.Pages == 0 {
				t.Error("no size of the database after the last commit")
			}
		})
	}
}

func TestScanOfFilesWithoutFrames(t *testing.T) {
	_, d := small(t)
	tests := map[string][]byte{
		"an empty file":             nil,
		"a cut header":              d.wal[:17],
		"a header only":             d.wal[:32],
		"a bad header only":         append([]byte{1}, d.wal[1:32]...),
		"noise":                     bytes.Repeat([]byte("noise"), 4000),
		"zeros, where nothing fits": make([]byte, 9000),
	}
	for name, raw := range tests {
		t.Run(name, func(t *testing.T) {
			got := scan(t, raw)
			if diff := cmp.Diff(wal.Report{PageSize: got.PageSize}, got); diff != "" {
				t.Errorf("report (-want +got)\n%s", diff)
			}
		})
	}
}

func TestScanNamesTheDamagedPlace(t *testing.T) {
	_, d := small(t)
	frame := frameSize(d.wal)
	for n := 1; n <= 3; n++ {
		wal := bytes.Clone(d.wal)
		at := 32 + (n-1)*frame
		wal[at+100] ^= 1
		got := scan(t, wal)
		if !got.Corrupt || got.CorruptFrame != n || got.CorruptAt != int64(at) || got.Torn {
			t.Errorf("frame %d at %d damaged, reported %+v", n, at, got)
		}
		if want := scan(t, d.wal).Commits - got.Commits; got.LostCommits < want-1 || got.LostCommits > want {
			t.Errorf("frame %d damaged: %d commits lost, want %d or one less", n, got.LostCommits, want)
		}
	}
}

func TestScanReturnsWhatTheReaderFails(t *testing.T) {
	_, d := small(t)
	for name, reader := range map[string]io.ReaderAt{
		"a file that shrank during the scan":  bytes.NewReader(d.wal[:5000]),
		"a file that shrank below its header": bytes.NewReader(d.wal[:7]),
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := wal.Scan(reader, int64(len(d.wal))); !errors.Is(err, io.EOF) {
				t.Errorf("error %v, want one that is io.EOF", err)
			}
		})
	}
}
