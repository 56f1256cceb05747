// Package topcmd holds the verb claw top: its flags, its help, and the hand-over to the program projector, which
// draws the screen.
//
// It draws nothing and links no library of terminals.
package topcmd
