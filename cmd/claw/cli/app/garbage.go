package app

import "runtime/debug"

// gcPercent is GOGC for an import: it allocates much and retains a few megabytes, and collecting at
// the default took a fifth of its time.
const gcPercent = 400

// RelaxGC makes garbage collections rarer until the returned function is called. It changes the
// whole process, therefore it has an effect only where the process ends with the run, and where the
// person has not set GOGC.
func RelaxGC(a *App) (enough func()) {
	if !a.Ends || a.Env("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(gcPercent)
	return func() { debug.SetGCPercent(before) }
}
