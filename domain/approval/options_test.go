package approval_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain/approval"
)

// TestParseSignerReadsWhatOpenSSHReads holds options to sshkey_advance_past_options and
// sshsigopt_parse of OpenSSH.
func TestParseSignerReadsWhatOpenSSHReads(t *testing.T) {
	type read struct {
		Principal     string
		Namespaces    []string
		After, Before string
		Refused       string
	}
	for name, row := range map[string]struct {
		line string
		want read
	}{
		"times in quotes": {`alice valid-after="20260101Z",valid-before="20270101Z" ssh-ed25519 ` + blob,
			read{Principal: "alice", After: "2026-01-01T00:00:00Z", Before: "2027-01-01T00:00:00Z"}},
		"times without quotes, as read before": {`alice valid-before=202701011213Z ssh-ed25519 ` + blob, read{Principal: "alice", Before: "2027-01-01T12:13:00Z"}},
		"a zone in small letters":              {`alice valid-before="20270101z" ssh-ed25519 ` + blob, read{Principal: "alice", Before: "2027-01-01T00:00:00Z"}},
		"a zone in three letters":              {`alice valid-before="20270101121314UTC" ssh-ed25519 ` + blob, read{Principal: "alice", Before: "2027-01-01T12:13:14Z"}},
		"names in capitals":                    {`alice Namespaces="a",VALID-BEFORE="20270101Z" ssh-ed25519 ` + blob, read{Principal: "alice", Namespaces: []string{"a"}, Before: "2027-01-01T00:00:00Z"}},
		"a comma in quotes":                    {`alice namespaces="a,b",valid-before="20270101Z" ssh-ed25519 ` + blob, read{Principal: "alice", Namespaces: []string{"a", "b"}, Before: "2027-01-01T00:00:00Z"}},
		"a blank in quotes":                    {`alice namespaces="a b" ssh-ed25519 ` + blob, read{Principal: "alice", Namespaces: []string{"a b"}}},
		"a quote in quotes":                    {`alice namespaces="a\"b" ssh-ed25519 ` + blob, read{Principal: "alice", Namespaces: []string{`a"b`}}},
		"a backslash in quotes":                {`alice namespaces="a\\b" ssh-ed25519 ` + blob, read{Principal: "alice", Namespaces: []string{`a\\b`}}},
		"a principal in quotes":                {`"alice smith" ssh-ed25519 ` + blob, read{Principal: "alice smith"}},
		"tabs":                                 {"alice\tnamespaces=\"a\"\t ssh-ed25519\t" + blob, read{Principal: "alice", Namespaces: []string{"a"}}},
		"options in two words, as read before": {`alice namespaces="a" valid-before="20270101Z" ssh-ed25519 ` + blob, read{Principal: "alice", Namespaces: []string{"a"}, Before: "2027-01-01T00:00:00Z"}},
		"a quote in the comment":               {`alice ssh-ed25519 ` + blob + ` alice's 5" disk`, read{Principal: "alice"}},
		"an option in the comment":             {`alice ssh-ed25519 ` + blob + ` valid-before="20200101"`, read{Principal: "alice"}},
		"an open quote":                        {`alice valid-before="20270101Z ssh-ed25519 ` + blob, read{Refused: "has a quote that is not closed"}},
		"an open quote of the principal":       {`"alice ssh-ed25519 ` + blob, read{Refused: "has a quote that is not closed"}},
		"something behind the quote":           {`alice valid-before="20270101Z"x ssh-ed25519 ` + blob, read{Refused: "has something behind a value in quotes"}},
		"a pattern in quotes":                  {`alice namespaces="a,*" ssh-ed25519 ` + blob, read{Refused: "has a pattern for a namespace"}},
		"a time that is none":                  {`alice valid-before="20271301Z" ssh-ed25519 ` + blob, read{Refused: "has the time 20271301Z without a zone or in another form"}},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := approval.ParseSigner(row.line)
			got := read{Principal: s.Principal, Namespaces: s.Namespaces, After: written(s.After), Before: written(s.Before)}
			if err != nil {
				got = read{Refused: messageOf(t, err)}
			}
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func written(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.Format(time.RFC3339)
}

func TestTimesOfALineAreWrittenInUTC(t *testing.T) {
	zone := time.FixedZone("here", 2*60*60)
	const end = " ssh-ed25519 " + blob
	for name, row := range map[string]struct{ line, want string }{
		"in quotes":                {`alice valid-before="20270101"` + end, `alice valid-before="20261231220000Z"` + end},
		"in quotes, both":          {`alice valid-after="202601011230",namespaces="x",valid-before="20270101"` + end, `alice valid-after="20260101103000Z",namespaces="x",valid-before="20261231220000Z"` + end},
		"without quotes":           {`alice valid-before=20270101` + end, `alice valid-before="20261231220000Z"` + end},
		"with a zone":              {`alice valid-before="20270101Z"` + end, `alice valid-before="20270101000000Z"` + end},
		"none":                     {"alice" + end, "alice" + end},
		"in the comment":           {"alice" + end + " valid-before=20270101", "alice" + end + " valid-before=20270101"},
		"as a value of another":    {`alice namespaces="valid-before=20270101"` + end, `alice namespaces="valid-before=20270101"` + end},
		"in a line that is broken": {`alice valid-before="20270101` + end, `alice valid-before="20270101` + end},
		"in another form":          {`alice valid-before="2027"` + end, `alice valid-before="2027"` + end},
	} {
		if got := approval.InUTC(row.line, zone); got != row.want {
			t.Errorf("%s: %s\nwant %s", name, got, row.want)
		}
	}
}

// TestAQuotedTimeIsReadAsItWasWritten for every time and zone, in quotes and without.
func TestAQuotedTimeIsReadAsItWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		zone := time.FixedZone("", rapid.IntRange(-12, 14).Draw(t, "hours east")*60*60)
		at := time.Unix(rapid.Int64Range(0, 4_000_000_000).Draw(t, "time"), 0).In(zone)
		quote := rapid.SampledFrom([]string{`"`, ""}).Draw(t, "quote")
		local := approval.InUTC("alice valid-before="+quote+at.Format("20060102150405")+quote+" ssh-ed25519 "+blob, zone)
		s, err := approval.ParseSigner(local)
		if err != nil || !s.Before.Equal(at) {
			t.Fatalf("%s is %s, %v, want %s", local, s.Before, err, at)
		}
		if again := approval.InUTC(local, time.FixedZone("", 3600)); again != local {
			t.Fatalf("written again it is %s, before %s", again, local)
		}
	})
}
