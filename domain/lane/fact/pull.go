package fact

import (
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
)

// recordedPull returns the pull request that a harness recorded as that of its session, nil for none. The
// record does not say in which state it is: harnesses write it when the session opens the pull request.
func recordedPull(p *domain.SessionIdentityEnriched) *domain.ObservedPullRequest {
	out := domain.ObservedPullRequest{Repo: p.PRRepository, Number: p.PRNumber, State: domain.PullRequestOpen}
	if repo, number := addressed(p.PRURL); number > 0 {
		out.Repo = repo
		if out.Number == 0 {
			out.Number = number
		}
	}
	if out.Number <= 0 {
		return nil
	}
	return &out
}

// addressed returns the repository, as host/owner/name, and the number that the address of a pull request or of
// a merge request names; 0 for another address.
func addressed(url string) (repo string, number int) {
	_, path, _ := strings.Cut(url, "://")
	for _, mark := range []string{"/-/merge_requests/", "/pull/"} {
		if repo, tail, is := strings.Cut(path, mark); is {
			digits, _, _ := strings.Cut(tail, "/")
			number, _ = strconv.Atoi(digits)
			return repo, number
		}
	}
	return "", 0
}
