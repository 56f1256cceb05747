// Package codexserver reads recorded traffic between Codex's app-server and its client:
// what the server reports about threads, turns and items, and how the client answers
// permission requests.
//
// The rollout of the same session holds the conversation, but no answers to approvals, no
// declined calls and no steering that came too late; the traffic has those. Its events
// belong to the rollout's session, "codex/THREAD", with the ids of the items, so that both
// are one history. Messages and reasoning are left to the rollout.
//
// A line is a message of JSON-RPC without its version, in one of two wrappings:
//
//	{"dir":"c2s","msg":{…}}    c2s from the client, s2c from the server
//	SEND {…}                   SEND from the client, RECV from the server
//
// Each side numbers its own requests: an answer of the client belongs to a request of the
// server. The package does not guess: a message that carries no time has none.
package codexserver
