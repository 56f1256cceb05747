// Package esdbapi serves a run log by the gRPC protocol of EventStoreDB, so that programs in any
// language which has a client of it read the log and append facts.
//
//	client ─▶ credential ─▶ Read, Append, BatchAppend, ServerFeatures, Gossip ─▶ eventlog.Log
//
//	stream             the stream of the log, such as lane-01ARZ3NDEKTSV4RRFFQ69G5FAV
//	stream revision    the revision − 1: clients count from 0
//	event id           the 16 bytes of the event's id
//	event type         the kind
//	data               the canonical data
//	custom metadata    the exported line without data
//	commit, prepare    the position
//
// The stubs are those of the client module. The server never deletes, truncates or rewrites: such
// requests are refused with a reason. It opens no log and listens on no address: its caller does.
package esdbapi
