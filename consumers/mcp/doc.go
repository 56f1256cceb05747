// Package mcp is a server of the Model Context Protocol over a log: tools by which an agent asks what
// lanes did, what was done to a file, which errors a command gave, and what a policy says, and by which
// it requests an approval.
//
// Each tool answers with a document of a verb of claw, bounded by [Budget] and marked as recorded data.
// The package decides nothing and grants nothing: of its tools only the request for an approval
// appends to the log.
package mcp
