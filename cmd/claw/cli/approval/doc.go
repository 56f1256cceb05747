// Package approvaltext puts approvals into words, and holds what several families of verbs ask of them.
package approvaltext
