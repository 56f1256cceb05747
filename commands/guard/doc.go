// Package guarding judges what an agent is about to do, and records what agents and git report.
//
// [Place] loads the layers of policy that apply in a folder, adds to an action what rules ask
// about, and asks git about checkouts. [Hook] takes in events: [Hook.Take] one event of an
// agent, about whose call the policies decide, and [Hook.TakeUp] the notes that git's hooks
// laid down. What a call says is held until it is ruled about, so that both share a commit,
// and laid aside in the spool as soon as the agent would wait for too long.
//
// The package reads no flag, no environment and no clock, and prints nothing: those come as
// functions and ports of the caller. It makes no words for an agent either: see [Answer].
package guarding
