// Package shipping records how work reached a branch: what was meant to go there, what let
// it through, what was pushed, and what somebody saw of pushes that claw did not do.
package shipping
