// Package files holds what claw does with files that the standard library leaves open:
// locks between processes, content replaced as a whole, small files read without waiting
// and without end, and temporary files of killed processes removed. It knows nothing of
// the content.
package files
