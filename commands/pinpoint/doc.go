// Package tracking files pinpoints, links them to each other, ranks them, assigns them to lanes and moves
// them by the outcomes of the lanes; and it records nudges and their answers.
//
// Packages reports/pinpoint and reports/nudge fold the state of pinpoints and nudges: each decision
// here is made on that state. The package does not read projections: the outcome of a lane is a
// parameter.
package tracking
