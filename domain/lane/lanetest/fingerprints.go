package lanetest

import (
	"crypto/sha256"
	"fmt"
)

// fingerprints spell out what is hashed, for an outcome of the lane a: a consumer that
// reported an outcome identifies it by these bytes for ever.
func fingerprints(a string) []fingerprint {
	return []fingerprint{
		{"a bare finish", `x W:1 lane.finished`,
			`{"attempt":1,"kind":"lane.finished","lane":"` + a + `","status":"finished_unverified"}`},
		{"a failure with a class and a commit", `x W:1 lane.failed {"failure_class":"test","commit":"aaa1111","duration_ms":7}`,
			`{"attempt":1,"failure_class":"test","kind":"lane.failed","lane":"` + a +
				`","material":{"commit":"aaa1111","failure_class":"test"},"status":"failed"}`},
		{"a finish that waits for its writes", `
			s O:1 lane.started {"expects":["writes"]}
			x W:1 lane.finished {"result":"ok","writes":["x.go"]} <s`,
			`{"attempt":1,"kind":"lane.finished","lane":"` + a + `","material":{"result":"ok"},"status":"finished_pending_writes"}`},
		{"the second attempt", `
			x W:1 lane.canceled
			r O:1 lane.restarted <x
			y W:2 lane.canceled <r`,
			`{"attempt":2,"kind":"lane.canceled","lane":"` + a + `","status":"canceled"}`},
		{"claims that differ keep what they share", `
			x W:1 lane.failed {"failure_class":"test","result":"same"}
			y V:1 lane.failed {"failure_class":"compile","result":"same"}`,
			`{"attempt":1,"failure_class":"unknown","kind":"lane.failed","lane":"` + a + `","material":{"result":"same"},"status":"failed"}`},
		{"the last turn of a lane", `x P:1 turn.completed session=s1 turn=t1 lane=A`,
			`{"attempt":1,"kind":"turn.completed","lane":"` + a + `","status":"finished_unverified"}`},
		{"a contest holds the claims", `
			x W:1 lane.finished
			y V:1 lane.canceled`,
			`{"attempt":1,"claims":` + sortedDigests(
				`{"attempt":1,"kind":"lane.finished","lane":"`+a+`","status":"finished"}`,
				`{"attempt":1,"kind":"lane.canceled","lane":"`+a+`","status":"canceled"}`) + `,"lane":"` + a + `","status":"contested"}`},
	}
}

type fingerprint struct {
	name   string
	events script
	hashed string
}

func sortedDigests(a, b string) string {
	x, y := fmt.Sprintf("%x", sha256.Sum256([]byte(a))), fmt.Sprintf("%x", sha256.Sum256([]byte(b)))
	return fmt.Sprintf("[%q,%q]", min(x, y), max(x, y))
}
