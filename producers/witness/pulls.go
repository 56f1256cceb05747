package witness

import (
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/policy/shell"
	"github.com/clawable/claw/producers/witness/pattern"
)

var (
	pullURL    = &pattern.Line{Expr: `https?://([^/\s]+)/(\S+?)/(?:pull|-/merge_requests)/(\d+)\b`}
	pullMerged = &pattern.Line{Expr: `(?:[Ss]quashed and merged|[Rr]ebased and merged|[Mm]erged) pull request (?:([^\s#]+/[^\s#]+))?#(\d+)`}
	pullClosed = &pattern.Line{Expr: `Closed pull request (?:([^\s#]+/[^\s#]+))?#(\d+)`}
	pullOpened = &pattern.Line{Expr: `Reopened pull request (?:([^\s#]+/[^\s#]+))?#(\d+)`}
	pullNumber = &pattern.Line{Expr: `^number:\s+(\d+)$`}
	pullState  = &pattern.Line{Expr: `^state:\s+(OPEN|MERGED|CLOSED|DRAFT|open|merged|closed)$`}
	jsonState  = &pattern.Line{Expr: `"state":\s*"(OPEN|MERGED|CLOSED)"`}
	jsonNumber = &pattern.Line{Expr: `"number":\s*(\d+)`}
)

// pull adds the pull request that gh or glab made, changed or showed.
func (r *reading) pull(i int, args []string) {
	if len(args) < 3 || r.steps[i].Output == shell.OutputNone || !(args[0] == "gh" && args[1] == "pr" || args[0] == "glab" && args[1] == "mr") ||
		slices.Contains(args, "--dry-run") {
		return
	}
	succeeded, failed := r.decides(i)
	p := domain.ObservedPullRequest{}
	switch args[2] {
	case "create", "new":
		if !fromURL(r.lines, &p) || failed {
			return
		}
		p.State = domain.PullRequestOpen
	case "merge", "close", "reopen":
		state, printed := map[string]domain.PullRequestState{"merge": domain.PullRequestMerged, "close": domain.PullRequestClosed, "reopen": domain.PullRequestOpen}[args[2]],
			map[string]*pattern.Line{"merge": pullMerged, "close": pullClosed, "reopen": pullOpened}[args[2]]
		m := printed.Find(r.lines)
		switch {
		case m != nil:
			p.Repo, p.Number = m[1], pattern.Number(m[2])
		case !succeeded || args[2] == "merge": // with --auto nothing is merged yet
			return
		default:
			p.Number = firstNumber(args[3:])
		}
		p.State = state
	case "view":
		if p.Viewed = true; !viewed(r.lines, &p) {
			return
		}
	default:
		return
	}
	o := r.other(published)
	o.PullRequests = append(o.PullRequests, p)
}

// fromURL reads repository and number from the last address of a pull request in the output.
func fromURL(lines []string, p *domain.ObservedPullRequest) bool {
	m := pullURL.Find(lines)
	if m == nil {
		return false
	}
	p.Repo, p.Number = m[1]+"/"+m[2], pattern.Number(m[3])
	return true
}

// viewed reads what gh pr view prints: its fields, or JSON.
func viewed(lines []string, p *domain.ObservedPullRequest) bool {
	state := pullState.Find(lines)
	if state == nil {
		state = jsonState.Find(lines)
	}
	if state == nil {
		return false
	}
	if p.State = domain.PullRequestState(strings.ToLower(state[1])); p.State == "draft" {
		p.State = domain.PullRequestOpen
	}
	if !fromURL(lines, p) {
		m := pullNumber.Find(lines)
		if m == nil {
			m = jsonNumber.Find(lines)
		}
		if m == nil {
			return false
		}
		p.Number = pattern.Number(m[1])
	}
	return true
}

// firstNumber is the first operand that is a number, or ends with one behind a slash or a #.
func firstNumber(args []string) int {
	for _, a := range args {
		if at := strings.LastIndexAny(a, "/#"); pattern.Number(a[at+1:]) > 0 {
			return pattern.Number(a[at+1:])
		}
	}
	return 0
}
