package app

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// mostAncestors bounds the walk: ids of processes are used again.
const mostAncestors = 64

// ancestors reads the command lines of the processes above this one from /proc.
func ancestors() (all [][]string, known bool) {
	for pid := os.Getppid(); pid > 1 && len(all) < mostAncestors; {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			return all, false
		}
		line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if err != nil {
			return all, false
		}
		all = append(all, strings.Split(strings.TrimRight(string(line), "\x00"), "\x00"))
		if pid, err = parentIn(stat); err != nil {
			return all, false
		}
	}
	return all, true
}

// parentIn reads the parent from the text of /proc/PID/stat: "PID (NAME) STATE PARENT …", where NAME
// may hold anything.
func parentIn(stat []byte) (int, error) {
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 2 {
		return 0, strconv.ErrSyntax
	}
	return strconv.Atoi(string(fields[1]))
}
