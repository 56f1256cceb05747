// Package hookcmd holds the verbs that install and inspect hooks: claw hooks and claw ship hooks.
//
// It changes settings only after showing the change; it runs no hook.
package hookcmd
