// Package tables holds, by its tests, the tables of docs/outcome.md to the rule in domain/lane, and each
// sentence of the rule to a situation that fails when the sentence is broken. It has no code.
package tables
