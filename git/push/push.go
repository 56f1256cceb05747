package gitpush

import (
	"context"
	"errors"
	"strings"

	"github.com/clawable/claw/domain"
)

// Push is one ref that goes from one commit to another.
type Push struct {
	Ref  domain.Ref
	Base domain.CommitID // what the ref must hold; "" for no such ref
	Head domain.CommitID
	Env  []string // NAME=value, for the hooks of the repository
}

// Argv is what is run, without options that only guard it: what a policy decides about.
func (p *Push) Argv(remote string) []string {
	return []string{"git", "push", remote, string(p.Head) + ":" + string(p.Ref)}
}

// Push pushes. After an error of kind unavailable or unknown the remote may still have
// accepted the push: check with [Remote.Tip].
//
// Errors: kind [domain.ErrConflict] when the ref holds another commit than the base;
// [domain.ErrPolicy] when the remote, or a hook of the repository, rejects the push;
// [domain.ErrAuth]; [domain.ErrUnavailable]; the context's.
func (r *Remote) Push(ctx context.Context, p Push) error {
	out, complaints, err := r.run(ctx, p.Env, "push", "--porcelain", "--no-follow-tags", "--recurse-submodules=check",
		"--force-with-lease="+string(p.Ref)+":"+string(p.Base), "--", r.at, string(p.Head)+":"+string(p.Ref))
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if e := rejection(string(out), p.Ref); e != nil {
		e.Target = r.name + " " + string(p.Ref)
		e.Cause = said(string(complaints))
		return e.Because(err)
	}
	e := r.trouble("push", string(complaints), err)
	if len(out) == 0 && heldBack(e, string(complaints)) {
		return &domain.Error{Kind: domain.ErrPolicy, Operation: "push", Target: r.name + " " + string(p.Ref), Message: "the pre-push hook of this repository says no",
			Cause: said(string(complaints)), Hint: "git push --dry-run says what it wants"}
	}
	return e
}

// heldBack reports whether git exited before it sent anything, and not because of a
// fault: a hook of the repository rejected the push.
func heldBack(err error, complaints string) bool {
	var e *domain.Error
	return errors.As(err, &e) && e.Kind == domain.ErrUnavailable && strings.Contains(complaints, "error: failed to push some refs") &&
		!strings.Contains(complaints, "fatal: ")
}

// rejection reads the line of a ref in git's answer for programs (git-push(1), OUTPUT):
//
//	<flag> TAB <from>:<to> TAB <summary> (<reason>)
//
// It is nil when the ref was not turned down.
func rejection(answer string, ref domain.Ref) *domain.Error {
	for line := range strings.Lines(answer) {
		words := strings.SplitN(strings.TrimRight(line, "\r\n"), "\t", 3)
		if len(words) < 3 || words[0] != "!" || !strings.HasSuffix(words[1], ":"+string(ref)) {
			continue
		}
		e := &domain.Error{Kind: domain.ErrPolicy, Operation: "push", Message: words[2], Hint: "the remote decides what it takes: ask its owner, or ship by the way it wants"}
		switch why := words[2]; {
		case strings.Contains(why, "(stale info)"), strings.Contains(why, "(fetch first)"), strings.Contains(why, "(non-fast-forward)"),
			strings.Contains(why, "cannot lock ref"), strings.Contains(why, "failed to update ref"), strings.Contains(why, "incorrect old value"):
			e.Kind, e.Hint = domain.ErrConflict, "another push came first: fetch, put your commits on top, and prepare again"
		case strings.Contains(why, "[remote failure]"), strings.Contains(why, "[no match]"):
			return nil // the connection ended, or git reported nothing about the ref
		}
		return e
	}
	return nil
}

// troubles maps git's own messages to kinds of error. The first entry found in git's
// output counts.
var troubles = []struct {
	says string
	kind domain.ErrorKind
	hint string
}{
	{"Authentication failed", domain.ErrAuth, "log in again: git credential, or ssh-add"},
	{"could not read Username", domain.ErrAuth, "git wants to ask for a name: run it at a terminal, or set up a credential helper"},
	{"could not read Password", domain.ErrAuth, "git wants to ask for a password: run it at a terminal, or set up a credential helper"},
	{"terminal prompts disabled", domain.ErrAuth, "git wants to ask for a name: unset GIT_TERMINAL_PROMPT, or set up a credential helper"},
	{"Permission denied (", domain.ErrAuth, "ssh -T to that host says which key it takes"},
	{"Host key verification failed", domain.ErrAuth, "ssh to that host once, and look at its key"},
	{"The requested URL returned error: 403", domain.ErrAuth, "these credentials may not do this"},
	{"not be found on any remote", domain.ErrPolicy, "push the commits of the submodules first"},
	{"does not appear to be a git repository", domain.ErrNotFound, "git remote -v says where the remote is"},
	{"Repository not found", domain.ErrNotFound, "git remote -v says where the remote is"},
	{"not found", domain.ErrNotFound, "git remote -v says where the remote is"},
}

// trouble is the error of a call that no line for the ref explains.
func (r *Remote) trouble(operation, complaints string, err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	e := &domain.Error{Kind: domain.ErrUnavailable, Operation: operation, Target: r.name, Message: err.Error(), Retryable: true,
		Hint: "look at the connection, then run it again: it asks the remote first what is true"}
	for _, t := range troubles {
		if strings.Contains(complaints, t.says) {
			e.Kind, e.Hint, e.Retryable = t.kind, t.hint, false
			break
		}
	}
	e.Cause = said(complaints)
	return e.Because(err)
}

// mostSaid bounds how much of git's words an error repeats.
const mostSaid = 20

// said returns the lines that git, or the remote, printed. The part between scheme and
// host of a URL may be a password and is left out.
func said(complaints string) (lines []string) {
	for line := range strings.Lines(strings.ToValidUTF8(complaints, "\uFFFD")) {
		if line = strings.TrimSpace(line); line != "" && len(lines) < mostSaid {
			lines = append(lines, withoutUser(line))
		}
	}
	return lines
}

// withoutUser takes "user:password@" out of the URLs of a text.
func withoutUser(text string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "://")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		b.WriteString("://")
		end := strings.IndexAny(rest, "/ '\"")
		if end < 0 {
			end = len(rest)
		}
		if at := strings.LastIndexByte(rest[:end], '@'); at >= 0 {
			rest = rest[at+1:]
		}
		text = rest
	}
}
