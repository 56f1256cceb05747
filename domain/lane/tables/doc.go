// Package tables holds, by its test, the tables of docs/outcome.md to the rule in domain/lane. It has
// no code.
package tables
