// Package ship says what git history tells of how commits came to a ref: step by step,
// which commits landed, by which path, and how that is known.
//
// It is pure: commits come from the log by [History], and it never asks git, reads a
// clock or guesses. What nothing shows is [domain.BasisAssumed]; what is not there is
// unknown, never empty.
package ship
