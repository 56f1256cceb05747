package filestate

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/policy"
)

// What is looked at for one action at most. Beyond it a file is [domain.FileTooLarge].
const (
	mostNames = 1000      // words
	mostFile  = 256 << 20 // bytes of one file
	mostBytes = 512 << 20 // bytes of all files
)

// Looker looks at files. It is for one process and not safe for concurrent use.
type Looker struct {
	Env   func(string) string
	Cache *Cache // nil: everything is hashed
	// NameLimit, FileLimit and ByteLimit take the place of the limits, for tests; 0 leaves them.
	NameLimit            int
	FileLimit, ByteLimit int64
}

// Look describes the files that an action names: its program whether it exists or not, and all
// others that exist. A file is described once for each role.
//
// A file whose examination ends with ctx is reported as unreadable.
func (l *Looker) Look(ctx context.Context, act *policy.Action) []domain.ActionFile {
	return l.names(ctx, act.CWD, policy.Names(act))
}

// Again looks at files that were looked at before, for an action that works in cwd.
func (l *Looker) Again(ctx context.Context, cwd string, files []domain.ActionFile) []domain.ActionFile {
	names := make([]policy.Named, len(files))
	for i := range files {
		f := &files[i]
		names[i] = policy.Named{Word: f.Name, Path: filepath.ToSlash(string(f.Path)), Program: f.Role == domain.FileProgram, First: true}
		if names[i].Program && !strings.ContainsAny(f.Name, `/\\`) {
			names[i].Path = ""
		}
	}
	return l.names(ctx, cwd, names)
}

func (l *Looker) names(ctx context.Context, cwd string, names []policy.Named) []domain.ActionFile {
	run := look{Looker: l, ctx: ctx, cwd: cwd, left: limit(l.ByteLimit, mostBytes), told: map[told]bool{}}
	for i, name := range names {
		if i >= int(limit(int64(l.NameLimit), mostNames)) {
			run.files = append(run.files, domain.ActionFile{Role: roleOf(&name), Name: name.Word, State: domain.FileTooLarge})
			break
		}
		run.name(&name)
	}
	l.Cache.save()
	return run.files
}

func limit(named, usual int64) int64 {
	if named > 0 {
		return named
	}
	return usual
}

// look is one run of a Looker.
type look struct {
	*Looker
	ctx   context.Context
	cwd   string
	left  int64 // bytes that may be hashed
	files []domain.ActionFile
	told  map[told]bool
}

// told is the key of a file that is already in the result.
type told struct {
	role domain.FileRole
	path string
}

func roleOf(n *policy.Named) domain.FileRole {
	if n.Program {
		return domain.FileProgram
	}
	return domain.FileArgument
}

func (r *look) name(n *policy.Named) {
	path := filepath.FromSlash(n.Path)
	if path == "" {
		path = r.program(n.Word)
	}
	f := domain.ActionFile{Role: roleOf(n), Name: n.Word, State: domain.FileMissing}
	if path != "" {
		r.at(&f, path)
	}
	key := told{f.Role, path}
	if f.State == domain.FileMissing && !n.First || path == os.DevNull || path != "" && r.told[key] {
		return
	}
	r.told[key] = true
	r.files = append(r.files, f)
}

// program is where the folders of PATH hold a program, "" for nowhere: as a shell finds it,
// to which a folder that is not absolute is one below where the action works.
func (r *look) program(name string) string {
	for _, folder := range filepath.SplitList(r.Env("PATH")) {
		if !filepath.IsAbs(folder) {
			folder = filepath.Join(r.cwd, folder)
		}
		if found, err := exec.LookPath(filepath.Join(folder, name)); err == nil {
			return found
		}
	}
	return ""
}

// at describes the state of a file.
func (r *look) at(f *domain.ActionFile, path string) {
	f.Path = domain.Path(written(path))
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		if _, err := os.Lstat(path); err == nil && !dangles(path) {
			f.State = domain.FileUnreadable
		}
		return
	}
	if real != filepath.Clean(path) {
		f.Real = domain.Path(written(real))
	}
	info, err := os.Lstat(real)
	if err != nil {
		f.State = domain.FileUnreadable
		return
	}
	id := identify(info)
	id.tell(f)
	switch mode := info.Mode(); {
	case mode.IsDir():
		f.State = domain.FileDirectory
	case !mode.IsRegular():
		f.State = domain.FileSpecial
	default:
		f.Bytes = info.Size()
		r.hash(f, real)
	}
}

// dangles reports whether a link has no target.
func dangles(path string) bool {
	_, err := os.Stat(path)
	return os.IsNotExist(err)
}

// written is a path as an event can hold it.
func written(path string) string { return strings.ToValidUTF8(path, "\uFFFD") }

// identity distinguishes a file from others, and a changed file from an unchanged one.
type identity struct {
	known         bool // device and inode are
	device, inode uint64
	bytes         int64
	modified      int64 // nanoseconds, as the others
	changed       int64
}

func (id *identity) tell(f *domain.ActionFile) {
	if id.known {
		f.Device, f.Inode = strconv.FormatUint(id.device, 10), strconv.FormatUint(id.inode, 10)
	}
}
