// Package insert decides appends and writes their events: it places them at the end of the log
// and of their streams, recognises those that the log holds, and erases.
//
// It begins and ends no transaction, and waits for no other writer.
package insert
