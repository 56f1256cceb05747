// Package lenient reads foreign JSON as far as it can be read: a member with
// another JSON type than expected is zero, so that one odd member costs itself and
// not its record. It never fails on what stands in a member, and keeps no state.
package lenient
