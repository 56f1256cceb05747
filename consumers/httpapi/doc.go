// Package httpapi serves a run log over HTTP: the documents that claw prints, events, and receipts.
//
//	request ─▶ id, log line, headers ─▶ Host, Origin, secret or token, rate ─▶ limits ─▶ route ─▶ Reader ─▶ document
//	                                                                                        └──▶ Writer ─▶ document
//
// Each route names a verb of claw, and its parameters are the arguments and flags of that verb. A
// [Reader] answers the verb; this package adds what HTTP needs: validators, positions, links between
// pages, and the status of an error. A [Writer] does what a caller commands; this package adds what a
// token may, keys by which a command is done once, and preconditions. The OpenAPI document is made of the Go types of the routes'
// parameters and of the published schemas of the documents.
//
// The package opens no log, listens on no address and reads no file: its caller does.
package httpapi
