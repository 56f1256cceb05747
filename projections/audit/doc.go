// Package audit tells who asked, who let through, who handed on and who did one thing,
// with the events that say so, what stands behind each, and what speaks against it.
//
// It assembles what the folds of tool calls and of approvals hold. It never reads a log,
// judges a signature or knows the time: approvals come to it judged, as they stand.
package audit
