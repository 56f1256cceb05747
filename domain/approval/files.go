package approval

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// Compared returns which files of a request are not as they were, in the order of now and
// then of those that are gone. was is what the request recorded.
func Compared(was, now []domain.ActionFile) []domain.FileChange {
	var changes []domain.FileChange
	left := slices.Clone(was)
	for _, f := range now {
		i := slices.IndexFunc(left, func(o domain.ActionFile) bool { return sameName(&o, &f) })
		before := domain.ActionFile{State: domain.FileMissing}
		if i >= 0 {
			before = left[i]
			left = slices.Delete(left, i, i+1)
		}
		if change := changed(&before, &f); change != "" {
			changes = append(changes, domain.FileChange{Change: change, File: f, Was: before.SHA256})
		}
	}
	for _, f := range left {
		if f.State != domain.FileMissing {
			changes = append(changes, domain.FileChange{Change: domain.ChangedMissing,
				File: domain.ActionFile{Role: f.Role, Name: f.Name, State: domain.FileMissing, Path: f.Path}, Was: f.SHA256})
		}
	}
	return changes
}

// sameName reports whether two looks are at what one word names. A program that is found
// by its name alone may be found elsewhere.
func sameName(a, b *domain.ActionFile) bool {
	return a.Role == b.Role && (a.Path == b.Path || a.Role == domain.FileProgram && a.Name == b.Name)
}

// changed is how a file is not as it was, "" where it is.
func changed(was, now *domain.ActionFile) domain.ChangeOfFile {
	told := func(f *domain.ActionFile) bool {
		return f.State != domain.FileTooLarge && f.State != domain.FileUnreadable && f.State != domain.FileSpecial
	}
	switch {
	case was.State == domain.FileMissing && now.State == domain.FileMissing:
		return ""
	case was.State == domain.FileMissing:
		return domain.ChangedAppeared
	case now.State == domain.FileMissing:
		return domain.ChangedMissing
	case !told(was) || !told(now):
		return domain.ChangedUnknown
	case was.State != now.State, was.SHA256 != now.SHA256:
		return domain.ChangedContent
	case at(was) != at(now):
		return domain.ChangedMoved
	case was.Device != now.Device, was.Inode != now.Inode:
		return domain.ChangedReplaced
	}
	return ""
}

// at is where a file is, links followed.
func at(f *domain.ActionFile) domain.Path {
	if f.Real != "" {
		return f.Real
	}
	return f.Path
}

// Unfixed is why changes keep a grant that is bound to content from being used, "" when
// they do not: the same bytes elsewhere are what was granted.
func Unfixed(changes []domain.FileChange) domain.ApprovalRefusal {
	why := domain.ApprovalRefusal("")
	for _, c := range changes {
		switch c.Change {
		case domain.ChangedContent, domain.ChangedAppeared, domain.ChangedMissing:
			return domain.RefusedContentChanged
		case domain.ChangedUnknown:
			why = domain.RefusedContentUnknown
		case domain.ChangedReplaced, domain.ChangedMoved:
		}
	}
	return why
}

// Unbindable returns the files whose content cannot be determined by reading them: a grant
// that is bound to content could never be used for them.
func Unbindable(files []domain.ActionFile) []domain.ActionFile {
	return slices.DeleteFunc(slices.Clone(files), func(f domain.ActionFile) bool {
		return f.State == domain.FileHashed || f.State == domain.FileMissing || f.State == domain.FileDirectory
	})
}

// Runs reports whether the request is for a command, which rests on files. What claw itself
// does names no folder.
func (r *Request) Runs() bool { return len(r.Action.Argv) > 0 && r.Action.CWD != "" }

// Binds reports whether a use counts only with the files as they were: by the request, or
// by the rule of an adopted policy that it names.
func (r *Request) Binds(rules *Rules) bool {
	return r.Runs() && (r.Bind == domain.BindContent || r.bounds(rules).Bind == domain.BindContent)
}

// unfixed is why the files keep a use from counting.
func (a *Approval) unfixed(c *Claim, rules *Rules) domain.ApprovalRefusal {
	switch {
	case !a.Request.Runs(), !c.Bound && !a.Request.Binds(rules):
		return ""
	case !c.Compared:
		return domain.RefusedContentUnknown
	}
	return Unfixed(c.Changed)
}
