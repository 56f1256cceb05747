package ship

import (
	"slices"
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
)

// Said is what a commit says of itself beside its objects: a text, which shows nothing.
type Said struct {
	Subject string
	GitHub  bool // the committer that it names is GitHub
}

// claim reads which pull request a commit says that it is, and landed by which path; 0
// for none.
func (s Said) claim(merges bool) (domain.MergeMethod, int) {
	if n := mergedPull(s.Subject); merges && n > 0 {
		return domain.MergeCommit, n
	}
	switch n := pullAtEnd(s.Subject); {
	case n == 0:
		return "", 0
	case merges:
		return domain.MergeCommit, n
	default:
		return domain.MergeSquash, n
	}
}

// mergedPull reads the subject that GitHub writes for a merge, "Merge pull request #12 from …".
func mergedPull(subject string) int {
	after, ok := strings.CutPrefix(subject, "Merge pull request #")
	number, _, from := strings.Cut(after, " from ")
	if !ok || !from {
		return 0
	}
	return pullNumber(number)
}

// pullAtEnd reads the subject that GitHub writes for a squash, "Add a door (#12)".
func pullAtEnd(subject string) int {
	at := strings.LastIndex(subject, "(#")
	if at < 0 || !strings.HasSuffix(subject, ")") {
		return 0
	}
	return pullNumber(subject[at+len("(#") : len(subject)-1])
}

// pullNumber reads the number of a pull request, 0 for what is none.
func pullNumber(digits string) int {
	if n, err := strconv.ParseUint(digits, 10, 31); err == nil && len(digits) < 10 {
		return int(n)
	}
	return 0
}

// claims weighs what is stated against what objects show.
type claims struct {
	*matcher
	said  map[domain.CommitID]Said
	pulls map[int]*Pull
	first map[int]domain.CommitID // the first step that says it is a pull request
}

func newClaims(m *matcher, pulls []Pull, said map[domain.CommitID]Said) *claims {
	c := &claims{m, said, map[int]*Pull{}, map[int]domain.CommitID{}}
	for i := range pulls {
		c.pulls[pulls[i].Number] = &pulls[i]
	}
	for _, step := range m.chain {
		if _, n := said[step.ID].claim(len(step.Parents) > 1); n > 0 && c.first[n] == "" {
			c.first[n] = step.ID
		}
	}
	return c
}

// of is what is stated of a step, nil for nothing: its own subject comes before a pull
// request that has it for its head, as one to another branch may.
func (c *claims) of(step Commit) *domain.ShipStated {
	said := c.said[step.ID]
	if method, n := said.claim(len(step.Parents) > 1); n > 0 {
		s := &domain.ShipStated{MergeMethod: method, PRNumber: n, By: []domain.StatedBy{domain.StatedSubject}}
		if said.GitHub {
			s.By = append(s.By, domain.StatedCommitter)
		}
		return s
	}
	heads := c.heads[step.ID]
	if len(heads) == 0 || len(step.Parents) > 1 {
		return nil
	}
	s := &domain.ShipStated{MergeMethod: domain.MergeFastForward, By: []domain.StatedBy{domain.StatedPulls}}
	if len(heads) == 1 {
		s.PRNumber = heads[0].Number
	}
	return s
}

// weigh lets what is stated decide where objects do not, and do not speak against it.
func (c *claims) weigh(i int, s *shown, matches []match) {
	if s.stated == nil || s.basis == domain.BasisObjects && s.method != domain.MergeUnknown {
		return
	}
	pull := c.pulls[s.stated.PRNumber]
	switch alike := slices.IndexFunc(matches, func(x match) bool { return x.pull == pull }); {
	case alike >= 0 && s.stated.MergeMethod == domain.MergeSquash:
		s.source = pull.Head
	case len(matches) > 0, !c.fits(i, s.stated, pull):
		return
	}
	s.method, s.basis, s.pull = s.stated.MergeMethod, domain.BasisStated, pull
}

// fits reports whether a step can be what is stated of it. Of a pull request that the
// clone was not given nothing speaks against the first step that says so.
func (c *claims) fits(i int, s *domain.ShipStated, pull *Pull) bool {
	if s.MergeMethod == domain.MergeFastForward {
		return true
	}
	step := c.chain[i]
	if len(step.Parents) != 1 || c.first[s.PRNumber] != step.ID || !c.changes(step) {
		return false
	}
	if pull == nil {
		return true
	}
	r, open := c.open[pull]
	_, elsewhere := c.landing[pull]
	return open && !elsewhere && c.can(r, i)
}
