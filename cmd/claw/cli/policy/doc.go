// Package policycmd holds the verbs claw policy.
package policycmd
