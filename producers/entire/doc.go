// Package entire reads the metadata that Entire keeps of its checkpoints: saved states of
// agent sessions that commits name in a trailer. Its events tie a session to its
// checkpoints; docs/checkpoints.md says how a commit joins them.
//
// Only the documents of sessions become events, because the document of a checkpoint as a
// whole names its sessions only by their files. The agent's name is taken as Entire wrote
// it, which is not always the agent of the transcript beside it. Entire's token counts
// repeat those of the transcript, so they are not recorded as usage.
package entire
