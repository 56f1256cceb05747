// Package omx reads what oh-my-codex and related programs write beside an agent's own
// recordings: the ledger of a plan's goals, logs of sessions and turns, and small
// documents with the state of a piece of work.
//
// A goal is a lane, and the ledger decides for it: omx starts goals and reports how they
// ended. A plan is identified by the time of its creation, and a lane by its plan and its
// goal. Turns belong to the agent that omx drives and are recorded in its session, so that
// they join that agent's own recording. Prose is stored as text and never searched for
// commits, tests or verdicts. Heartbeats and omx's own bookkeeping contain nothing that a
// log records.
package omx
