package buildinfo_test

import (
	stdinfo "debug/buildinfo"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/internal/buildinfo"
)

// TestItReadsWhatTheLibraryReads compares with debug/buildinfo of Go, for this test's own program.
func TestItReadsWhatTheLibraryReads(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	want, err := stdinfo.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	got, err := buildinfo.ReadFile(self)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v; it differs from debug/buildinfo (-want +got):\n%s", err, diff)
	}
}

func TestItFindsTheHeaderThatCounts(t *testing.T) {
	const magic, module = "\xff Go buildinf:", "path\texample.com/a\nmod\texample.com/a\tv1.2.3\n"
	frame := strings.Repeat("f", 16)
	framed := frame + module + frame
	header := magic + "\x08\x02" + strings.Repeat("\x00", 16)
	blob := header + "\x06go1.26" + string(rune(len(framed))) + framed
	for _, row := range []struct {
		says, file string
		found      bool
	}{
		{"at the begin of the file", blob, true},
		{"behind the words in a text", strings.Repeat("x", 16) + magic + "xx" + blob, true},
		{"across the end of what is read at once", strings.Repeat("x", 1<<20-16) + blob, true},
		{"behind what is read at once", strings.Repeat("x", 3<<20) + blob, true},
		{"where no linker puts it", "x" + blob, false},
		{"of a Go before 1.18", magic + "\x08\x00" + blob[16:], false},
		{"cut in its texts", blob[:len(blob)-40], false},
		{"with a length beyond the file", header + "\xff\xff\xff\xff\x7f" + framed, false},
		{"in an empty file", "", false},
	} {
		name := filepath.Join(t.TempDir(), "program")
		if err := os.WriteFile(name, []byte(row.file), 0o600); err != nil {
			t.Fatal(err)
		}
		info, err := buildinfo.ReadFile(name)
		switch {
		case !row.found && !errors.Is(err, buildinfo.ErrNone):
			t.Errorf("%s: %v, %v; want none", row.says, info, err)
		case row.found && (err != nil || info.GoVersion != "go1.26" || info.Main.Version != "v1.2.3"):
			t.Errorf("%s: %v, %v", row.says, info, err)
		}
	}
}

// TestASearchEnds gives a file whose size is far beyond that of programs, and which takes no room.
func TestASearchEnds(t *testing.T) {
	name := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(name, 1<<42); err != nil {
		t.Skip("no file of this size here: ", err)
	}
	if info, err := buildinfo.ReadFile(name); !errors.Is(err, buildinfo.ErrNone) {
		t.Errorf("%v, %v; want none", info, err)
	}
}
