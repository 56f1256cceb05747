// Package importing finds the recordings of agents, records them, and copies exported events from
// other logs. Which agents there are, where a person's folders are and what their environment says
// are parameters.
//
// It counts each line of each file exactly once: imported, known, corrected, skipped with a
// reason, or unreadable.
package importing
