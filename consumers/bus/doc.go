// Package bus gives a log the form of a Watermill publisher and subscriber, for other programs too.
//
// A subscriber's topic selects what it gets, in the order of the log:
//
//	outcomes                        each new or changed outcome of a lane, as claw watch prints it
//	lane.finished                   events of a kind
//	lane                            events of a family of streams
//	lane-01ARZ3NDEKTSV4RRFFQ69G5FAV events of a stream
//
// Subscribers of a consumer group share one position a topic, a row in an SQLite file: one of them gets the
// messages, the others are on standby. A message that is not acknowledged before a crash comes again. A
// publisher appends what claw log append takes; the id of an event derives from the UUID of its message, so
// that a message that is published again is in the log once. [MessageMarshaler] carries any bytes instead.
//
// The package does not restrict who may publish, derives no outcome, and opens no log. A reader starts at
// subscriber.go.
package bus
