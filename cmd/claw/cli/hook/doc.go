// Package hookcmd holds the verbs that install and inspect hooks: claw hooks and claw ship hooks.
package hookcmd
