// Package answers is what the HTTP API asks of one open log: a [Reader] answers questions, a [Writer] does
// commands, both by the verbs of claw, and [Streams] follow what changes. It listens on nothing and opens no
// log: that is the server's, cmd/projector/serve.
package answers
