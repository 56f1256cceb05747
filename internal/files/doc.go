// Package files has the file operations that claw needs beyond the standard library: locks
// between processes, atomic replacement of content, bounded reads that do not block, and
// removal of temporary files of killed processes. It does not interpret content.
package files
