package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
)

// shippedHistory writes, for git fast-import, the history of a repository whose main
// branch was shipped to in the ways that there are.
type shippedHistory struct {
	text    strings.Builder
	commits int // so far; the last one's mark
	ships   int // steps of main
	tip     int // of main, as a mark
}

// makeShipped makes a bare repository of so many commits, about: of twelve in a row four
// go straight to main, three by a merge, and three as one commit that squashes a pull
// request.
func makeShipped(b *bench, dir string, commits int) (*shippedHistory, error) {
	h := &shippedHistory{}
	for h.commits < commits {
		for range 4 {
			h.direct()
		}
		h.merged()
		h.squashed()
	}
	return h, b.loadHistory(dir, h.text.String())
}

// commit writes a commit of the change with this number, on top of a mark, 0 for none.
func (h *shippedHistory) commit(ref string, on int, merge string, changes ...int) int {
	h.commits++
	fmt.Fprintf(&h.text, "commit %s\nmark :%d\ncommitter Demo <demo@example.org> %d +0000\ndata <<M\nChange %d\n\nCo-authored-by: Agent <agent@example.org>\nM\n",
		ref, h.commits, 1700000000+60*h.commits, h.commits)
	if on > 0 {
		fmt.Fprintf(&h.text, "from :%d\n", on)
	}
	h.text.WriteString(merge)
	for _, change := range changes {
		writeFiles(&h.text, change)
	}
	h.text.WriteByte('\n')
	return h.commits
}

// step puts a commit on main, which is a ship.
func (h *shippedHistory) step(merge string, changes ...int) {
	h.ships++
	h.tip = h.commit("refs/heads/main", h.tip, merge, changes...)
}

func (h *shippedHistory) direct() { h.step("", h.commits) }

// branch puts three commits on a ref, from where main is, and returns the last one and
// what they change.
func (h *shippedHistory) branch(ref string) (head int, changes []int) {
	head = h.tip
	for range 3 {
		changes = append(changes, h.commits)
		head = h.commit(ref, head, "", h.commits)
	}
	return head, changes
}

func (h *shippedHistory) merged() {
	head, changes := h.branch("refs/heads/topic")
	h.step(fmt.Sprintf("merge :%d\n", head), changes...)
}

func (h *shippedHistory) squashed() {
	_, changes := h.branch(fmt.Sprintf("refs/pull/%d/head", h.commits))
	h.step("", changes...)
}

// writeFiles writes the three files of a change.
func writeFiles(text *strings.Builder, change int) {
	for k := range 3 {
		fmt.Fprintf(text, "M 644 inline dir%d/f%d.txt\ndata <<D\n%sD\n", change%50, (3*change+k)%400, strings.Repeat(fmt.Sprintf("line %d\n", change), 20))
	}
}

// loadHistory makes a bare repository of what git fast-import reads.
func (b *bench) loadHistory(dir, text string) error {
	if err := exec.CommandContext(b.ctx, "git", "init", "--quiet", "--bare", "--initial-branch=main", dir).Run(); err != nil {
		return fmt.Errorf("make a repository: %w", err)
	}
	load := exec.CommandContext(b.ctx, "git", "-C", dir, "fast-import", "--quiet")
	load.Stdin = bytes.NewReader([]byte(text))
	if err := load.Run(); err != nil {
		return fmt.Errorf("make a history: %w", err)
	}
	return nil
}
