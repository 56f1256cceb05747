package lane_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain/lane"
)

// fingerprints spell out what is hashed, of an outcome of the lane a: a consumer that told
// of an outcome knows it by these bytes for ever.
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

func TestFingerprintsAreWhatTheyWere(t *testing.T) {
	for _, row := range fingerprints(string(laneID("A"))) {
		t.Run(row.name, func(t *testing.T) {
			o := world(lane.Options{}, telling{}.events(t, row.events)).Outcome(laneID("A"))
			sum := sha256.Sum256([]byte(row.hashed))
			if diff := cmp.Diff(hex.EncodeToString(sum[:]), o.Fingerprint.String()); diff != "" {
				t.Errorf("fingerprint of %s (-want +got):\n%s", row.hashed, diff)
			}
		})
	}
}

func sortedDigests(a, b string) string {
	x, y := fmt.Sprintf("%x", sha256.Sum256([]byte(a))), fmt.Sprintf("%x", sha256.Sum256([]byte(b)))
	return fmt.Sprintf("[%q,%q]", min(x, y), max(x, y))
}

func TestCanonicalIsRFC8785(t *testing.T) {
	for _, row := range []struct{ in, want string }{
		{`{"b":1,"a":2}`, `{"a":2,"b":1}`},
		{`[1.0, -0, 1e21, 1e-7, 0.000001, 123456789012345680000, 333333333.33333329, 1E30, 4.50, 2e-3]`,
			`[1,0,1e+21,1e-7,0.000001,123456789012345680000,333333333.3333333,1e+30,4.5,0.002]`},
		{`"\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"\/"`, `"€$\u000f\nA'B\"\\\\\"/"`},
		{`{"\u20ac":1,"\r":2,"1":3,"\ud83d\ude00":4,"\u0080":5,"\u00f6":6,"\ufb33":7}`,
			"{\"\\r\":2,\"1\":3,\"\u0080\":5,\"ö\":6,\"€\":1,\"😀\":4,\"\ufb33\":7}"},
		{`{"a":null,"b":[true,false]}`, `{"a":null,"b":[true,false]}`},
	} {
		got, err := lane.Canonical([]byte(row.in))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(row.want, string(got)); diff != "" {
			t.Errorf("canonical form of %s (-want +got):\n%s", row.in, diff)
		}
	}
}
