package serve_test

import (
	"flag"
	"io"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/consumers/httpapi"
)

var answers = flag.Int("claw.answers", 200, "how many answers the measurement of one lane reads")

// TestOneLaneIsReadOverManyConnections reads the outcome of one lane over 32 connections, client and server on
// the same cores, and logs the answers a second and the times that half and 99 of 100 of them take.
func TestOneLaneIsReadOverManyConnections(t *testing.T) {
	const connections = 32
	w := clitest.New(t)
	clock := time.Now
	w.Now = clock
	s := serving(t, w, httpapi.DefaultLimits())
	client := &http.Transport{MaxConnsPerHost: connections, MaxIdleConnsPerHost: connections}
	defer client.CloseIdleConnections()
	path := "/v1/lanes/" + clitest.SettledLane + "/outcome"
	want := s.get(path).header.Get("ETag")
	var left atomic.Int64
	left.Store(int64(*answers))
	took := make([][]time.Duration, connections)
	var running sync.WaitGroup
	begun := clock()
	for i := range connections {
		running.Go(func() {
			for left.Add(-1) >= 0 {
				at := clock()
				answer, err := client.RoundTrip(s.request(path))
				if err != nil {
					t.Error(err)
					return
				}
				size, err := io.Copy(io.Discard, answer.Body)
				_ = answer.Body.Close()
				if err != nil || answer.StatusCode != http.StatusOK || size == 0 || answer.Header.Get("ETag") != want {
					t.Errorf("%d, %d bytes, %v", answer.StatusCode, size, err)
				}
				took[i] = append(took[i], clock().Sub(at))
			}
		})
	}
	running.Wait()
	all := slices.Sorted(slices.Values(slices.Concat(took...)))
	t.Logf("%d answers: %.0f a second, p50 %s, p99 %s", len(all), float64(len(all))/clock().Sub(begun).Seconds(), all[len(all)/2], all[len(all)*99/100])
}
