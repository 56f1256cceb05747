// Package gemini reads the chat recordings of Gemini CLI: one document
// {sessionId, projectHash, startTime, lastUpdated, messages[]} of versions until early
// 2026, and since then the same as JSON Lines, where a message that changed is
// written again and {"$set"} and {"$rewindTo"} change what stands above.
//
// No record says that an answer was the last of its turn: a turn ends only where a
// person stopped it. What is told of a message is what its first complete state says.
package gemini
