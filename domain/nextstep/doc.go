// Package nextstep holds the codes of the next steps after an error, and which known name a
// mistyped one was meant to be. It never renders a step: each front door has its own words.
package nextstep
