// Package serve is projector serve: it opens a log, makes the HTTP API of it, and answers on a loopback
// address, or by TLS on another one, until it is stopped. The API itself is consumers/httpapi; its answers are those of claw's verbs.
package serve
