package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
	gitexec "github.com/clawable/claw/git/exec"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/gitrepo"
)

// measureHistories measures the import of a repository's history, whole and when nothing is
// new, beside what git itself takes for the patches alone.
func measureHistories(b *bench) error {
	commits := b.pick(10_000, 50)
	b.report.head("Import of a git history, " + count(float64(commits)) + " commits")
	if _, err := exec.LookPath("git"); err != nil {
		b.report.tell("not measured", "", "there is no git on this machine")
		return nil
	}
	dir := filepath.Join(b.dir, "history.git")
	if err := makeHistory(b, dir, commits); err != nil {
		return err
	}
	git, err := gitexec.Alone(os.Getenv)
	if err != nil {
		return err
	}
	clone, err := gitrepo.Open(b.ctx, git, dir)
	if err != nil {
		return err
	}
	path := filepath.Join(b.dir, "history.claw")
	log, err := engine.Open(b.ctx, engine.SQLite+":"+path, engine.Options{Create: true, Name: "history"})
	if err != nil {
		return errors.Join(err, clone.Close())
	}
	files := []importing.ImportFile{{Name: dir, Source: gitrepo.Source, Asks: true, Records: func(ctx context.Context) iter.Seq2[producers.Record, error] {
		return clone.Read(ctx, func(repo domain.RepoID) (*gitrepo.Known, error) {
			return gitrepo.Learn(log.Read(ctx, eventlog.Query{Stream: repo.Stream()}))
		})
	}}}
	whole, err := b.importInto(log, files)
	again, failed := b.importInto(log, files)
	if err := errors.Join(err, failed, log.Close(), removeLog(path), clone.Close()); err != nil {
		return err
	}
	alone, err := timed(func() error {
		return exec.CommandContext(b.ctx, "sh", "-c", `git -C "$1" rev-list --all | git -C "$1" diff-tree --stdin -p --root | git -C "$1" patch-id --stable >"$1/ids"`, "sh", dir).Run()
	})
	if err != nil {
		return err
	}
	b.report.tell("whole", fmt.Sprintf("%.2f s", whole.Seconds()), fmt.Sprintf("%s; git's own patch ids alone, one git behind the other: %.2f s", perS(perSecond(commits, whole)), alone.Seconds()))
	b.report.tell("again, nothing new", fmt.Sprintf("%.2f s", again.Seconds()), "")
	return nil
}

// makeHistory makes a bare repository with a line of commits of three files each.
func makeHistory(b *bench, dir string, commits int) error {
	var text strings.Builder
	for i := range commits {
		fmt.Fprintf(&text, "commit refs/heads/main\ncommitter Demo <demo@example.org> %d +0000\ndata <<M\nChange %d\n\nCo-authored-by: Agent <agent@example.org>\nM\n", 1700000000+60*i, i)
		writeFiles(&text, i)
		text.WriteByte('\n')
	}
	return b.loadHistory(dir, text.String())
}
