// Package settings writes claw's hook into the settings of coding agents, and takes it out
// again. It changes the text where the hook stands and nowhere else: order, comments and
// indentation stay as they are.
//
// It is text in, text out: it never touches a file.
package settings
