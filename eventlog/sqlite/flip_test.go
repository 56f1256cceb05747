package sqlite_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	log "github.com/clawable/claw/eventlog/sqlite"
)

var flips = flag.Int("claw.flips", 1, "how many times as many bits of a log to flip; 0: each")

// files are the files of a log by the end of their names.
type files map[string][]byte

func snapshot(t testing.TB, path string) files {
	t.Helper()
	f := files{}
	for _, suffix := range []string{"", "-wal", "-tick", "-lock"} {
		content, err := os.ReadFile(path + suffix)
		if err == nil {
			f[suffix] = content
		} else if !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
	}
	return f
}

// write puts the files into dir, which holds no others then, and returns the log's path.
func (f files) write(t testing.TB, dir string) string {
	t.Helper()
	path := filepath.Join(dir, "log.claw")
	for _, suffix := range []string{"", "-wal", "-tick", "-lock", "-shm"} {
		content, ok := f[suffix]
		if !ok {
			if err := os.Remove(path + suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
				t.Fatal(err)
			}
		} else if err := os.WriteFile(path+suffix, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// export returns the lines of the log in path, and the error that ended it.
func export(path string) (lines []byte, err error) {
	l, err := log.Open(context.Background(), path, log.Options{})
	if err != nil {
		return nil, err
	}
	for e, err := range l.Read(context.Background(), eventlog.Query{}) {
		if err != nil {
			return lines, errors.Join(err, l.Close())
		}
		lines = append(e.Line(lines), '\n')
	}
	return lines, l.Close()
}

// killedLog is a log as a process leaves it that is killed after its last
// acknowledgement: all is in the write-ahead log.
func killedLog(t testing.TB, events int) files {
	t.Helper()
	path := logPath(t, 0)
	cmd, lines := child(t, task{Do: "append", Path: path, Name: "killed", Count: events, Hold: true})
	for range events {
		if !lines.Scan() {
			t.Fatal("the process appended too little")
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // killed
	return snapshot(t, path)
}

// One bit is flipped, in one file, and the log opened: the damage is named, or
// the export is byte for byte as before. What is exported of a damaged log is a
// part of what was there.
func TestOneFlippedBitIsNamedOrChangesNothing(t *testing.T) {
	closed := snapshot(t, logPath(t, 12))
	killed := killedLog(t, 6)
	for name, test := range map[string]struct {
		files  files
		suffix string
		sample int
	}{
		"a closed log":                        {closed, "", 500},
		"the write-ahead log of a killed one": {killed, "-wal", 250},
		"the file of a killed one":            {killed, "", 60},
		"the notes beside a killed one":       {killed, "-tick", 60},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			want, err := export(test.files.write(t, dir))
			if err != nil {
				t.Fatal(err)
			}
			content := bytes.Clone(test.files[test.suffix])
			named := 0
			for _, bit := range bits(t, len(content), test.sample) {
				content[bit/8] ^= 1 << (bit % 8)
				flipped := files{}
				for suffix, c := range test.files {
					flipped[suffix] = c
				}
				flipped[test.suffix] = content
				got, err := export(flipped.write(t, dir))
				if checkFlipped(t, bit, want, got, err) {
					named++
				}
				content[bit/8] ^= 1 << (bit % 8)
			}
			t.Logf("%d named", named)
		})
	}
}

// bits are the numbers of the bits to flip: all or a random sample.
func bits(t testing.TB, size, sample int) []int {
	if sample *= *flips; sample == 0 || sample >= size*8 {
		all := make([]int, size*8)
		for i := range all {
			all[i] = i
		}
		return all
	}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, 0)).Perm(size * 8)[:sample]
}

func checkFlipped(t *testing.T, bit int, want, got []byte, err error) (named bool) {
	t.Helper()
	var typed *domain.Error
	switch {
	case err == nil && !bytes.Equal(want, got):
		t.Errorf("byte %d bit %d: %d bytes exported, want %d, and no error", bit/8, bit%8, len(got), len(want))
	case err != nil && (!errors.Is(err, eventlog.ErrCorrupt) || !errors.As(err, &typed) || typed.Kind != domain.ErrCorrupt):
		t.Errorf("byte %d bit %d: %v is not named corrupt", bit/8, bit%8, err)
	case !bytes.HasPrefix(want, got):
		t.Errorf("byte %d bit %d: the export before %v is not how the log began", bit/8, bit%8, err)
	}
	return err != nil
}
