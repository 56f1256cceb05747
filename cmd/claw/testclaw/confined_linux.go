package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// platformPrograms are the programs of stories that need Linux.
var platformPrograms = map[string]func(){"nobody": nobody, "smalldisk": smallDisk, "ondisk": onDisk}

// self is this program: stories need no path to it that others may walk.
const self = "/proc/self/exe"

// leastID is the user and group that own nothing.
const leastID = 65534

// nobody runs claw with as few rights as a user can have: nobody claw ARGS...
func nobody() {
	cmd := &exec.Cmd{Path: self, Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}
	if os.Geteuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: leastID, Gid: leastID}}
	}
	leave(cmd.Run())
}

// smallDisk runs a story on a separate small disk: smalldisk FOLDER STORY. Each line
// of the story is a command line of claw, which reads a file where it ends with "< FILE";
// or "fill", which may leave so many KiB; or "free". The output of the lines is printed, and
// smallDisk exits as the last one did.
func smallDisk() {
	cmd := &exec.Cmd{Path: self, Args: append([]string{"ondisk"}, os.Args[1:]...), Stdout: os.Stdout, Stderr: os.Stderr}
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS | syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}}}
	leave(cmd.Run())
}

// onDisk is smallDisk in separate namespaces, where any user may mount.
func onDisk() {
	disk := os.Args[1]
	story, err := os.ReadFile(os.Args[2])
	if err == nil {
		err = unix.Mount("tmpfs", disk, "tmpfs", 0, "size=8m")
	}
	if err != nil {
		leave(err)
	}
	code := 0
	ballast := filepath.Join(disk, "ballast")
	for line := range strings.Lines(string(story)) {
		fmt.Print("> ", line)
		switch words := strings.Fields(line); words[0] {
		case "fill":
			if err = fill(ballast); err == nil && len(words) > 1 {
				err = leaveFree(ballast, words[1])
			}
		case "free":
			err = os.Remove(ballast)
		default:
			cmd := &exec.Cmd{Path: self, Args: words, Stdout: os.Stdout, Stderr: os.Stdout}
			if n := len(words); n > 2 && words[n-2] == "<" {
				input, err := os.ReadFile(words[n-1])
				if err != nil {
					leave(err)
				}
				cmd.Args, cmd.Stdin = words[:n-2], bytes.NewReader(input)
			}
			_ = cmd.Run()
			code = cmd.ProcessState.ExitCode()
			fmt.Println("exit", code)
		}
		if err != nil {
			leave(err)
		}
	}
	os.Exit(code)
}

// fill leaves not a byte free.
func fill(file string) error {
	f, err := os.Create(file)
	for err == nil {
		_, err = f.Write(make([]byte, 512))
	}
	if closing := f.Close(); closing != nil {
		return closing
	}
	return nil
}

// leaveFree takes so many KiB off what fills the disk.
func leaveFree(file, kib string) error {
	n, err := strconv.ParseInt(kib, 10, 32)
	if err != nil {
		return err
	}
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	return os.Truncate(file, info.Size()-n<<10)
}

// leave ends a helper as the program ended that it ran.
func leave(err error) {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		os.Exit(exit.ExitCode())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(125)
	}
	os.Exit(0)
}
