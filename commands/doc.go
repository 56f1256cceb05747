// Package commands is the map of the use cases: what a front door may ask of a log.
//
//   - record appends facts: each is scrubbed, given its trust and appended. Its Operator
//     appends decisions: a stream is loaded, folded, decided about and appended to at the
//     revision read, and decided again when others appended meanwhile.
//   - import records files of agents, and copies events from other logs.
//   - approve asks for, grants, spends and revokes approvals, and rules about actions.
//   - ship records how work reached a branch: what was meant, let through, pushed and seen.
//
// No package here reads a flag, an environment variable or a clock: those come as parameters.
package commands
