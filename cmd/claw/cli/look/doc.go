// Package lookcmd holds the verbs that answer what happened: the board, lanes, search, usage,
// watch.
//
// Of these only the verbs about one lane append, and only decisions of the person.
package lookcmd
