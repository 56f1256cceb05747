package policy_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/policy"
)

func TestAnActionNamesItsFiles(t *testing.T) {
	for name, row := range map[string]struct {
		action policy.Action
		want   string // programs as they are written, files by their path
	}{
		"a command without a shell": {policy.Action{Argv: []string{"python3", "run.py"}}, "python3 /w/run.py"},
		"a script":                  {policy.Action{Argv: []string{"./deploy.sh", "prod"}}, "./deploy.sh:/w/deploy.sh /w/prod"},
		"a builtin's name, run":     {policy.Action{Argv: []string{"echo", "x"}}, "echo /w/x"},
		"a shell's text":            {policy.Action{Argv: []string{"sh", "-c", "git add a.go"}}, "sh git /w/add /w/a.go"},
		"a shell's text alone":      {policy.Action{Command: "echo x; bash x.sh"}, "bash /w/x /w/x.sh"},
		"behind a wrapper":          {policy.Action{Command: "sudo -n ./x"}, "sudo ./x:/w/x"},
		"in a folder it goes to":    {policy.Action{Command: "cd sub && ./x y"}, "./x:/w/sub/x /w/y /w/sub/y"},
		"what it reads":             {policy.Action{Command: "psql < dump.sql"}, "psql /w/dump.sql"},
		"at home":                   {policy.Action{Command: "cat ~/.netrc"}, "cat /home/a/.netrc"},
		"behind an option":          {policy.Action{Command: "kubectl apply --filename=k.yml -fz.yml"}, "/w/k.yml /w/z.yml"},
		"a word that is computed":   {policy.Action{Command: `bash "$X"`}, "bash"},
		"of another tool":           {policy.Action{Tool: "Edit", Paths: []string{"a.go", "/etc/x"}}, "/w/a.go /etc/x"},
		"named twice":               {policy.Action{Command: "cat a a"}, "cat /w/a"},
	} {
		t.Run(name, func(t *testing.T) {
			row.action.CWD, row.action.Home = "/w", "/home/a"
			var got []string
			for _, n := range policy.Names(&row.action) {
				switch {
				case n.Path == "":
					got = append(got, n.Word)
				case n.Program:
					got = append(got, n.Word+":"+n.Path)
				default:
					got = append(got, n.Path)
				}
			}
			for _, want := range strings.Fields(row.want) {
				if !strings.Contains(" "+strings.Join(got, " ")+" ", " "+want+" ") {
					t.Errorf("%v, want %s among them", got, want)
				}
			}
			if diff := cmp.Diff(len(got), len(unique(got))); diff != "" {
				t.Errorf("%v names one twice", got)
			}
		})
	}
	a := policy.Action{Argv: []string{"python3", "run.py"}, CWD: "/w"}
	if diff := cmp.Diff([]policy.Named{{Word: "python3", Program: true, First: true}, {Word: "run.py", Path: "/w/run.py"}}, policy.Names(&a)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func unique(all []string) map[string]bool {
	set := map[string]bool{}
	for _, one := range all {
		set[one] = true
	}
	return set
}
