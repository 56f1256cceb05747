// Package omx reads what oh-my-codex and its kin write beside an agent's own
// recordings: the ledger of a plan's goals, logs of sessions and turns, and the small
// documents that hold where a piece of work stands.
//
// A goal is a lane, and the ledger speaks for it: omx starts goals and says how they
// ended. A plan is known by the time of its making, a lane by its plan and the goal.
// Turns are those of the agent that omx drives, and are told in its session, so that
// they meet that agent's own recording. Prose is kept as text and never searched for
// commits, tests or verdicts. Heartbeats and omx's own bookkeeping say nothing that a
// log keeps.
package omx
