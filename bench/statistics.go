package main

import (
	"slices"
	"time"
)

// timed returns how long f takes.
func timed(f func() error) (time.Duration, error) {
	start := time.Now()
	err := f()
	return time.Since(start), err
}

// cpuOf returns how much CPU time f takes on all threads of this process, the collector among them: the mean of
// a number of calls. It is the time on the clock where that of the CPU is not known.
func cpuOf(times int, f func() error) (time.Duration, error) {
	before, _ := usage()
	took, err := timed(func() error {
		for range times {
			if err := f(); err != nil {
				return err
			}
		}
		return nil
	})
	if after, _ := usage(); after > before {
		took = after - before
	}
	return took / time.Duration(times), err
}

// longEnough is how long steadyCPUOf measures at least: long enough for the collector to take its share.
const longEnough = 500 * time.Millisecond

// steadyCPUOf is cpuOf once f has run as often as it is measured: the heap has grown as far as f makes it grow. It
// measures so many calls at least, and more where they take less than longEnough; a single one is a quick run.
func steadyCPUOf(times int, f func() error) (time.Duration, error) {
	first, err := cpuOf(times, f)
	if times == 1 || err != nil {
		return first, err
	}
	return cpuOf(max(times, int(longEnough/max(first, time.Microsecond))), f)
}

// median of at least one value; of is sorted by it.
func median(of []float64) float64 {
	slices.Sort(of)
	return of[len(of)/2]
}

// perSecond is a rate.
func perSecond(n int, took time.Duration) float64 { return float64(n) / took.Seconds() }

// rate is how many things a second were done.
type rate struct {
	wall float64
	cpu  float64 // a second of CPU time of this process; +Inf where that is not known
}

// medianRate runs f a number of times and returns the median rates of n things each.
func medianRate(times, n int, f func() error) (rate, error) {
	wall, cpu := make([]float64, times), make([]float64, times)
	for i := range times {
		before, _ := usage()
		took, err := timed(f)
		if err != nil {
			return rate{}, err
		}
		after, _ := usage()
		wall[i], cpu[i] = perSecond(n, took), perSecond(n, after-before)
	}
	return rate{median(wall), median(cpu)}, nil
}

// latencies are how long single operations took.
type latencies []time.Duration

// at is the latency that a share of the operations did not exceed; at least one is needed.
func (l latencies) at(share float64) time.Duration {
	slices.Sort(l)
	return l[min(int(share*float64(len(l))), len(l)-1)]
}
