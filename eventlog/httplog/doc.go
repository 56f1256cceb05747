// Package httplog is a log that projector serve offers over HTTP, as an engine: events are read by their
// pages, followed by their stream, and appended as claw log append does it on the machine of the log.
//
//	Read      GET  /v1/events, page by page
//	Follow    GET  /v1/stream/events, connected again after its last position
//	Get       GET  /v1/receipts/ID, then the event at that position
//	Append    POST /v1/events?atomic=true, repeated with the same ids while the server does not answer
//
// What the server refuses, it refuses with its typed error: what is appended is free append, with low trust,
// and decisions are left to their verbs on the machine of the log. A draft does not keep its own salt, because
// the log at the other end draws it. The package keeps no tree, erases nothing, and makes no log.
package httplog
