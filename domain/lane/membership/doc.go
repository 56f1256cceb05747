// Package membership assigns events to lanes (rules 1 and 5 of docs/outcome.md): by the lane
// that an event names, else by its session, else by its worker.
//
// [New] reads the facts of a log; [Lanes.Of] returns the lane of one. A session belongs to the
// lane that it is bound to, else to the one that its events name, else to that of its parent.
// The package also returns the facts that a membership rests on ([Lanes.Grounds]).
package membership
