// Package entire reads the metadata that Entire keeps of its checkpoints: saved states of
// agent sessions that commits name in a trailer. What it tells ties a session to its
// checkpoints; docs/checkpoints.md says how a commit joins them.
//
// Only the documents of sessions are told: that of a checkpoint as a whole names its
// sessions by their files alone. The agent's name is taken as Entire wrote it, which is
// not always whose transcript lies beside. Entire's counts of tokens are of what the
// transcript holds too, so they are no usage of their own.
package entire
