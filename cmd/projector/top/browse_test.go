package topcmd_test

import (
	"testing"

	topcmd "github.com/clawable/claw/cmd/projector/top"
	"github.com/clawable/claw/projections/store/query"
)

func TestAPullRequestIsOpenedInItsRepository(t *testing.T) {
	for _, c := range []struct {
		lane string
		of   string
		n    int
		want string
	}{
		{"github.com/me/fork", "github.com/them/origin", 7, "https://github.com/them/origin/pull/7"},
		{"https://github.com/me/fork.git", "", 7, "https://github.com/me/fork/pull/7"},
		{"", "gitlab.com/a/b", 7, "https://gitlab.com/a/b/-/merge_requests/7"},
		{"github.com/me/fork", "host.example/a/b", 7, ""},
		{"github.com/me/fork", "javascript:alert(1)", 7, ""},
		{"github.com/me/fork", "github.com/a/b", 0, ""},
	} {
		var row query.BoardRow
		row.Repo, row.Work.PullRequest.Repo, row.Work.PullRequest.Number = c.lane, c.of, c.n
		if got := topcmd.PullRequestOf(&row); got != c.want {
			t.Errorf("#%d of %s, in a lane of %s: %q, want %q", c.n, c.of, c.lane, got, c.want)
		}
	}
}
