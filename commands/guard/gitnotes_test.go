package guarding_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	guarding "github.com/clawable/claw/commands/guard"
	gitexec "github.com/clawable/claw/git/exec"
	githooks "github.com/clawable/claw/git/hooks"
)

// TestANoteStaysUntilItCanBeToldOf checks that git is run only for a note, and that an error
// loses no note.
func TestANoteStaysUntilItCanBeToldOf(t *testing.T) {
	f := newFront(t)
	noGit, asked := errors.New("no git"), 0
	in := &guarding.Repository{Common: f.dir, User: "ann", Git: func() (gitexec.Git, error) { asked++; return gitexec.Git{}, noGit }}
	if err := f.hook().AppendNotes(context.Background(), in); err != nil || asked != 0 {
		t.Errorf("without a note: asked %d times, %v", asked, err)
	}
	note := filepath.Join(f.dir, githooks.HeardPrefix+"1.2")
	if err := os.WriteFile(note, []byte("post-merge 0\n.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := f.hook().AppendNotes(context.Background(), in); !errors.Is(err, noGit) || asked != 1 {
		t.Errorf("with a note: asked %d times, %v", asked, err)
	}
	if _, err := os.Stat(note); err != nil {
		t.Error(err)
	}
	in.Git = func() (gitexec.Git, error) { return gitexec.Git{}, nil }
	if err := f.hook().AppendNotes(context.Background(), in); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(note); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a note that tells of nothing stays: %v", err)
	}
}
