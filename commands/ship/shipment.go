package shipping

import (
	"context"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/domain/ship"
	gitpush "github.com/clawable/claw/git/push"
	"github.com/clawable/claw/policy"
)

// Shipment carries out one ship: from the commits that a clone has checked out to the ref of
// a remote that leads to them. Make it with [Look], then [Shipment.Choose] what goes.
//
// Each step is recorded before the next is taken, so that a run that ends anywhere is
// completed, or given up, by the next [Shipment.Push] to the same ref. It is not safe for
// concurrent use; several shipments to a ref are.
type Shipment struct {
	*Plan
	Ports
	from   Source
	remote Remote
	tip    domain.CommitID // the value of the remote's ref, "" for no such ref
}

// Look reads what the clone has checked out and the value of the remote's ref, and completes the
// plan with it; the plan has the ref and the actor. Nothing is written, and no log is needed.
//
// Errors: those of the clone and of the remote.
func Look(ctx context.Context, from Source, p *Plan) (*Shipment, error) {
	s := &Shipment{Plan: p, from: from}
	head, err := from.Clone.Head(ctx)
	if err != nil {
		return nil, err
	}
	p.Head, p.Tree, p.Branch = head.Commit, head.Tree, head.Branch
	if s.remote, err = from.Find(ctx); err != nil {
		return nil, err
	}
	target, err := from.Clone.Target(ctx, from.Remote)
	if err != nil {
		return nil, err
	}
	p.Repo, p.Remote = target.Repo, domain.Known(target.Remote)
	if s.tip, err = s.remote.Tip(ctx, p.Ref); err != nil {
		return nil, err
	}
	if p.Base = s.tip; p.Base == "" {
		p.Base = domain.CommitID(strings.Repeat("0", len(p.Head)))
	}
	return s, nil
}

// Choose lists the commits to push, each with its role in the intent; meant returns the intent for
// these commits. Where the clone lacks what the remote holds the commits are unknown, and meant is
// not called. The ports are used by all later steps.
//
// Errors: those of the clone, of the index and of meant.
func (s *Shipment) Choose(ctx context.Context, ports Ports, meant func([]domain.CommitObserved) (domain.ShipIntent, error)) error {
	s.Ports = ports
	if holds, err := s.from.Clone.Holds(ctx, s.Base); !ship.IsNone(s.Base) && (err != nil || !holds) {
		return err
	}
	commits, err := s.from.Clone.Between(ctx, s.Base, s.Head)
	if err != nil {
		return err
	}
	if s.Intent, err = meant(commits); err != nil {
		return err
	}
	if err := s.assign(commits); err != nil {
		return err
	}
	if s.Method == "" {
		var last []domain.CommitID
		if len(commits) > 0 {
			last = commits[len(commits)-1].Parents
		}
		s.Method = s.Shown(last)
	}
	return nil
}

// assign sets the lane of each commit, and its role in the intent.
func (s *Shipment) assign(commits []domain.CommitObserved) error {
	var sessions []domain.SessionID
	for i := range commits {
		if session := commits[i].Session; session != "" {
			sessions = append(sessions, session)
		}
	}
	lanes, err := s.Index.Lanes(sessions)
	if err != nil {
		return err
	}
	s.Commits = make([]domain.ShipCommit, 0, len(commits))
	for i := range commits {
		c := &commits[i]
		t := ship.Tie{Commit: c.Commit, Lane: lanes[c.Session], Pinpoints: pinpointsOf(c)}
		s.Commits = append(s.Commits, domain.ShipCommit{Commit: t.Commit, Role: ship.RoleOf(s.Intent, t), PatchID: c.PatchID, Lane: t.Lane})
	}
	return nil
}

// landed reports whether the remote's ref holds a commit when its value is tip: the commit itself
// or a descendant.
func (s *Shipment) landed(ctx context.Context, tip, commit domain.CommitID) (bool, error) {
	if tip == commit || tip == "" {
		return tip == commit, nil
	}
	if there, err := s.from.Clone.Holds(ctx, tip); err != nil {
		return false, err
	} else if !there {
		if err := s.remote.Bring(ctx, s.Ref); err != nil {
			return false, err
		}
	}
	return s.from.Clone.LeadsTo(ctx, tip, commit)
}

// stands returns the reason why the commits cannot be pushed onto what the remote holds, nil when
// they can.
func (s *Shipment) stands(ctx context.Context) error {
	if s.tip == "" {
		return nil
	}
	if on, err := s.from.Clone.LeadsTo(ctx, s.Head, s.tip); err != nil || on {
		return err
	}
	e := &domain.Error{Kind: domain.ErrPolicy, Operation: "ship", Target: s.target(),
		Message: "the commits do not stand on what the remote holds: to push them would take " + s.tip.Short() + " away",
		Detail:  map[string]any{"base": s.tip, "head": s.Head, "next": "rebase"},
		Next:    domain.Step{Code: nextstep.RebaseThenPrepare, Remote: domain.Remote(s.from.Remote), Commit: s.tip}}
	if shallow, err := s.from.Clone.Shallow(); err == nil && shallow {
		e.Kind, e.Message = domain.ErrUnavailable, "the clone is shallow: nobody can tell whether the commits stand on what the remote holds"
		e.Hint, e.Next = "git fetch --unshallow "+s.from.Remote, domain.Step{}
	}
	return e
}

// target names the ref and its remote in an error.
func (s *Shipment) target() string { return s.from.Remote + " " + string(s.Ref) }

// verdict is the verdict of the policies on the push.
func (s *Shipment) verdict() policy.Verdict {
	push := gitpush.Push{Ref: s.Ref, Head: s.Head}
	act := policy.Action{Tool: "shell", Argv: push.Argv(s.from.Remote), CWD: s.from.Dir, Repo: s.Repo}
	if session, ok := strings.CutPrefix(string(s.Actor), "agent:"); ok {
		act.Agent, _ = domain.SessionID(session).Split()
	}
	return s.Rule(act)
}
