// Package esdb keeps a log in EventStoreDB or KurrentDB, or in another log that is served by the same
// protocol: one history for many machines.
//
//	stream             the stream of the store, under the same name
//	revision           the store's + 1: the store counts from 0
//	position           the commit position: it increases, with gaps
//	id                 the UUID of the same 16 bytes
//	kind               the event type
//	data               the canonical data
//	envelope, salt     the custom metadata, see [eventlog.FormatMetadata]
//	recorded_at        the store's time of the event
//
// Streams of the store that are none of a log are another program's, and are passed over. Appends are
// sent at the exact revision that was read, so that a repeated id is found before it is written again; an
// answer that is lost is looked up. Ids of other streams are compared with what the store held when the
// append was decided: it is not detected when two machines append one id to two streams at the same moment.
//
// The package calls the stubs of the client module and not its client, which ends the process on a time
// that is not a number, waits without a deadline for a node, and sends no credential to a leader that a
// node redirects it to. It keeps no tree and erases nothing.
package esdb
