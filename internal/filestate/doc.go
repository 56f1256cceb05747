// Package filestate describes the files that an action names: where a program is found,
// where links lead, device, inode and SHA-256.
//
// It does not run what it examines, opens only regular files, and does not decide what a
// change means. A result is valid for the moment of the examination; the file may have
// changed by the time of the action.
package filestate
