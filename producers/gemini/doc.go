// Package gemini reads the chat recordings of Gemini CLI. Versions until early 2026 write
// one document {sessionId, projectHash, startTime, lastUpdated, messages[]}. Later ones
// write the same as JSON Lines: a message that changed is written again, and {"$set"} and
// {"$rewindTo"} change earlier lines.
//
// No record says that an answer was the last of its turn: a turn ends only where a person
// stopped it. A message is recorded as its first complete state.
package gemini
