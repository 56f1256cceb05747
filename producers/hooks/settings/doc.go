// Package settings adds claw's hook to the settings of coding agents and removes it again.
// It changes only the text of the hook: order, comments and indentation of everything else
// stay.
//
// It takes text and returns text; it touches no file.
package settings
