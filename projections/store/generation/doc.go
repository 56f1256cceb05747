// Package generation names the files of a read model on disk and takes their locks: a rebuild
// writes a new generation beside the one that is read, and who comes later sweeps the old ones.
//
// It says how long one waits for whoever holds a lock, and refuses symbolic links in the place of a file. It reads and writes no content.
package generation
