package main

import (
	stdjson "encoding/json"
	"fmt"
	"runtime"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/eventlog"
)

// measureDecoders compares ways to decode the payload of one message.
func measureDecoders(b *bench) error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	b.report.head("JSON of one payload of 512 bytes, on one core")
	data := []byte(message512)
	var m domain.MessageRecorded
	for _, way := range []struct {
		what string
		f    func() error
	}{
		{"encoding/json into the payload", func() error { return stdjson.Unmarshal(data, &m) }},
		{"json/v2 of go-json-experiment into the payload", func() error { return json.Unmarshal(data, &m) }},
		{"strict check at append, no payload built", func() error { return eventlog.CheckData(domain.KindMessageRecorded, 1, data) }},
		{"RFC 8785 at append", func() error { _, err := jcs.Canonical(data); return err }},
	} {
		n := b.pick(100_000, 100)
		r, err := medianRate(rounds, n, func() error {
			for range n {
				if err := way.f(); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		b.report.tell(way.what, fmt.Sprintf("%.2f µs", float64(time.Second/time.Microsecond)/r.wall), perS(r.wall))
	}
	return nil
}
