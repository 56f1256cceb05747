// Package ship derives from git history how commits came to a ref: step by step, which
// commits landed, by which method, and how that is known.
//
// It is pure: commits come from the log through [History]. It does not run git, read a
// clock or guess. A method without evidence is [domain.BasisAssumed]; missing data are
// unknown, never empty.
package ship
