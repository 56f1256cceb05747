// Package guarding judges what an agent is about to do, and records what agents and git report.
//
// [Place] loads the layers of policy that apply in a folder, adds to an action what rules ask
// about, and asks git about checkouts.
//
// The package reads no flag, no environment and no clock, and prints nothing: those come as
// functions and ports of the caller. It starts the git program only through [Git].
package guarding
