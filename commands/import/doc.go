// Package importing finds the recordings of agents, records them, and copies exported events from
// other logs. The agents, the locations of the user's folders and the environment are parameters.
//
// It counts each line of each file exactly once: imported, known, corrected, skipped with a
// reason, or unreadable.
package importing
