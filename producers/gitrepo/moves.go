package gitrepo

import (
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// moved is a ref whose position differs from the one in the log.
type moved struct {
	ref
	old    domain.CommitID
	remote domain.Remote
	forced bool
}

// moves yields a record for each ref of the clone, then one for each that is gone. What
// the log already holds of a ref, of this clone or another, is not reported again.
func (r *reading) moves(s *standing, tell func(producers.Record) bool) bool {
	at, seen := r.clone.Place(), map[domain.Ref]bool{}
	for _, now := range s.refs {
		seen[now.name] = true
		if !tell(r.move(at, now)) {
			return false
		}
	}
	for _, name := range s.broken {
		seen[domain.Ref(name)] = true
		if !tell(producers.Record{Unreadable: "ref " + name + ": git cannot read it"}) {
			return false
		}
	}
	for _, gone := range r.known.gone(at, seen) {
		if !tell(r.move(at, ref{name: gone, value: zeros(r.clone.format)})) {
			return false
		}
	}
	return true
}

// move returns the record to report for a ref.
func (r *reading) move(at domain.Path, now ref) producers.Record {
	last, told := r.known.told(at, now.name)
	if last.now == now.value || !told && r.known.elsewhere(now.name, now.value) {
		return producers.Record{Known: true}
	}
	m := moved{ref: now, old: last.now, remote: r.clone.remotes.of(now.name), forced: told && r.left(last.now, now.commit)}
	return producers.Record{Drafts: []domain.Draft{m.draft(r.repo, at, last.by)}}
}

// gone lists the refs of a place that were there and are not seen now.
func (k *Known) gone(at domain.Path, seen map[domain.Ref]bool) []domain.Ref {
	var out []domain.Ref
	for p, m := range k.refs {
		if p.at == at && !seen[p.ref] && strings.Trim(string(m.now), "0") != "" {
			out = append(out, p.ref)
		}
	}
	slices.Sort(out)
	return out
}

// left reports whether the ancestors of commit now do not include old: it is shown by
// commits alone, and only when all of them are there.
func (r *reading) left(old, now domain.CommitID) bool {
	if now == "" || strings.Trim(string(old), "0") == "" {
		return false
	}
	seen := map[domain.CommitID]bool{}
	for queue := []domain.CommitID{now}; len(queue) > 0; {
		at := queue[0]
		queue = queue[1:]
		if at == old {
			return false
		}
		if seen[at] {
			continue
		}
		seen[at] = true
		parents, there := r.parents(at)
		if !there {
			return false // it cannot be determined
		}
		queue = append(queue, parents...)
	}
	return true
}

// parents returns the parents of a commit that was read now or before.
func (r *reading) parents(id domain.CommitID) ([]domain.CommitID, bool) {
	if c, read := r.found.commits[id]; read {
		return c.parents, true
	}
	c, held := r.known.commits[id]
	return c.parents, held
}
