package gitrepo

import (
	"context"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
)

// trouble is an object or a ref that could not be read.
type trouble struct{ what, why string }

// history is what was found behind the refs.
type history struct {
	commits  map[domain.CommitID]*commit
	order    []domain.CommitID // parents before children
	troubles []trouble
}

// walker follows parents from the refs to what the log holds already.
type walker struct {
	objects objects
	known   *Known
	shallow map[domain.CommitID]bool // whose parents the clone is known not to have
	queue   []wanted
	seen    map[domain.CommitID]bool
	found   history
	tags    map[domain.CommitID]domain.CommitID // tag → what it names
}

// wanted is an object to be read; quiet ones need not be there.
type wanted struct {
	id    domain.CommitID
	quiet bool
}

// walk reads all commits that the refs of s reach and that the log does not hold, and sets
// in s which commits the refs lead to. It stops at commits that the log holds. It also reads
// what earlier runs did not find: the rest of commits read in part, and missing parents.
func walk(ctx context.Context, in *scratch, s *standing, known *Known, shallow map[domain.CommitID]bool) (*history, error) {
	w := &walker{objects: objects{ctx: ctx, scratch: in}, known: known, shallow: shallow, seen: map[domain.CommitID]bool{},
		tags: map[domain.CommitID]domain.CommitID{}, found: history{commits: map[domain.CommitID]*commit{}}}
	defer w.objects.stop()
	for _, id := range known.edge() {
		w.want(id, true)
	}
	for _, r := range s.refs {
		w.want(r.value, false)
	}
	for _, id := range s.heads {
		w.want(id, false)
	}
	if err := w.run(); err != nil {
		return nil, err
	}
	for i := range s.refs {
		s.refs[i].commit = w.peel(s.refs[i].value)
	}
	w.found.sort()
	return &w.found, nil
}

func (w *walker) want(id domain.CommitID, quiet bool) {
	if !w.seen[id] && !w.known.holds(id) {
		w.seen[id] = true
		w.queue = append(w.queue, wanted{id, quiet})
	}
}

func (w *walker) run() error {
	var asked []wanted
	for len(w.queue)+len(asked) > 0 {
		for len(w.queue) > 0 && len(asked) < window {
			next := w.queue[0]
			w.queue = w.queue[1:]
			w.objects.ask(next.id)
			asked = append(asked, next)
		}
		found, err := w.objects.next()
		if err != nil {
			return err
		}
		w.take(found, asked[0].quiet)
		asked = asked[1:]
	}
	return nil
}

// take reads an object and asks for what it leads to.
func (w *walker) take(o object, quiet bool) {
	switch {
	case o.problem != "":
		if !quiet || o.problem != absent {
			w.trouble(o.id, o.problem)
		}
	case o.kind == "tag":
		w.takeTag(o)
	case o.kind == "commit":
		c, err := parseCommit(o.id, o.text)
		if err != nil {
			w.trouble(o.id, err.Error())
			return
		}
		w.found.commits[o.id] = c
		for _, p := range c.parents {
			w.want(p, w.shallow[o.id])
		}
	}
}

// takeTag reads the header "object <id>" of a tag.
func (w *walker) takeTag(o object) {
	line, _, _ := strings.Cut(string(o.text), "\n")
	name, ok := strings.CutPrefix(line, "object ")
	if !ok || objectName(name) == "" {
		w.trouble(o.id, "a tag that names no object")
		return
	}
	w.tags[o.id] = domain.CommitID(name)
	w.want(domain.CommitID(name), false)
}

func (w *walker) trouble(id domain.CommitID, why string) {
	if why == absent {
		why = "git has no such object, or cannot read it"
	}
	w.found.troubles = append(w.found.troubles, trouble{"object " + string(id), why})
}

// peel returns the commit that a ref's value leads to, "" for another object.
func (w *walker) peel(id domain.CommitID) domain.CommitID {
	for next, ok := w.tags[id]; ok; next, ok = w.tags[id] { // a tag names what was made before it
		id = next
	}
	if _, read := w.found.commits[id]; read || w.known.holds(id) {
		return id
	}
	return ""
}

// sort puts the commits into an order in which parents come before children, the same
// for the same commits.
func (h *history) sort() {
	ids := make([]domain.CommitID, 0, len(h.commits))
	for id := range h.commits {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b domain.CommitID) int {
		if n := h.commits[a].committer.At.Time().Compare(h.commits[b].committer.At.Time()); n != 0 {
			return n
		}
		return strings.Compare(string(a), string(b))
	})
	placed := make(map[domain.CommitID]bool, len(ids))
	for _, id := range ids {
		h.place(id, placed)
	}
}

// place puts a commit behind its parents.
func (h *history) place(id domain.CommitID, placed map[domain.CommitID]bool) {
	for stack := []domain.CommitID{id}; len(stack) > 0; {
		at := stack[len(stack)-1]
		c, read := h.commits[at]
		if !read || placed[at] {
			stack = stack[:len(stack)-1]
			continue
		}
		above := len(stack)
		for _, p := range c.parents {
			if _, read := h.commits[p]; read && !placed[p] {
				stack = append(stack, p)
			}
		}
		if len(stack) == above {
			placed[at] = true
			h.order = append(h.order, at)
			stack = stack[:above-1]
		}
	}
}
