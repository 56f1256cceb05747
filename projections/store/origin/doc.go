// Package origin is the log that a read model is made from, as the read model sees it: its head,
// the log as it was at a position, the log without the events that cannot be read, one event as
// the folds read it. It distinguishes a failure of the log from one of the read model.
//
// It appends to no log and holds no event.
package origin
