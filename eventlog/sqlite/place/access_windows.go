package place

import "os"

// MayRead asks whether a file may be read.
func MayRead(path string) error { return mayOpen(path, os.O_RDONLY) }

// MayWrite asks whether a file may be written.
func MayWrite(path string) error { return mayOpen(path, os.O_RDWR) }

// mayMake checks nothing: on Windows, only making a file shows whether one may be made in
// a folder.
func mayMake(string) error { return nil }

func mayOpen(path string, flag int) error {
	f, err := os.OpenFile(path, flag, 0)
	if err != nil {
		return err
	}
	return f.Close()
}
