// Package commands is the map of the use cases of a log: what a front door may call.
//
//   - record appends facts: each is scrubbed, given its trust and appended. Its Operator
//     appends decisions: a stream is loaded, folded, decided about and appended to at the
//     revision read, and decided again when others appended in the meantime.
//   - import records files of agents, and copies events from other logs.
//   - approve requests, grants, spends and revokes approvals, and rules on actions.
//   - ship records how work reached a branch: what was intended, permitted, pushed and seen.
//   - testrun runs tests and records how they came out.
//   - guard rules on what agents are about to do, by the layers of policy, and records the
//     events of their hooks and of git's.
//
// No package here reads a flag, an environment variable or a clock: those come as parameters.
package commands
