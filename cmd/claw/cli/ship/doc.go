// Package shipcmd holds the verbs claw ship, and reads ships for claw audit and claw approval.
//
// It decides nothing about ships: commands/ship and domain/ship do.
package shipcmd
