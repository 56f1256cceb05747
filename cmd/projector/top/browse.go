package topcmd

import (
	"cmp"
	"context"
	"os/exec"
	"runtime"
	"strconv"
	"strings"

	"github.com/clawable/claw/consumers/top"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/query"
)

// pullPaths are the paths of pull requests on the hosts that name them alike for every repository.
var pullPaths = map[string]string{"github.com": "/pull/", "gitlab.com": "/-/merge_requests/", "codeberg.org": "/pulls/"}

// pullRequestOf is the page of the pull request of a lane on the web, "" where there is none or its host is not
// known. It is of the repository that it names, which may be another than that of the lane, such as a fork's origin.
func pullRequestOf(r *query.BoardRow) string {
	repo, number := cmp.Or(r.Work.PullRequest.Repo, r.Repo), r.Work.PullRequest.Number
	for i := range r.Ships {
		if n := r.Ships[i].PRNumber; n != 0 {
			repo, number = string(r.Ships[i].Repo), n
		}
	}
	host, path, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(repo, "https://"), ".git"), "/")
	if number == 0 || path == "" || pullPaths[host] == "" {
		return ""
	}
	return "https://" + host + "/" + path + pullPaths[host] + strconv.Itoa(number)
}

// Browse implements [top.Source]. Where no desktop is, as over ssh, it returns what to open.
func (s *source) Browse(ctx context.Context, row top.Row) (string, error) {
	what := row.PullRequest
	if what == "" {
		what = row.Folder
	}
	if what == "" {
		return "", &domain.Error{Kind: domain.ErrNotFound, Operation: "open lane", Target: row.Lane, Message: "neither a pull request nor a folder of it is recorded"}
	}
	opener := s.opener()
	if opener == nil {
		return "no desktop opens it here: " + what, nil
	}
	cmd := exec.CommandContext(context.WithoutCancel(ctx), opener[0], append(opener[1:], what)...)
	if err := cmd.Start(); err != nil {
		return "no desktop opens it here: " + what, nil // there is no such program
	}
	go func() { _ = cmd.Wait() }() // what it says is for the desktop
	return "opened " + what, nil
}

// opener is the command that opens what a person wants to see, nil where there is no desktop.
func (s *source) opener() []string {
	switch {
	case s.program.Env("SSH_CONNECTION") != "":
		return nil
	case runtime.GOOS == "darwin":
		return []string{"open"}
	case runtime.GOOS == "windows":
		return []string{"rundll32", "url.dll,FileProtocolHandler"}
	case s.program.Env("DISPLAY") == "" && s.program.Env("WAYLAND_DISPLAY") == "":
		return nil
	}
	return []string{"xdg-open"}
}
