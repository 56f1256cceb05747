package gitrepo

import (
	"context"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	gitexec "github.com/clawable/claw/git/exec"
)

// remotes is what a clone's configuration states about its own name and its remotes.
type remotes struct {
	named  domain.RepoID
	pushed string            // remote.pushDefault
	urls   map[string]string // the first URL of each remote
	names  []string          // sorted
}

// defaultRemote is the one that git pushes to when nothing is configured.
const defaultRemote = "origin"

const wantedSettings = `^(claw\.repo|remote\.pushdefault|remote\..*\.url)$`

func (c *Clone) readRemotes(ctx context.Context) (remotes, error) {
	out, _, err := c.git.Output(ctx, c.own(), nil, "config", "--local", "--no-includes", "--null", "--get-regexp", wantedSettings)
	if err != nil && !gitexec.Answered(err, 1) {
		return remotes{}, err
	}
	return parseRemotes(string(out)), nil
}

// parseRemotes reads entries "key\nvalue\0".
func parseRemotes(entries string) remotes {
	r := remotes{urls: map[string]string{}}
	for _, entry := range strings.Split(entries, "\x00") {
		key, value, _ := strings.Cut(entry, "\n")
		if name, ok := strings.CutPrefix(key, "remote."); ok {
			if name, ok = strings.CutSuffix(name, ".url"); ok && r.urls[name] == "" {
				r.urls[name] = value
				r.names = append(r.names, name)
			}
		}
		switch key {
		case "claw.repo":
			r.named = repoID(value)
		case "remote.pushdefault":
			r.pushed = value
		}
	}
	slices.Sort(r.names)
	return r
}

// repoID is a name that a person gave the repository, as far as an id can hold it.
func repoID(name string) domain.RepoID {
	if id, ok := Named(name); ok {
		return id
	}
	return domain.RepoID(cleaned(strings.TrimSpace(name)))
}

// id is the repository's name: configured, else by the remote that is pushed to; "" when
// neither names it.
func (r remotes) id() domain.RepoID {
	if r.named != "" {
		return r.named
	}
	for _, name := range r.order() {
		if id, ok := Named(r.urls[name]); ok {
			return id
		}
	}
	return ""
}

// order lists the remotes, the one that is pushed to first.
func (r remotes) order() []string { return slices.Concat([]string{r.pushed, defaultRemote}, r.names) }

// first is the remote that is pushed to, "" when there is none.
func (r remotes) first() string {
	for _, name := range r.order() {
		if r.urls[name] != "" {
			return name
		}
	}
	return ""
}

// of returns the remote that a remote-tracking ref is of, "" for another ref: its URL
// when that names a repository, else its name.
func (r remotes) of(ref domain.Ref) domain.Remote {
	name := r.nameOf(ref)
	if id, named := Named(r.urls[name]); named {
		return domain.Remote(id)
	}
	return domain.Remote(cleaned(name))
}

// nameOf returns what the clone calls the remote that a remote-tracking ref is of, "" for
// another ref.
func (r remotes) nameOf(ref domain.Ref) string {
	rest, ok := strings.CutPrefix(string(ref), tracked)
	best := ""
	for _, name := range r.names {
		if ok && len(name) > len(best) && strings.HasPrefix(rest, name+"/") {
			best = name
		}
	}
	return best
}
