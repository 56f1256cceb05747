// Package place decides which file may be a log: what its name leads to, by which names it is
// known, which users may read and write it, and what may be beside it.
//
// It looks at files from outside, and does not read what a log holds.
package place
