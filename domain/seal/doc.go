// Package seal writes events in their canonical forms and hashes them. The forms are final from
// the first release; fixtures/seal holds vectors of them:
//
//	data bytes       RFC 8785 of the payload, after the scrubber
//	data_digest      SHA-256(salt ‖ data bytes)
//	exported line    RFC 8785 of the whole envelope with data and salt
//	sealed envelope  the exported line without data and salt
//	leaf             SHA-256(0x00 ‖ sealed envelope), as RFC 6962 hashes a leaf
//	core             SHA-256(sealed envelope without what a log's arrival adds:
//	                 position, revision, recorded_at, clock_behind)
//
// Retry, copy and convert compare cores; proofs are built over leaves. The package never
// canonicalises data, and never reads a line: package eventlog does both.
package seal
