package main

import (
	"errors"
	"os"
	"path/filepath"
	"time"
)

// bareFile is what the machine itself allows: records of 512 bytes, written over a
// zero-filled file by one goroutine that syncs once for all waiting callers.
type bareFile struct {
	f    *os.File
	jobs chan *bareJob
	err  chan error // of the goroutine, when it ended
	at   int64
}

type bareJob struct {
	done chan struct{}
	err  error
}

const (
	bareRecord = 512
	bareSize   = 64 << 20
)

func newBareFile(dir string) (*bareFile, error) {
	f, err := os.Create(filepath.Join(dir, "bare"))
	if err != nil {
		return nil, err
	}
	zeros := make([]byte, 1<<20)
	for range bareSize / len(zeros) {
		if _, err := f.Write(zeros); err != nil {
			return nil, errors.Join(err, f.Close())
		}
	}
	if err := f.Sync(); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	bare := &bareFile{f: f, jobs: make(chan *bareJob, 512), err: make(chan error, 1)}
	go bare.run()
	return bare, nil
}

// append makes one record durable.
func (f *bareFile) append() error {
	j := &bareJob{done: make(chan struct{})}
	f.jobs <- j
	<-j.done
	return j.err
}

func (f *bareFile) run() {
	record := make([]byte, bareRecord)
	var buf []byte
	for first := range f.jobs {
		group := append([]*bareJob{first}, waiting(f.jobs)...)
		buf = buf[:0]
		for range group {
			buf = append(buf, record...)
		}
		err := f.put(buf)
		for _, j := range group {
			j.err = err
			close(j.done)
		}
	}
	f.err <- errors.Join(f.f.Close(), os.Remove(f.f.Name()))
}

func waiting(jobs <-chan *bareJob) (group []*bareJob) {
	for {
		select {
		case j, ok := <-jobs:
			if !ok {
				return group
			}
			group = append(group, j)
		default:
			return group
		}
	}
}

func (f *bareFile) put(buf []byte) error {
	if f.at+int64(len(buf)) > bareSize {
		f.at = 0
	}
	if _, err := f.f.WriteAt(buf, f.at); err != nil {
		return err
	}
	f.at += int64(len(buf))
	return syncData(f.f)
}

// close ends the goroutine and removes the file.
func (f *bareFile) close() error {
	close(f.jobs)
	return <-f.err
}

// syncTimes measures single synced writes.
func syncTimes(dir string, n int) (l latencies, err error) {
	bare, err := newBareFile(dir)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, bare.close()) }()
	for range n {
		took, err := timed(bare.append)
		if err != nil {
			return nil, err
		}
		l = append(l, took)
	}
	return l, nil
}

// milliseconds is how the report writes durations.
func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
