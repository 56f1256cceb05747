package reports

import "cmp"

// CheckSuccession holds what d states to the version or report that it follows: [CheckPromotions] and
// [CheckTransition].
//
// Errors: kind parse.
func CheckSuccession(d *Document, before *Previous) error {
	return cmp.Or(CheckPromotions(d, before), CheckTransition(d, before))
}

// CheckTransition checks the closure of d against that of the version or report before: one that
// moved states from where, and one that was final is opened again for a reason.
//
// Errors: kind parse.
func CheckTransition(d *Document, before *Previous) error {
	now, was := d.Closure, before.Document.Closure
	switch {
	case now == nil || was == nil:
		return nil
	case now.LastUpdated.Time().Before(was.LastUpdated.Time()):
		return bad("closure", "was updated at "+now.LastUpdated.String()+", before what it follows", "last_updated is when somebody last looked; that before is of "+was.LastUpdated.String())
	case now.State == was.State && now.Was != "" && now.Was != was.Was:
		return bad("closure", "is "+string(now.State)+" as before, and says that it was "+string(now.Was), "leave was out: nothing moved")
	case now.State == was.State:
		return nil
	case now.Was != was.State:
		return bad("closure", "moves from "+string(was.State)+" to "+string(now.State)+" and does not say so", "was is "+string(was.State)+"; cause_commit names the commit that moved it, where one did")
	case was.State.Final() && !now.State.Final() && now.Cause == "" && len(now.Evidence) == 0:
		return bad("closure", "opens again what is "+string(was.State)+", and names no reason", "cause_commit names a commit, or evidence an event, that shows it")
	}
	return nil
}
