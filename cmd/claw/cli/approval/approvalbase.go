package approvaltext

import (
	"strings"

	"github.com/oklog/ulid/v2"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/proof"
)

// Approvals returns the use cases of approvals on log.
func Approvals(a *app.App, log eventlog.Log) *approve.Approvals {
	return approve.NewApprovals(app.Operator(a, log), proof.Verifier{})
}

// OpenApprovals opens the approvals of this run's log, and finds the request of a typed id.
func OpenApprovals(a *app.App, o app.Opening, typed string) (*approve.Approvals, domain.StreamID, error) {
	log, _, err := a.OpenLog(o)
	if err != nil {
		return nil, domain.StreamID{}, err
	}
	stream, err := ApprovalID(a, typed)
	return Approvals(a, log), stream, err
}

// ApprovalID returns a whole id as it is, and looks up the beginning of one.
func ApprovalID(a *app.App, typed string) (domain.StreamID, error) {
	if id, err := ulid.ParseStrict(strings.TrimPrefix(typed, domain.FamilyApproval.Prefix())); err == nil {
		return domain.StreamID{Family: domain.FamilyApproval, ULID: id}, nil
	}
	v, err := view.Open(a)
	if err != nil {
		return domain.StreamID{}, err
	}
	return query.Approval(v, typed)
}

// Actor parses the name of an actor; "" is this person.
func Actor(a *app.App, named string) (domain.Actor, error) {
	if named == "" {
		return app.Me(a), nil
	}
	sort, who, _ := strings.Cut(named, ":")
	source, own := domain.SessionID(who).Split()
	if who == "" || sort != "human" && (sort != "agent" || source == "" || own == "") {
		return "", app.UsageError("parse arguments", named, "is nobody", "human:alice@example.org, or agent:<session> as claw sessions prints it")
	}
	return domain.Actor(named), nil
}

// Actors parses the names of actors.
func Actors(a *app.App, named []string) ([]domain.Actor, error) {
	var all []domain.Actor
	for _, name := range named {
		one, err := Actor(a, name)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

// ScopeOptions are the flags that bound where an approval holds; an empty value bounds nothing.
type ScopeOptions struct {
	repo   domain.RepoID
	ref    domain.Ref
	branch domain.Branch
}

// Flags declares the flags of a scope.
func (o *ScopeOptions) Flags(f *pflag.FlagSet) {
	f.StringVar((*string)(&o.repo), "repo", "", "only in this repository")
	f.StringVar((*string)(&o.ref), "ref", "", "only for this ref, such as refs/heads/main")
	f.StringVar((*string)(&o.branch), "branch", "", "only on this branch")
}

// Scope returns the scope that the flags name.
func (o *ScopeOptions) Scope() domain.ApprovalScope {
	return domain.ApprovalScope{Repo: o.repo, Ref: o.ref, Branch: o.branch}
}

// LeftText counts the uses that are left.
func LeftText(n int) string {
	if n == 0 {
		return ""
	}
	return ", " + term.Many(n, "use") + " left"
}
