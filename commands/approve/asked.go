package approve

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/eventlog"
)

// mostAsked bounds how often one session may request the same action.
const mostAsked = 100

// AskedFor is the request for a call, and its standing; "" without a request, with the stream where
// it would be.
type AskedFor struct {
	Stream domain.StreamID
	Status approval.Status
	// outdated is a request before it that can be used but for the files, which are bound and
	// are not what they were; zero for none.
	outdated domain.StreamID
}

// Asked finds the request for a call: the first that is not over.
func (a *Approvals) Asked(ctx context.Context, c *Call, digest domain.Digest) (last AskedFor, err error) {
	rules, err := c.rules(ctx, a)
	if err != nil {
		return last, err
	}
	now := sync.OnceValue(c.files)
	for n := 1; n <= mostAsked; n++ {
		last.Stream = requestOf(c, digest, n)
		one, err := a.Fold(ctx, last.Stream, rules)
		if errors.Is(err, eventlog.ErrNotFound) {
			last.Status = ""
			return last, nil
		}
		if err != nil {
			return last, err
		}
		switch last.Status = one.Standing(a.Operator.Now().Time(), rules.Signers.Now()).Status; last.Status {
		case approval.Consumed, approval.Expired, approval.Revoked: // request again
		case approval.Granted, approval.PartiallyConsumed:
			if !c.outdates(one, rules, now) {
				return last, nil
			}
			last.outdated = last.Stream
		case approval.Pending, approval.Void, approval.Denied:
			return last, nil
		}
	}
	return last, nil
}

// rules are the rules that a call was judged by: to find its request. Before anything is
// requested or spent they are read anew.
func (c *Call) rules(ctx context.Context, a *Approvals) (*approval.Rules, error) {
	if c.Known != nil {
		return c.Known.Rules, nil
	}
	return a.Rules(ctx)
}

// requestOf is the n-th request of a session for an action that a rule denies: a derived stream,
// found without an index.
func requestOf(c *Call, digest domain.Digest, n int) domain.StreamID {
	m, asks := c.Verdict.Cited(), "hook"
	if c.Class != "" {
		asks = string(c.Class)
	}
	return domain.StreamID{Family: domain.FamilyApproval, ULID: domain.Derive(time.Time{}, asks, string(c.Actor), digest.String(),
		m.Policy.String(), m.Rule.ID, strconv.Itoa(n))}
}

// OpenUse finds the consumption that let a call through and whose result is not known;
// zero for none.
//
// Errors: those of the log.
func (a *Approvals) OpenUse(ctx context.Context, c Call) (domain.EventID, error) {
	if _, ok := c.Liftable(); !ok {
		return domain.EventID{}, nil
	}
	digest, err := approval.DigestAction(&c.Action, "")
	if err != nil {
		return domain.EventID{}, err
	}
	rules, err := c.rules(ctx, a)
	if err != nil {
		return domain.EventID{}, err
	}
	for n := 1; n <= mostAsked; n++ {
		one, err := a.Fold(ctx, requestOf(&c, digest, n), rules)
		if errors.Is(err, eventlog.ErrNotFound) {
			break
		}
		if err != nil {
			return domain.EventID{}, err
		}
		for i := range one.Uses {
			if u := &one.Uses[i]; u.Void == "" && u.Result.IsZero() {
				return u.Event, nil
			}
		}
	}
	return domain.EventID{}, nil
}
