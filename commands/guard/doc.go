// Package guarding evaluates what an agent is about to do, and records what agents and git report.
//
// [Place] loads the layers of policy that apply in a folder, adds to an action what rules ask
// about, and asks git about checkouts. [Hook] records events: [Hook.Take] one event of an agent,
// about whose call the policies decide, and [Hook.AppendNotes] the notes that git's hooks wrote. The
// facts of a call are held in memory until the call is ruled on, so that both share a commit, and
// are stored in the spool when the agent would wait for too long.
//
// The package reads no flag, no environment and no clock, and prints nothing: those come as
// functions and ports of the caller. It renders no text for an agent either: see [Answer].
package guarding
