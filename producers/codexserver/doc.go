// Package codexserver reads recorded traffic between Codex's app-server and its client:
// what the server told of threads, turns and items, and how the client answered when it
// was asked for leave.
//
// The rollout of the same session holds the conversation, but no answer to an approval,
// no declined call and no steering that came too late; the traffic has those. Its events
// stand in the rollout's session, "codex/THREAD", with the ids of the items, so that both
// are one history. Messages and reasoning are left to the rollout.
//
// A line is a message of JSON-RPC without its version, in one of two wrappings:
//
//	{"dir":"c2s","msg":{…}}    c2s from the client, s2c from the server
//	SEND {…}                   SEND from the client, RECV from the server
//
// Requests of both sides count their ids for themselves: an answer of the client is to a
// request of the server. The package never guesses: a message that carries no time has
// none.
package codexserver
