package witness

import (
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/table"
	"github.com/clawable/claw/policy/shell"
)

// writes adds the files that step i names as written, and the step's program where it changes files
// that it does not name. For a failed step it is not known which it wrote; a patch that was refused
// wrote none.
func (r *reading) writes(i int, args []string) {
	s := &r.steps[i]
	if _, failed := r.decides(i); failed {
		if _, writes := writers.Of(args[0]); writes || len(s.Writes) > 0 || changesFiles(args) {
			r.mayWrite(args[0])
		}
		return
	}
	writes, removes := s.Writes, []shell.Word(nil)
	w, ok := writers.Of(args[0])
	switch {
	case args[0] == "apply_patch" || args[0] == "applypatch":
		for _, text := range append(slices.Clone(s.Given), s.Words[1:]...) {
			added, deleted := patched(text.Text)
			writes, removes = append(slices.Clip(writes), added...), append(removes, deleted...)
		}
	case ok:
		named := w.named(s.Words[1:])
		switch {
		case w.removes:
			removes = named
		case w.moves && len(named) > 0:
			removes, writes = named[:len(named)-1], append(slices.Clip(writes), named[len(named)-1])
		default:
			writes = append(slices.Clip(writes), named...)
		}
	case r.named != i+1 && changesFiles(args) || runsCodeThatWrites(s, args):
		r.mayWrite(args[0])
	}
	if names := r.files(s, writes); len(names) > 0 {
		o := r.other(changes)
		o.Writes = addNew(o.Writes, names)
	}
	if names := r.files(s, removes); len(names) > 0 {
		o := r.other(changes)
		o.Removes = addNew(o.Removes, names)
	}
}

