// Package reports will build the canonical report from projections at a position of the log,
// and derive from it the view that each audience may see. It takes values and returns values:
// commands file reports, and front doors print them.
package reports
