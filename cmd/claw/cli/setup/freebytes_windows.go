package setupcmd

import "golang.org/x/sys/windows"

// freeBytes is how many bytes the person can still write on the disk of folder.
func freeBytes(folder string) (free uint64, known bool, err error) {
	name, err := windows.UTF16PtrFromString(folder)
	if err != nil {
		return 0, true, err
	}
	err = windows.GetDiskFreeSpaceEx(name, &free, nil, nil)
	return free, true, err
}
