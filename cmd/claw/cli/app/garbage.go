package app

import "runtime/debug"

// garbagePercent is how much garbage, for what is kept, an import leaves lying: it
// reads much and keeps a few megabytes, and collecting took it a fifth of its time.
const garbagePercent = 400

// LetGarbageLie makes collections of garbage rarer until the returned function is
// called. It changes the whole process, so only one that ends with the run; a person
// who has set GOGC has decided.
func LetGarbageLie(a *App) (enough func()) {
	if !a.Ends || a.Env("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(garbagePercent)
	return func() { debug.SetGCPercent(before) }
}
