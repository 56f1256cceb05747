package jcs_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain/jcs"
)

func TestRoundedIsRFC8785(t *testing.T) {
	for _, row := range []struct{ in, want string }{
		{`{"b":1,"a":2}`, `{"a":2,"b":1}`},
		{`[1.0, -0, 1e21, 1e-7, 0.000001, 123456789012345680000, 333333333.33333329, 1E30, 4.50, 2e-3]`,
			`[1,0,1e+21,1e-7,0.000001,123456789012345680000,333333333.3333333,1e+30,4.5,0.002]`},
		{`"\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"\/"`, `"€$\u000f\nA'B\"\\\\\"/"`},
		{`{"\u20ac":1,"\r":2,"1":3,"\ud83d\ude00":4,"\u0080":5,"\u00f6":6,"\ufb33":7}`,
			"{\"\\r\":2,\"1\":3,\"\u0080\":5,\"ö\":6,\"€\":1,\"😀\":4,\"\ufb33\":7}"},
		{`{"a":null,"b":[true,false]}`, `{"a":null,"b":[true,false]}`},
	} {
		got, err := jcs.Rounded([]byte(row.in))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(row.want, string(got)); diff != "" {
			t.Errorf("canonical form of %s (-want +got):\n%s", row.in, diff)
		}
	}
}
