package gitrepo_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/index"
)

// answer is a row of an answer key: a checkpoint, and a commit that names it.
type answer struct{ checkpoint, reachable, subject string }

// TestTheAnswerKeysAgree builds histories as the answer keys have them: commits of main,
// and others that refs/pull alone still holds, where a squash may have dropped the trailer.
func TestTheAnswerKeysAgree(t *testing.T) {
	keys, err := filepath.Glob("../../../shared/data/public/*/derived/checkpoint_commits.tsv")
	if err != nil {
		t.Fatal(err)
	}
	if len(keys) == 0 {
		t.Skip("no ../shared here: TestAnAnswerKeyAgrees proves the same on testdata/checkpoint_commits.tsv")
	}
	for _, key := range keys {
		t.Run(strings.Split(filepath.ToSlash(key), "/")[6], func(t *testing.T) { agreesWith(t, key) })
	}
}

func TestAnAnswerKeyAgrees(t *testing.T) { agreesWith(t, "testdata/checkpoint_commits.tsv") }

func agreesWith(t *testing.T, key string) {
	t.Helper()
	text, err := os.ReadFile(key)
	if err != nil {
		t.Fatal(err)
	}
	var rows []answer
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		words := strings.Split(line, "\t")
		rows = append(rows, answer{words[0], words[2], words[4]})
	}
	r := newRepo(t).name("example.org/x")
	r.commit("root", "a", "1")
	want := map[string][]string{} // checkpoint → commits
	for i, row := range rows {
		if row.reachable == "not found" {
			want[row.checkpoint] = nil
			continue
		}
		if row.reachable != "main" {
			r.git("checkout", "--quiet", "--detach", "main")
		}
		id := r.commit(row.subject+"\n\nEntire-Checkpoint: "+row.checkpoint, "f", row.checkpoint+row.subject)
		want[row.checkpoint] = append(want[row.checkpoint], id)
		if row.reachable != "main" {
			r.git("update-ref", "refs/pull/"+string(rune('1'+i%9))+row.checkpoint+"/head", id)
			r.git("checkout", "--quiet", "main")
		}
	}
	b := newBook(t)
	b.imports(r.dir)
	got := map[string][]string{}
	w := b.world()
	for checkpoint := range want {
		session := domain.MakeSessionID("claude-code", "of-"+checkpoint)
		w.Add(saved(session, domain.MakeCheckpointID("entire", checkpoint)))
	}
	whole := func(domain.CommitID) domain.CommitID { return "" } // no call made one
	for checkpoint := range want {
		session := domain.MakeSessionID("claude-code", "of-"+checkpoint)
		got[checkpoint] = nil
		for _, tie := range index.CommitsOf(w.Load, whole, session) {
			got[checkpoint] = append(got[checkpoint], string(tie.Commit))
			if back := index.SessionsOf(w.Load, whole, tie.Commit); len(back) == 0 || back[0].Session != session || len(tie.Events) != 2 {
				t.Errorf("commit %s leads back to %v", tie.Commit, back)
			}
		}
		slices.Sort(got[checkpoint])
		slices.Sort(want[checkpoint])
	}
	if diff := cmp.Diff(want, got); diff != "" || len(rows) == 0 {
		t.Errorf("%d rows (-key +told):\n%s", len(rows), diff)
	}
}

// saved is the word of a checkpoint that saved a session.
func saved(session domain.SessionID, checkpoint domain.CheckpointID) fact.Fact {
	return fact.Fact{ID: domain.EventID(session.Stream().ULID), Kind: "session.identity_enriched", Source: domain.SourceLive, Trust: domain.TrustMedium,
		Session: session, Payload: fact.Payload{Checkpoints: []domain.CheckpointID{checkpoint}}}
}
