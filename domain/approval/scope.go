package approval

import (
	"time"

	"github.com/clawable/claw/domain"
)

// within reports whether inner allows nothing that outer does not.
func within(inner, outer domain.ApprovalScope) bool {
	return narrower(inner.Repo, outer.Repo) && narrower(inner.Ref, outer.Ref) && narrower(inner.Branch, outer.Branch) &&
		narrower(inner.Executor, outer.Executor) &&
		(outer.After.IsZero() || inner.After.Known() && !inner.After.Time().Before(outer.After.Time())) &&
		(outer.Until.IsZero() || inner.Until.Known() && !inner.Until.Time().After(outer.Until.Time()))
}

// narrower: an absent bound is the widest.
func narrower[T comparable](inner, outer T) bool {
	var none T
	return outer == none || inner == outer
}

// covers reports whether a use in the scope of its claim, at a time, is inside the grant's.
func covers(granted, claimed domain.ApprovalScope, at time.Time) bool {
	return narrower(claimed.Repo, granted.Repo) && narrower(claimed.Ref, granted.Ref) && narrower(claimed.Branch, granted.Branch) &&
		(granted.After.IsZero() || granted.After.Known() && !at.Before(granted.After.Time())) &&
		(granted.Until.IsZero() || granted.Until.Known() && !at.After(granted.Until.Time()))
}
