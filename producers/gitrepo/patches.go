package gitrepo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	gitexec "github.com/clawable/claw/git/exec"
)

// patches finds the patch ids of commits with one parent or none. Where git fails over
// some, those are set aside whose blobs the clone does not have, as in a partial clone;
// what is left is halved until the one is found that cannot be read.
func (s *scratch) patches(ctx context.Context, batch []*commit, all map[domain.CommitID]*changes) error {
	if len(batch) == 0 {
		return nil
	}
	number := func(part []*commit) error { return s.patchIDs(ctx, part, all) }
	lost := func(at *commit) { all[at.id].patchUnknown = domain.UnknownUnavailable }
	err := number(batch)
	if f := (*gitexec.Failure)(nil); !errors.As(err, &f) {
		return err
	}
	gone, err := s.missing(ctx, batch, all)
	if err != nil {
		return err
	}
	rest := slices.DeleteFunc(batch, func(at *commit) bool {
		without := slices.ContainsFunc(all[at.id].blobs, func(id string) bool { return gone[id] })
		if without {
			lost(at)
		}
		return without
	})
	return each(rest, number, lost)
}

// missing returns which blobs of the changes the clone does not have.
func (s *scratch) missing(ctx context.Context, batch []*commit, all map[domain.CommitID]*changes) (map[string]bool, error) {
	var ask bytes.Buffer
	for _, at := range batch {
		for _, id := range all[at.id].blobs {
			if id != "" {
				ask.WriteString(id + "\n")
			}
		}
	}
	out, _, err := s.git.Output(ctx, s.env, ask.Bytes(), "cat-file", "--batch-check=%(objectname)")
	if err != nil {
		return nil, err
	}
	gone := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		if id, is := strings.CutSuffix(strings.TrimSpace(line), " "+absent); is {
			gone[id] = true
		}
	}
	return gone, nil
}

// patchIDs has git write the patches and number them: "<patch id> <commit>" of each that
// changes something. The patches go from one git to the other.
func (s *scratch) patchIDs(ctx context.Context, batch []*commit, all map[domain.CommitID]*changes) error {
	ids, err := s.pipe(ctx, question(batch))
	if err != nil {
		return err
	}
	for line := range strings.Lines(ids) {
		id, of, ok := strings.Cut(strings.TrimSpace(line), " ")
		if at := all[domain.CommitID(of)]; ok && at != nil {
			at.patch = id
		}
	}
	return nil
}

// pipe runs diff-tree and patch-id, one behind the other.
func (s *scratch) pipe(ctx context.Context, in []byte) (string, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	write := s.git.Command(ctx, s.env, asPatch()...)
	number := s.git.Command(ctx, s.env, "patch-id", "--stable")
	var ids, complaints bytes.Buffer
	write.Stdin, write.Stderr, number.Stdout = bytes.NewReader(in), &complaints, &ids
	patch, err := write.StdoutPipe()
	if err != nil {
		return "", fmt.Errorf("start git: %w", err)
	}
	number.Stdin = patch
	if err := write.Start(); err != nil {
		return "", fmt.Errorf("start git: %w", err)
	}
	numbered := number.Start()
	_ = patch.Close() // so that the writer ends when the reader does
	if numbered == nil {
		numbered = number.Wait()
	}
	if err := firstError(write.Wait(), numbered); err != nil {
		return "", gitexec.Failed(ctx, "diff-tree", complaints.Bytes(), err)
	}
	return ids.String(), nil
}
