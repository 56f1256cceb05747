// Package page reads the events of a query in pages: a cursor keeps the place from one page to
// the next, each of which is read in a separate transaction.
//
// It does not wait for events, and takes no connection by itself.
package page
