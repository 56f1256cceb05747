package logtest

import (
	"strings"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
)

func dataRows() []row {
	return append(canonicalRows(), []row{
		{"a salt is drawn for each event", func(t *testing.T, r *rig) {
			seen := map[domain.Salt]bool{}
			for _, receipt := range r.append(eventlog.Any, messages("a", 20)...) {
				e := r.get(receipt.ID)
				if e.Salt == nil || seen[*e.Salt] || *e.Salt == (domain.Salt{}) {
					t.Fatalf("salt %v is missing, zero or used twice", e.Salt)
				}
				seen[*e.Salt] = true
			}
		}},
		{"a given salt is kept", func(t *testing.T, r *rig) {
			if !r.log.Capabilities().Salts {
				r.refused(eventlog.ErrInvalid, eventlog.Any, with(message("a", 1), func(d *domain.Draft) { d.Salt = &domain.Salt{1} }))
				return
			}
			salt := domain.Salt{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}
			d := with(message("a", 1), func(d *domain.Draft) { d.Salt = &salt })
			r.append(eventlog.Any, d)
			equal(t, "salt", &salt, r.get(d.ID).Salt)
		}},
		{"data_digest is SHA-256 of salt and data", func(t *testing.T, r *rig) {
			d := message("a", 1)
			r.append(eventlog.Any, d)
			e := r.get(d.ID)
			equal(t, "data_digest", seal.Data(*e.Salt, e.Data), e.DataDigest)
		}},
		{"data of 512 KiB are kept, whatever the form given had", func(t *testing.T, r *rig) {
			d := sized(message("a", 1), eventlog.MaxData)
			r.append(eventlog.Any, with(d, func(d *domain.Draft) { d.Data = append([]byte("   \n"), d.Data...) }))
			equal(t, "bytes", eventlog.MaxData, len(r.get(d.ID).Data))
		}},
	}...)
}

// sized gives d data of n canonical bytes.
func sized(d domain.Draft, n int) domain.Draft {
	const frame = `{"role":"user","text":""}`
	d.Data = encode(domain.MessageRecorded{Role: domain.RoleUser, Text: domain.TextOf(strings.Repeat("x", n-len(frame)))})
	return d
}

// canonicalRows: data are stored as RFC 8785, whatever form they were given in.
func canonicalRows() (rows []row) {
	for _, c := range []struct{ name, given, stored string }{
		{"whitespace is dropped", " { \"a\" : [ 1 ,\t2 ] ,\r\n \"b\" : { } } ", `{"a":[1,2],"b":{}}`},
		{"members are sorted", `{"b":1,"a":2,"B":3,"":4}`, `{"":4,"B":3,"a":2,"b":1}`},
		{"members are sorted as UTF-16", `{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}`,
			"{\"\\r\":2,\"1\":4,\"\u0080\":6,\"ö\":7,\"€\":1,\"😀\":5,\"\ufb33\":3}"},
		{"numbers are written the shortest way", `[1.0,1e2,4.50,2e-3,0.000001,1e-7,333333333.33333329,-0,-0.0]`,
			`[1,100,4.5,0.002,0.000001,1e-7,333333333.3333333,0,0]`},
		{"integers up to 2^53 are kept", `[9007199254740992,-9007199254740992,9007199254740991]`,
			`[9007199254740992,-9007199254740992,9007199254740991]`},
		{"digits in a string are a text", `["123456789012345678901234567890","1e400"]`, `["123456789012345678901234567890","1e400"]`},
		{"escapes are undone where they need not be", `"\u0041\/\u000a\u001F\u00e9\"\\"`, `"A/\n\u001fé\"\\"`},
		{"unicode is kept as it is, not composed", "\"e\u0301 \U0001F680\u2028\uFFFD\"", "\"e\u0301 \U0001F680\u2028\uFFFD\""},
		{"control characters are escaped", `"\u0000\u0008\u000c\u007f"`, "\"\\u0000\\b\\f\u007f\""},
		{"deep nesting is kept", strings.Repeat("[", 100) + strings.Repeat("]", 100), strings.Repeat("[", 100) + strings.Repeat("]", 100)},
	} {
		rows = append(rows, row{c.name, func(t *testing.T, r *rig) {
			d := call("a", 1, c.given)
			r.append(eventlog.Any, d)
			equal(t, "data", `{"input":`+c.stored+`,"name":"probe"}`, string(r.get(d.ID).Data))
			again := r.append(eventlog.None, call("a", 1, c.stored))
			equal(t, "the canonical form is the same content", true, again[0].Repeated)
		}})
	}
	return rows
}
