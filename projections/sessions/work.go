package sessions

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/statejson"
	"github.com/clawable/claw/projections/values"
)

// Work is what calls of a session are seen to have made: commits, as git printed their names, what
// became of refs that it pushed, and its pull requests. What is not trusted adds nothing.
type Work struct {
	Commits []string                   `json:"commits,omitzero"` // beginnings of names
	Pulls   map[string]values.Register `json:"pulls,omitzero"`   // their states, by repository and number
	Pushes  map[string]values.Register `json:"pushes,omitzero"`  // their results, by remote and ref
}

// Pull is a pull request in the state in which the session left it.
type Pull struct {
	Repo   string                  `json:"repo,omitzero"`   // host/owner/name
	Number int                     `json:"number,omitzero"` // from 1; absent if not printed
	State  domain.PullRequestState `json:"state,omitzero"`  // absent if not recorded
}

// Push is a ref of a remote, and what became of it when the session pushed it last.
type Push struct {
	Remote string                   `json:"remote,omitzero"` // as the command names it
	Ref    string                   `json:"ref,omitzero"`    // short, as at the remote
	Result domain.ObservedRefResult `json:"result"`
}

// seenWork is what an event records about the work.
type seenWork struct {
	Commits      []domain.ObservedCommit      `json:"commits"`
	Refs         []domain.ObservedRef         `json:"refs"`
	PullRequests []domain.ObservedPullRequest `json:"pull_requests"`
}

func readWork(e *domain.Event) (w seenWork, err error) {
	if e.Data != nil && e.Source.Trust.Rank() >= domain.TrustMedium.Rank() {
		err = json.Unmarshal(e.Data, &w)
	}
	return w, err
}

// apply adds what an event records.
func (w *Work) apply(e *domain.Event, seen *seenWork) {
	for i := range seen.Commits {
		if c := &seen.Commits[i]; c.IsMade() {
			w.Commits = values.AddText(w.Commits, string(c.Commit))
		}
	}
	for _, r := range seen.Refs {
		if r.IsPush() {
			addSaid(&w.Pushes, r.Remote+" "+r.Ref, values.Say(e, string(r.Result), ""))
		}
	}
	for _, p := range seen.PullRequests {
		if !p.Viewed {
			addSaid(&w.Pulls, p.Repo+"#"+strconv.Itoa(p.Number), values.Say(e, string(p.State), ""))
		}
	}
}

// WorkFields names the lists of a session's work to which a work.observed adds: commits, pushes and
// pull_requests.
func WorkFields(e *domain.Event) (fields []string) {
	seen, err := readWork(e)
	if err != nil {
		return nil // counts nowhere
	}
	var w Work
	w.apply(e, &seen)
	for name, n := range map[string]int{"commits": len(w.Commits), "pushes": len(w.Pushes), "pull_requests": len(w.Pulls)} {
		if n > 0 {
			fields = append(fields, name)
		}
	}
	return fields
}

func addSaid(all *map[string]values.Register, name string, said values.Said) {
	if *all == nil {
		*all = map[string]values.Register{}
	}
	r := (*all)[name]
	r.Add(said)
	(*all)[name] = r
}

// PushList lists the refs that were pushed, by remote and ref.
func (w *Work) PushList() (out []Push) {
	for _, name := range slices.Sorted(maps.Keys(w.Pushes)) {
		remote, ref, _ := strings.Cut(name, " ")
		out = append(out, Push{remote, ref, domain.ObservedRefResult(w.Pushes[name].Value())})
	}
	return out
}

// PullList lists the pull requests that the calls of a session made or changed, and the one that its
// agent recorded of it, by repository and number.
func (s *Session) PullList() (out []Pull) {
	for _, name := range slices.Sorted(maps.Keys(s.Work.Pulls)) {
		repo, number, _ := strings.Cut(name, "#")
		n, _ := strconv.Atoi(number)
		out = append(out, Pull{repo, n, domain.PullRequestState(s.Work.Pulls[name].Value())})
	}
	recorded, err := strconv.Atoi(s.Text("pr_number"))
	if err == nil && !slices.ContainsFunc(out, func(p Pull) bool { return p.Number == recorded }) {
		out = append(out, Pull{Repo: s.Text("pr_repository"), Number: recorded})
	}
	return out
}

// appendMember writes a member, unless calls made nothing.
func (w *Work) appendMember(to *statejson.Writer, n string) {
	if w.IsZero() {
		return
	}
	to.Name(n)
	to.Open('{')
	to.Texts("commits", w.Commits)
	values.AppendRegisters(to, "pulls", w.Pulls)
	values.AppendRegisters(to, "pushes", w.Pushes)
	to.Close('}')
}

// IsZero reports whether calls made nothing.
func (w *Work) IsZero() bool { return len(w.Commits)+len(w.Pulls)+len(w.Pushes) == 0 }
