// Package policycmd holds the verbs claw policy.
//
// It evaluates no rule: package policy does.
package policycmd
