// Package generation names the files of a read model on disk and takes their locks: a rebuild writes a new
// generation beside the one that is read, and a later process removes the old ones.
//
// It defines how long a process waits for the holder of a lock, and refuses symbolic links in the place of a
// file. It reads and writes no content.
package generation
