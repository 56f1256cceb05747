// Package declare reads what consumers of reports declare, in TOML: audiences of their own, and what they can take.
//
// It names every problem of a text at once, by line and key, and renders nothing: package view does. A reader starts
// at [ParseShapes].
package declare
