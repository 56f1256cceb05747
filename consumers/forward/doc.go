// Package forward sends the events of a machine's log to the log of a team, in the order of the log, and
// again after its cursor until the team has them.
//
//	log ─▶ Policy: what may leave ─▶ batches, at a rate ─▶ Team ─▶ Cursor
//
// The machine's log stays the first writer: nothing waits for the team. What is sent twice is held once,
// because ids and salts stay. It never changes the log that it reads, and decides nothing.
package forward
