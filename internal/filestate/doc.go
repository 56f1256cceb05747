// Package filestate says how the files stand that an action names: where a program is
// found, where links lead, device, inode and SHA-256.
//
// It never runs what it looks at, never opens what is no regular file, and never decides
// what a change means. What it says holds for the moment at which it looked: whoever acts
// later may meet another file.
package filestate
