// Package lookcmd holds the verbs that answer what happened: the board, lanes, search, usage, watch.
package lookcmd
