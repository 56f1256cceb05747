package cli

import (
	"errors"
	"strings"

	"github.com/oklog/ulid/v2"
	"github.com/spf13/cobra"

	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/proof"
)

func (a *app) approvals(log eventlog.Log) *approve.Approvals {
	return approve.NewApprovals(a.operator(log), proof.Verifier{})
}

// openApprovals opens the approvals of this run's log, and finds the request of a typed id.
func (a *app) openApprovals(o opening, typed string) (*approve.Approvals, domain.StreamID, error) {
	log, _, err := a.openLog(o)
	if err != nil {
		return nil, domain.StreamID{}, err
	}
	stream, err := a.approvalID(typed)
	return a.approvals(log), stream, err
}

// approvalID takes a whole id as it is, and looks for one that begins as typed.
func (a *app) approvalID(typed string) (domain.StreamID, error) {
	if id, err := ulid.ParseStrict(strings.TrimPrefix(typed, domain.FamilyApproval.Prefix())); err == nil {
		return domain.StreamID{Family: domain.FamilyApproval, ULID: id}, nil
	}
	v, err := a.views()
	if err != nil {
		return domain.StreamID{}, err
	}
	return v.Approval(typed)
}

// actor is who is named, this person when nobody is.
func (a *app) actor(named string) (domain.Actor, error) {
	if named == "" {
		return a.me(), nil
	}
	sort, who, _ := strings.Cut(named, ":")
	source, own := domain.SessionID(who).Split()
	if who == "" || sort != "human" && (sort != "agent" || source == "" || own == "") {
		return "", usageError("parse arguments", named, "is nobody", "human:alice@example.org, or agent:<session> as claw sessions prints it")
	}
	return domain.Actor(named), nil
}

func (a *app) actors(named []string) ([]domain.Actor, error) {
	var all []domain.Actor
	for _, name := range named {
		one, err := a.actor(name)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

// scopeFlags bound where an approval holds.
type scopeFlags struct{ repo, ref, branch string }

func (s *scopeFlags) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&s.repo, "repo", "", "only in this repository")
	f.StringVar(&s.ref, "ref", "", "only for this ref, such as refs/heads/main")
	f.StringVar(&s.branch, "branch", "", "only on this branch")
}

func (s *scopeFlags) scope() domain.ApprovalScope {
	return domain.ApprovalScope{Repo: domain.RepoID(s.repo), Ref: domain.Ref(s.ref), Branch: domain.Branch(s.branch)}
}

// keptWriting tells a conflict that all tries met as what it is.
func keptWriting(err error, target string) error {
	if !errors.Is(err, eventlog.ErrConflict) {
		return err
	}
	return (&domain.Error{Kind: domain.ErrConflict, Operation: "decide", Target: target, Retryable: true,
		Message: "others kept writing to it; nothing was recorded", Hint: "look at it, then try again"}).Because(err)
}

func leftText(n int) string {
	if n == 0 {
		return ""
	}
	return ", " + many(n, "use") + " left"
}
