// Package fact reads events into facts: what the outcome rule uses of one event, and nothing
// that a log adds at arrival.
//
// [Of] and [Read] make a [Fact] of an event; the part of the payload that the rule uses
// becomes its [Payload]. [Append] and [Decode] convert a fact to and from its stored form.
// The package lists the kinds of events that the rule reads. It decides nothing: domain/lane
// judges facts, domain/lane/index files them.
package fact
