package place

import "os"

// MayRead asks whether a file may be read.
func MayRead(path string) error { return mayOpen(path, os.O_RDONLY) }

// MayWrite asks whether a file may be written.
func MayWrite(path string) error { return mayOpen(path, os.O_RDWR) }

// mayMake asks nothing: whether a file may be made in a folder only making one tells here.
func mayMake(string) error { return nil }

func mayOpen(path string, flag int) error {
	f, err := os.OpenFile(path, flag, 0)
	if err != nil {
		return err
	}
	return f.Close()
}
