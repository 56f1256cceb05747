package index

import (
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// arrivals are what the calls of a lane made and pushed.
type arrivals struct {
	made   []domain.CommitID // as git printed them
	pushes []domain.ObservedRef
}

func (a *arrivals) follow(f *fact.Fact) {
	a.made = slices.AppendSeq(a.made, madeIn(f))
	if f.Payload.Work == nil || !f.Trusted() {
		return
	}
	for _, r := range f.Payload.Work.Refs {
		if r.IsPush() && r.Ref != "" {
			a.pushes = append(a.pushes, r)
		}
	}
}

// collectArrivals collects the facts by which repositories show that what was pushed is behind the commit to which
// a ref of a remote came, see [fact.Arrival].
func (c *collector) collectArrivals() {
	type arrival struct {
		ref    string
		commit domain.CommitID
	}
	asked := map[arrival]bool{}
	for _, r := range c.arrivals.pushes {
		from := []domain.CommitID{r.New}
		if r.New == "" {
			from = c.arrivals.made
		}
		for _, begins := range from {
			for _, commit := range c.wholeNames(begins) {
				if to := (arrival{r.Ref, commit}); !asked[to] {
					asked[to] = true
					for _, f := range fact.Arrival(commit, r.Ref, c.children, c.moves) {
						c.add(f, answers)
					}
				}
			}
		}
	}
}

// wholeNames returns the commits that repositories hold whose names begin like that.
func (c *collector) wholeNames(begins domain.CommitID) (out []domain.CommitID) {
	if len(begins) < fact.Printed {
		return nil
	}
	for _, f := range c.load(madeKey(begins)) {
		if tellsCommit(f) && strings.HasPrefix(string(f.Commit), string(begins)) && !slices.Contains(out, f.Commit) {
			out = append(out, f.Commit)
		}
	}
	return out
}

// children are the trusted facts of the commits that have a commit as a parent.
func (c *collector) children(of domain.CommitID) []*fact.Fact { return c.load(childKey(of)) }

// moves are the trusted facts of refs of remotes that came to a commit.
func (c *collector) moves(to domain.CommitID) (out []*fact.Fact) {
	if len(to) < fact.Printed {
		return nil
	}
	for _, f := range c.load(madeKey(to)) {
		if f.Kind == domain.KindRefMoved && f.Shown() == to {
			out = append(out, f)
		}
	}
	return out
}
