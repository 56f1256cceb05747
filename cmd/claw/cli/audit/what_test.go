package auditcmd_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestWhatBroughtIt queries a repository of three ships, made 300 seconds from the first to
// the last, by which of them things came.
func TestWhatBroughtIt(t *testing.T) {
	w := clitest.New(t)
	w.Ships()
	const all, last, none = 3, 1, 0
	for says, c := range map[string]struct {
		ask  []string
		of   string
		want int // in all
		page int
	}{
		"a ref came where it is by all ships that went to it":  {[]string{"main"}, "ref", all, all},
		"its whole name means the same":                        {[]string{"refs/heads/main"}, "ref", all, all},
		"a page of them counts all":                            {[]string{"main", "--limit", "2"}, "ref", all, 2},
		"since is made at or after":                            {[]string{"main", "--since", "2023-11-14T22:20:00Z"}, "ref", last, last},
		"until is made before":                                 {[]string{"main", "--until", "2023-11-14T22:20:00Z"}, "ref", all - last, all - last},
		"a ref is one also when nothing went to it then":       {[]string{"main", "--until", "2020-01-01"}, "ref", none, none},
		"what begins with refs/ is no file":                    {[]string{"refs/heads/other"}, "ref", none, none},
		"a commit of a branch came by its merge":               {[]string{string(clitest.DemoMerge)}, "commit", last, last},
		"a file came by the ships of the commits that name it": {[]string{"readme"}, "file", 2, 2},
		"a file of a merged branch came by the merge":          {[]string{"./rest"}, "file", last, last},
		"a part of a file's name is no file":                   {[]string{"read"}, "file", none, none},
		"a name with a quote is a file that nobody changed":    {[]string{`rea"dme`}, "file", none, none},
		"files have a time too":                                {[]string{"readme", "--until", "2020-01-01"}, "file", none, none},
	} {
		t.Run(says, func(t *testing.T) {
			var got struct {
				Of    string `json:"of"`
				Total int    `json:"total"`
				Ships []any  `json:"ships"`
			}
			if err := json.Unmarshal([]byte(w.Must(append([]string{"audit", "what", "--json"}, c.ask...)...).Out), &got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]any{c.of, c.want, c.page}, []any{got.Of, got.Total, len(got.Ships)}); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
	if a := w.Run("audit", "what", "--json", "read\xffme"); a.Code != 2 {
		t.Errorf("a name that is no text: exit %d\n%s", a.Code, a.Out)
	}
}
