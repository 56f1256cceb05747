//go:build !linux

package main

// platformPrograms are the programs of stories that need Linux; such a story stops
// itself elsewhere.
var platformPrograms map[string]func()
