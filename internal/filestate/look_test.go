package filestate_test

import (
	"context"
	"crypto/sha256"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/filestate"
	"github.com/clawable/claw/policy"
)

// yard is a folder with a program in bin, which is all of PATH.
type yard struct {
	t   *testing.T
	dir string
	filestate.Looker
}

func newYard(t *testing.T) *yard {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	y := &yard{t: t, dir: dir}
	y.Env = func(name string) string {
		return map[string]string{"PATH": y.path("bin") + string(filepath.ListSeparator) + "tools"}[name]
	}
	y.file("bin/run", "#!/bin/sh\n")
	y.file("script", "echo\n")
	return y
}

func (y *yard) path(name string) string { return filepath.Join(y.dir, filepath.FromSlash(name)) }

func (y *yard) file(name, content string) {
	y.t.Helper()
	if err := os.MkdirAll(filepath.Dir(y.path(name)), 0o755); err != nil {
		y.t.Fatal(err)
	}
	if err := os.WriteFile(y.path(name), []byte(content), 0o755); err != nil {
		y.t.Fatal(err)
	}
}

func (y *yard) link(name, to string) {
	y.t.Helper()
	if err := os.Symlink(to, y.path(name)); err != nil {
		y.t.Fatal(err)
	}
}

// look says of each file "role name state", with the path that links lead to below the yard.
func (y *yard) look(argv ...string) (all []string) {
	for _, f := range y.files(argv...) {
		text := string(f.Role) + " " + f.Name + " " + string(f.State)
		if f.Real != "" {
			text += " " + strings.TrimPrefix(string(f.Real), y.dir+string(filepath.Separator))
		}
		all = append(all, text)
	}
	return all
}

func (y *yard) files(argv ...string) []domain.ActionFile {
	return y.Look(y.t.Context(), &policy.Action{Argv: argv, CWD: y.dir})
}

