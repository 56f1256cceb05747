package scrub_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/producers/scrub"
)

// TestTablesAndColoursHideNothing is of what a line of the corpus cannot say: tabs, colours, and
// arrays and objects that are no text.
func TestTablesAndColoursHideNothing(t *testing.T) {
	s := scrub.New()
	for i, pattern := range []string{
		"name\tpassword\nme\t[[<an:12>]]\nyou\t-\n",
		"name,password,token\nme,[[<an:12>]],none\nyou,-,-\n",
		"\x1b[32mDB_PASSWORD\x1b[0m=[[<an:12>]]",
		"password: \x1b[33m[[<an:12>]]\x1b[0m",
		"me:[[<an:20>]]@10.0.0.12:5432",
	} {
		text, secret := plant(pattern, seeded(uint64(i)))
		if clean, _ := s.Text(text); survives(clean, secret) {
			t.Errorf("%q became %q", text, clean)
		}
	}
	for i, pattern := range []string{
		`{"tokens":["[[<an:32>]]"]}`,
		`{"Authorization":["Bearer [[<an:32>]]"]}`,
		`{"password":{"value":"[[<an:12>]]"}}`,
		`{"ParameterKey":"DbPassword","ParameterValue":"[[<an:12>]]"}`,
		`{"name":"token","type":"string","value":"[[<an:12>]]"}`,
	} {
		doc, secret := plant(pattern, seeded(uint64(i)))
		if clean, _, err := s.Data([]byte(doc)); err != nil || strings.Contains(string(clean), secret) {
			t.Errorf("%s became %s, %v", doc, clean, err)
		}
	}
}

func TestTheOptionsOfACallEndAtTheNextOne(t *testing.T) {
	for _, row := range []struct {
		keyword, text string
		want          int
	}{
		{"curl ", "x; curl y", 3},
		{"curl ", "-o curl.txt x", 13},
		{"mysql", "dump x | mysql y", 9},
		{"mysql", "dump -h mysql.example.org -psecret", 34},
	} {
		if got := scrub.NextCall(row.keyword, row.text); got != row.want {
			t.Errorf("behind %s, %q: %d, want %d", row.keyword, row.text, got, row.want)
		}
	}
}
