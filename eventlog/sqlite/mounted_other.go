//go:build !linux

package sqlite

// mounted is false: files are not mounted by themselves here.
func mounted(string) bool { return false }
