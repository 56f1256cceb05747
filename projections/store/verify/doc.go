// Package verify compares a read model with a replay of its log and names the rows that differ
// and the first position at which they do.
//
// It changes no read model and mends none.
package verify
