// Package tracking files pinpoints, says how they stand to each other, ranks them, hands them to
// lanes and moves them by what the lanes came to; and it records nudges and what answers them.
//
// How pinpoints and nudges stand is of packages reports/pinpoint and reports/nudge: each decision
// here is made about what they fold. The package does not read projections: the outcome of a lane is
// given to it.
package tracking
