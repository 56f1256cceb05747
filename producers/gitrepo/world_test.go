package gitrepo_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/memlog"

	gitexec "github.com/clawable/claw/git/exec"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/gitrepo"
	"github.com/clawable/claw/producers/scrub"
)

// repo is a repository that a test makes with git.
type repo struct {
	t     testing.TB
	dir   string
	clock int // of the next commit, in minutes
}

func newRepo(t testing.TB, options ...string) *repo {
	t.Helper()
	r := &repo{t: t, dir: filepath.Join(t.TempDir(), "repo")}
	r.git(append([]string{"init", "--quiet", "--initial-branch=main", r.dir}, options...)...)
	return r
}

// clone is another clone of the repository.
func (r *repo) clone(options ...string) *repo {
	r.t.Helper()
	c := &repo{t: r.t, dir: filepath.Join(r.t.TempDir(), "clone"), clock: 1000}
	c.git(append(append([]string{"clone", "--quiet"}, options...), "file://"+r.dir, c.dir)...)
	return c
}

// try runs git as a person with nothing configured would.
func (r *repo) try(args ...string) (string, error) {
	cmd := exec.Command("git", append([]string{"-c", "protocol.file.allow=always", "-c", "core.autocrlf=false", "-c", "gc.auto=0", "-c", "maintenance.auto=false"}, args...)...)
	if args[0] != "init" && args[0] != "clone" {
		cmd.Dir = r.dir
	}
	at := fmt.Sprintf("%d +0130", 1767225600+60*r.clock)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=Ada", "GIT_AUTHOR_EMAIL=ada@example.org",
		"GIT_COMMITTER_NAME=Bob", "GIT_COMMITTER_EMAIL=bob@example.org", "GIT_AUTHOR_DATE="+at, "GIT_COMMITTER_DATE="+at)
	out, err := cmd.Output()
	return strings.TrimRight(string(out), "\n"), err
}

func (r *repo) git(args ...string) string {
	r.t.Helper()
	out, err := r.try(args...)
	if err != nil {
		r.t.Fatalf("git %s: %v", strings.Join(args, " "), err)
	}
	return out
}

// commit commits files, named by path and content, and returns its name.
func (r *repo) commit(message string, files ...string) string {
	r.t.Helper()
	r.write(files...)
	r.clock++
	r.git("commit", "--quiet", "--allow-empty", "--allow-empty-message", "-m", message)
	return r.git("rev-parse", "HEAD")
}

func (r *repo) write(files ...string) {
	r.t.Helper()
	for i := 0; i < len(files); i += 2 {
		name := filepath.Join(r.dir, filepath.FromSlash(files[i]))
		if err := firstError(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(files[i+1]), 0o644)); err != nil {
			r.t.Fatal(err)
		}
		r.git("add", "--", files[i])
	}
}

// object writes an object of any bytes and returns its name.
func (r *repo) object(kind, content string) string {
	r.t.Helper()
	cmd := exec.Command("git", "hash-object", "-t", kind, "-w", "--stdin", "--literally")
	cmd.Dir, cmd.Stdin = r.dir, strings.NewReader(content)
	out, err := cmd.Output()
	if err != nil {
		r.t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// book is a log and the events that it got.
type book struct {
	t   testing.TB
	log eventlog.Log
}

func newBook(t testing.TB) *book {
	t.Helper()
	log, err := memlog.Open(memlog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return &book{t, log}
}

func git(t testing.TB) gitexec.Git {
	t.Helper()
	g, err := gitexec.Alone(os.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// imports imports repositories as the verb does.
func (b *book) imports(dirs ...string) *importing.ImportReport {
	b.t.Helper()
	var files []importing.ImportFile
	for _, dir := range dirs {
		clone, err := gitrepo.Open(context.Background(), git(b.t), dir)
		if err != nil {
			b.t.Fatal(err)
		}
		b.t.Cleanup(func() { _ = clone.Close() })
		files = append(files, importing.ImportFile{Name: dir, Source: gitrepo.Source, Asks: true,
			Records: func(ctx context.Context) iter.Seq2[producers.Record, error] { return clone.Read(ctx, b.known) }})
	}
	report, err := importing.Import(record.NewRecorder(b.log, scrub.New(), domain.TrustMedium), context.Background(), files, false, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	if len(report.Changed) > 0 {
		b.t.Errorf("one fact was told in two ways: %+v", report.Changed)
	}
	return report
}

func (b *book) known(repo domain.RepoID) (*gitrepo.Known, error) {
	return gitrepo.Learn(b.log.Read(context.Background(), eventlog.Query{Stream: repo.Stream()}))
}

// events yields the events of a kind with their payloads.
func events[T domain.Payload](b *book) iter.Seq2[domain.Event, T] {
	return func(yield func(domain.Event, T) bool) {
		for e, err := range b.log.Read(context.Background(), eventlog.Query{}) {
			var p T
			if err != nil {
				b.t.Fatal(err)
			}
			if e.Kind != p.Kind() {
				continue
			}
			if err := json.Unmarshal(e.Data, &p); err != nil {
				b.t.Fatal(err)
			}
			if !yield(e, p) {
				return
			}
		}
	}
}

// commits returns the commits that the log holds, the fullest word of each.
func (b *book) commits() map[string]domain.CommitObserved {
	out := map[string]domain.CommitObserved{}
	for _, p := range events[domain.CommitObserved](b) {
		if before, held := out[string(p.Commit)]; !held || before.PathsUnknown != "" || before.PatchIDUnknown != "" {
			out[string(p.Commit)] = p
		}
	}
	return out
}

// moves returns the moves of refs in their order: "ref old..new", names of objects cut.
func (b *book) moves() []string {
	var out []string
	for _, p := range events[domain.RefMoved](b) {
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s %.7s..%.7s %s", p.Ref, firstOf(string(p.Old), "?"), p.New, forced(p.Forced))))
	}
	return out
}

func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func forced(is bool) string {
	if is {
		return "forced"
	}
	return ""
}
