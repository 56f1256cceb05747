// Package release holds the document that claw audit release makes: what the log records about each
// commit between two points of a repository's history, and what it does not record.
//
// A document is identified by its content hash: SHA-256 over RFC 8785. The log, the time of reading and
// the producer are in a wrapper around it, so that two people who audit the same range over the same
// facts get the same hash. The package is pure: it collects nothing and reads no clock.
package release