// addNew adds the names that a list does not have.
func addNew(list, names []domain.Path) []domain.Path {
	for _, name := range names {
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// mayWrite adds a program that changes files which the command does not name.
func (r *reading) mayWrite(program string) {
	if o := r.other(changes); !slices.Contains(o.MayWrite, program) {
		o.MayWrite = append(o.MayWrite, program)
	}
}

// files are the names of files, absolute where the folder is known. A name that is computed is no
// fact but a sign that the program may change files.
func (r *reading) files(s *shell.Step, words []shell.Word) (names []domain.Path) {
	for _, w := range words {
		switch {
		case !w.Known || strings.ContainsAny(w.Path, "*?["):
			r.mayWrite(s.Words[0].Program())
		case strings.HasPrefix(w.Text, "/dev/") || w.Text == "-" || w.Text == "":
		case isFolder(w.Text):
			r.mayWrite(s.Words[0].Program())
		case len(s.At) == 1 && !s.At[0].Open:
			names = append(names, domain.Path(s.At[0].Absolute(w.Text)))
		case r.call.CWD != "" && !shell.IsAbsolute(w.Text):
			r.mayWrite(s.Words[0].Program()) // the command changed to a folder that is not stated
		default:
			names = append(names, domain.Path(w.Text))
		}
	}
	return names
}

// isFolder reports whether a name can only be that of a folder: which of its files are written is not
// stated.
func isFolder(name string) bool {
	base := name[strings.LastIndexByte(name, '/')+1:]
	return base == "" || base == "." || base == ".." || base == "..."
}

// writer describes which operands of a program are files that it writes.
type writer struct {
	skip  int      // operands before them
	last  bool     // only the last one
	needs []string // options of which one makes it write

	removes bool // it removes them
	moves   bool // it removes all but the last one, which it writes
}

var writers = table.Table[string, writer]{
	{"rm", writer{removes: true}}, {"unlink", writer{removes: true}}, {"rmdir", writer{removes: true}}, {"shred", writer{}}, {"mv", writer{moves: true}}, {"touch", writer{}}, {"truncate", writer{}}, {"tee", writer{}},
	{"cp", writer{last: true}}, {"ln", writer{last: true}}, {"install", writer{last: true}}, {"rsync", writer{last: true}},
	{"sed", writer{skip: 1, needs: []string{"-i", "--in-place"}}}, {"gsed", writer{skip: 1, needs: []string{"-i", "--in-place"}}},
	{"perl", writer{skip: 1, needs: []string{"-i", "-pi"}}}, {"gofmt", writer{needs: []string{"-w"}}}, {"goimports", writer{needs: []string{"-w"}}},
}

// named are the operands that a program writes, given its words behind its name.
func (w writer) named(words []shell.Word) (out []shell.Word) {
	writes := len(w.needs) == 0
	for _, word := range words {
		if strings.HasPrefix(word.Text, "-") && word.Known {
			writes = writes || slices.ContainsFunc(w.needs, func(o string) bool { return strings.HasPrefix(word.Text, o) })
			continue
		}
		out = append(out, word)
	}
	if !writes {
		return nil
	}
	if out = out[min(w.skip, len(out)):]; w.last && len(out) > 0 {
		return out[len(out)-1:]
	}
	return out
}

// changers are programs that change files which their arguments do not name, by the words behind
// the program; none for every use.
var changers = table.Table[string, []string]{
	{"go", []string{"generate", "mod", "get", "fmt", "fix"}}, {"cargo", []string{"fmt", "fix", "add", "remove", "update", "generate-lockfile"}},
	{"npm", []string{"install", "i", "ci", "add", "update", "uninstall", "version"}}, {"pnpm", []string{"install", "i", "add", "update", "remove"}}, {"yarn", []string{"install", "add", "remove", "upgrade"}}, {"bun", []string{"install", "add", "remove", "update"}},
	{"pip", []string{"install"}}, {"uv", []string{"add", "remove", "sync", "lock"}}, {"poetry", []string{"add", "remove", "lock", "install"}},
	{"git", []string{"checkout", "restore", "switch", "reset", "stash", "apply", "am", "merge", "pull", "rebase", "cherry-pick", "revert", "clean", "mv", "rm"}},
	{"prettier", nil}, {"black", nil}, {"isort", nil}, {"ruff", []string{"format", "check"}}, {"eslint", nil}, {"biome", []string{"format", "check", "lint"}}, {"rustfmt", nil}, {"clang-format", nil}, {"shfmt", nil}, {"terraform", []string{"fmt"}},
	{"patch", nil}, {"protoc", nil}, {"buf", []string{"generate"}}, {"sqlc", []string{"generate"}}, {"prisma", []string{"generate", "migrate"}}, {"alembic", []string{"revision"}}, {"make", []string{"generate", "gen", "fmt", "format", "fix"}}, {"just", []string{"fmt", "format", "fix"}},
	{"tar", nil}, {"unzip", nil}, {"npx", []string{"create-*"}}, {"django-admin", []string{"startproject", "startapp"}}, {"manage.py", []string{"makemigrations"}}, {"rails", []string{"generate", "g"}},
}

// readers of options with which the programs above change nothing.
var dry = []string{"--check", "--dry-run", "--diff", "-l", "--list-different", "--list", "-n", "-t", "-tf", "-tzf"}

// changesFiles reports whether a program changes files that its arguments do not name.
func changesFiles(args []string) bool {
	verbs, ok := changers.Of(args[0])
	if !ok || slices.ContainsFunc(args[1:], isOneOf(dry)) {
		return false
	}
	if verbs == nil {
		return true
	}
	for _, a := range args[1:] {
		if !strings.HasPrefix(a, "-") {
			return slices.ContainsFunc(verbs, func(v string) bool { return begins([]string{a}, []string{v}) })
		}
	}
	return false
}

// runsCodeThatWrites reports whether an interpreter is given a program in the command itself, and
// that program calls what opens files to write.
func runsCodeThatWrites(s *shell.Step, args []string) bool {
	if !slices.Contains([]string{"python", "node", "ruby", "perl", "php", "deno", "bun"}, strings.TrimRight(args[0], "0123456789.")) {
		return false
	}
	for _, text := range append(slices.Clone(s.Given), s.Words[1:]...) {
		for _, call := range writingCalls {
			if strings.Contains(text.Text, call) {
				return true
			}
		}
	}
	return false
}

var writingCalls = []string{
	".write(", "write_text(", "write_bytes(", "writeFile", "appendFile", "'w'", `"w"`, "'a'", `"a"`, "shutil.", "os.rename", "os.remove", "os.unlink", "unlinkSync", "rmSync",
	"renameSync", "mkdirSync", "makedirs", "File.write", "file_put_contents", "json.dump(", "copyFile",
}

// patched are the files that a patch of apply_patch names as written, and as removed.
func patched(text string) (writes, removes []shell.Word) {
	for l := range strings.Lines(text) {
		l = strings.TrimRight(l, "\r\n")
		for _, mark := range []string{"*** Add File: ", "*** Update File: ", "*** Move to: "} {
			if name, ok := strings.CutPrefix(l, mark); ok {
				writes = append(writes, shell.Word{Text: name, Known: true})
			}
		}
		if name, ok := strings.CutPrefix(l, "*** Delete File: "); ok {
			removes = append(removes, shell.Word{Text: name, Known: true})
		}
	}
	return writes, removes
}
