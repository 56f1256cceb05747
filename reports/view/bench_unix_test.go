//go:build unix

package view_test

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/clawable/claw/reports/view"
)

// BenchmarkRender renders each view. Its cpu-ms are of all threads of the process.
func BenchmarkRender(b *testing.B) {
	for _, lanes := range []int{2, 1000, 10000} {
		src := large(b, lanes)
		r := view.NewRenderer(policy(b), key(b))
		for _, audience := range view.Audiences() {
			for _, format := range view.Format("").Enum() {
				b.Run(fmt.Sprintf("lanes=%d/%s/%s", lanes, audience, format), func(b *testing.B) {
					before, size := cpu(b), 0
					for b.Loop() {
						v, err := r.Render(src, view.Capabilities{Audience: audience, Format: view.Format(format)}, asOf)
						if err != nil {
							b.Fatal(err)
						}
						size = len(v.Bytes)
					}
					b.ReportMetric(float64((cpu(b)-before).Microseconds())/1000/float64(b.N), "cpu-ms/op")
					b.ReportMetric(float64(size)/1000, "kB")
				})
			}
		}
	}
}

// cpu is how long the threads of the process worked.
func cpu(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
