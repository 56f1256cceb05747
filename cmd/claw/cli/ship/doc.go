// Package shipcmd holds the verbs claw ship.
package shipcmd