func TestALookTellsWhatACommandNames(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links and pipes are those of unix")
	}
	for name, row := range map[string]struct {
		before func(*yard)
		argv   []string
		want   []string
	}{
		"a program of PATH and a script":        {nil, []string{"run", "script"}, []string{"program run hashed", "argument script hashed"}},
		"a program that is nowhere":             {nil, []string{"nowhere", "script"}, []string{"program nowhere missing", "argument script hashed"}},
		"a script of its own":                   {nil, []string{"./script"}, []string{"program ./script hashed"}},
		"a script that is not there yet":        {nil, []string{"run", "later"}, []string{"program run hashed"}},
		"a folder of PATH that is not absolute": {func(y *yard) { y.file("tools/own", "x") }, []string{"own"}, []string{"program own hashed"}},
		"what may not be run is no program": {func(y *yard) {
			y.file("tools/own", "x")
			y.file("bin/own", "y")
			if err := os.Chmod(y.path("bin/own"), 0o600); err != nil {
				y.t.Fatal(err)
			}
		}, []string{"own"}, []string{"program own hashed"}},
		"links":                            {func(y *yard) { y.link("a", "b"); y.link("b", "script") }, []string{"run", "a"}, []string{"program run hashed", "argument a hashed script"}},
		"a link of a folder":               {func(y *yard) { y.link("here", ".") }, []string{"run", "here/script"}, []string{"program run hashed", "argument here/script hashed script"}},
		"a link to nowhere":                {func(y *yard) { y.link("a", "nowhere") }, []string{"run", "a"}, []string{"program run hashed"}},
		"links in a ring":                  {func(y *yard) { y.link("a", "b"); y.link("b", "a") }, []string{"run", "a"}, []string{"program run hashed", "argument a unreadable"}},
		"a folder":                         {nil, []string{"run", "bin"}, []string{"program run hashed", "argument bin directory"}},
		"a device":                         {nil, []string{"run", "/dev/zero"}, []string{"program run hashed", "argument /dev/zero special"}},
		"nothing at all":                   {nil, []string{"run", os.DevNull}, []string{"program run hashed"}},
		"the program as a file of its own": {nil, []string{"run", "bin/run"}, []string{"program run hashed", "argument bin/run hashed"}},
		"behind a shell":                   {nil, []string{"nosh"}, []string{"program nosh missing"}},
		"a shell's text":                   {func(y *yard) { y.file("bin/sh", "x") }, []string{"sh", "-c", "cd bin; run ../script < script && nowhere"}, []string{"program sh hashed", "argument bin directory", "program run hashed", "argument ../script hashed"}},
		"more than is hashed of one":       {func(y *yard) { y.FileLimit = 7; y.file("big", "12345678") }, []string{"./big", "script"}, []string{"program ./big too_large", "argument script hashed"}},
		"more than is hashed of all":       {func(y *yard) { y.ByteLimit = 12 }, []string{"run", "script"}, []string{"program run hashed", "argument script too_large"}},
		"more names than are looked at":    {func(y *yard) { y.NameLimit = 2 }, []string{"run", "script", "bin"}, []string{"program run hashed", "argument script hashed", "argument bin too_large"}},
	} {
		t.Run(name, func(t *testing.T) {
			y := newYard(t)
			if row.before != nil {
				row.before(y)
			}
			if diff := cmp.Diff(row.want, y.look(row.argv...)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestALookTellsWhichFileItIs(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows tells no inode")
	}
	y := newYard(t)
	before := y.files("run", "script")[1]
	want := domain.ActionFile{Role: domain.FileArgument, Name: "script", State: domain.FileHashed, Path: domain.Path(y.path("script")), Bytes: 5,
		Device: before.Device, Inode: before.Inode, SHA256: sha256.Sum256([]byte("echo\n"))}
	if diff := cmp.Diff(want, before); diff != "" || before.Device == "" || before.Inode == "" {
		t.Fatalf("-want +got\n%s", diff)
	}
	y.file("other", "echo\n")
	if err := os.Rename(y.path("other"), y.path("script")); err != nil {
		t.Fatal(err)
	}
	if after := y.files("run", "script")[1]; after.Inode == before.Inode || after.SHA256 != before.SHA256 {
		t.Errorf("the same bytes in another file: %+v, before %+v", after, before)
	}
}

// TestALookEndsWithItsContext: what was not read to its end is reported as not read.
func TestALookEndsWithItsContext(t *testing.T) {
	y := newYard(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	files := y.Look(ctx, &policy.Action{Argv: []string{"run"}, CWD: y.dir})
	if len(files) != 1 || files[0].State != domain.FileUnreadable || !files[0].SHA256.IsZero() {
		t.Errorf("%+v", files)
	}
}

// cached is a yard with a cache that is queried about every file, an hour later.
func cached(t *testing.T) *yard {
	y := newYard(t)
	if runtime.GOOS != "linux" && runtime.GOOS != "darwin" {
		t.Skip("nothing is cached where files have no inode")
	}
	y.Cache = &filestate.Cache{File: y.path("state/hashes.json"), Now: func() time.Time { return time.Now().Add(time.Hour) },
		Foreign: func(string, fs.FileInfo) bool { return true }}
	return y
}

// again is another process that looks.
func (y *yard) again() *yard {
	next := *y
	next.Cache = &filestate.Cache{File: y.Cache.File, Now: y.Cache.Now, Foreign: y.Cache.Foreign}
	return &next
}

// lie puts the digest of other bytes into the cache.
func (y *yard) lie() domain.Digest {
	y.t.Helper()
	text, err := os.ReadFile(y.Cache.File)
	if err != nil {
		y.t.Fatal(err)
	}
	truth, lie := sha256.Sum256([]byte("echo\n")), sha256.Sum256([]byte("another"))
	lied := strings.Replace(string(text), domain.Digest(truth).String(), domain.Digest(lie).String(), 1)
	if lied == string(text) {
		y.t.Fatalf("the cache does not hold the script: %s", text)
	}
	if err := os.WriteFile(y.Cache.File, []byte(lied), 0o600); err != nil {
		y.t.Fatal(err)
	}
	return lie
}

// TestTheCacheAnswersForAFileThatIsAsItWas reads the script through a cache that was
// falsified, so that it shows which calls query it.
func TestTheCacheAnswersForAFileThatIsAsItWas(t *testing.T) {
	truth := domain.Digest(sha256.Sum256([]byte("echo\n")))
	for name, row := range map[string]struct {
		before func(*yard)
		cached bool
	}{
		"as it was":                     {func(*yard) {}, true},
		"touched":                       {func(y *yard) { _ = os.Chtimes(y.path("script"), time.Time{}, time.Unix(1, 0)) }, false},
		"written":                       {func(y *yard) { y.file("script", "echo\n") }, false},
		"another":                       {func(y *yard) { y.file("new", "echo\n"); _ = os.Rename(y.path("new"), y.path("script")) }, false},
		"other mode":                    {func(y *yard) { _ = os.Chmod(y.path("script"), 0o700) }, false},
		"what this person could change": {func(y *yard) { y.Cache.Foreign = nil }, false},
		"a cache that is no JSON":       {func(y *yard) { _ = os.WriteFile(y.Cache.File, []byte("{"), 0o600) }, false},
		"a cache of another version": {func(y *yard) {
			text, _ := os.ReadFile(y.Cache.File)
			_ = os.WriteFile(y.Cache.File, []byte(strings.Replace(string(text), `"version":1`, `"version":2`, 1)), 0o600)
		}, false},
		"a cache that is a folder": {func(y *yard) { _ = os.Remove(y.Cache.File); _ = os.Mkdir(y.Cache.File, 0o700) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			y := cached(t)
			y.look("run", "script")
			want := truth
			if lie := y.lie(); row.cached {
				want = lie
			}
			y = y.again()
			row.before(y)
			if got := y.files("run", "script")[1].SHA256; got != want {
				t.Errorf("SHA-256 %s, want %s", got, want)
			}
		})
	}
}

func TestWhatIsTooFreshIsNotCached(t *testing.T) {
	y := cached(t)
	y.Cache.Now = time.Now
	y.look("run", "script")
	if _, err := os.Stat(y.Cache.File); !os.IsNotExist(err) {
		t.Errorf("a cache of files that were written right before: %v", err)
	}
}

// TestALookAgainIsAtTheSameFiles, also at one that is gone.
func TestALookAgainIsAtTheSameFiles(t *testing.T) {
	y := newYard(t)
	before := y.files("run", "script")
	if diff := cmp.Diff(before, y.Again(t.Context(), y.dir, before)); diff != "" {
		t.Errorf("nothing changed: -want +got\n%s", diff)
	}
	y.file("bin/run", "other")
	if err := os.Remove(y.path("script")); err != nil {
		t.Fatal(err)
	}
	after := y.Again(t.Context(), y.dir, before)
	if len(after) != 2 || after[0].SHA256 == before[0].SHA256 || after[1].State != domain.FileMissing {
		t.Errorf("both changed: %+v", after)
	}
}
