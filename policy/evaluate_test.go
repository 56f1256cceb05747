package policy_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/policy"
)

const team = `version = 1

[[rule]]
id = "main_push_forbidden"
decision = "deny"
reason = "main is changed by pull request"
next = ["create a branch", "open a pull request", "ask the owner"]
approval = "presence"
longest = "8h"
argv_shorthand = "git push:*"
ref = ["refs/heads/main", "refs/heads/release/**"]

[[rule]]
id = "no_remove"
decision = "deny"
approval = "never"
argv_glob = [["rm", "-rf", "**"], ["rm", "-fr", "**"]]

[[rule]]
id = "secrets"
decision = "deny"
path = ["~/.ssh", "/etc/shadow", "./secret/**"]

[[rule]]
id = "ask_network"
decision = "ask"
tool = ["fetch"]

[[rule]]
id = "tests"
decision = "allow"
tool = "shell"
argv_shorthand = ["go test:*", "go vet:*"]

[[rule]]
id = "own_files"
decision = "allow"
tool = "edit"
path = "./**"
`

func layer(t rapid.TB, name, text string) policy.Layer {
	t.Helper()
	p, err := policy.Parse(name+".toml", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, strings.Join(causes(err), "\n"))
	}
	return policy.Layer{Name: name, Policy: p, MayAllow: name == "adopted"}
}

func shell(command string) policy.Action {
	return policy.Action{Agent: "codex", Tool: "shell_command", Command: command, CWD: "/src", Home: "/home/u", Branch: "work", Repo: "github.com/o/r"}
}

func file(tool, path string) policy.Action {
	return policy.Action{Agent: "claude-code", Tool: tool, Paths: []string{path}, CWD: "/src", Home: "/home/u"}
}

func TestEvaluate(t *testing.T) {
	onMain := shell("git push")
	onMain.Branch = "main"
	nowhere := shell("git push")
	nowhere.Branch = ""
	argv := policy.Action{Tool: "exec", Argv: []string{"bash", "-lc", "git push origin main"}, CWD: "/src"}
	for name, row := range map[string]struct {
		action policy.Action
		want   policy.Decision
		rule   string
	}{
		"a test":                              {shell("go test ./..."), policy.Allow, "tests"},
		"a test in a loop":                    {shell("for i in 1 2; do go test; done"), policy.None, ""},
		"a test and another command":          {shell("go test ./... && make"), policy.None, ""},
		"a test with a redirection":           {shell("go test ./... > /etc/passwd"), policy.None, ""},
		"a test, all of it to a file":         {shell("go test ./... >& out"), policy.None, ""},
		"a test, its output thrown away":      {shell("go test ./... >/dev/null 2>&1"), policy.Allow, "tests"},
		"a test of a computed package":        {shell("go test $(cat list)"), policy.None, ""},
		"a test of a variable":                {shell("go test $PKG"), policy.None, ""},
		"a program that is named alike":       {shell("./go test"), policy.None, ""},
		"another verb":                        {shell("go run ."), policy.None, ""},
		"a push to main":                      {shell("git push origin main"), policy.Deny, "main_push_forbidden"},
		"a push of a commit to main":          {shell("git push origin HEAD:refs/heads/main"), policy.Deny, "main_push_forbidden"},
		"a push by force":                     {shell("git push --force origin +work:main"), policy.Deny, "main_push_forbidden"},
		"a removal of main":                   {shell("git push origin :main"), policy.Deny, "main_push_forbidden"},
		"a push of main from elsewhere":       {shell("cd x && git -C /src -c a=b push origin main"), policy.Deny, "main_push_forbidden"},
		"a push by its path":                  {shell("/usr/bin/git push origin main"), policy.Deny, "main_push_forbidden"},
		"a push of all":                       {shell("git push --all"), policy.Deny, "main_push_forbidden"},
		"a push of a computed ref":            {shell("git push origin $REF"), policy.Deny, "main_push_forbidden"},
		"a computed verb":                     {shell("git $VERB origin main"), policy.Deny, "main_push_forbidden"},
		"a computed program":                  {shell("$GIT push origin main"), policy.Deny, "main_push_forbidden"},
		"a push of the branch":                {shell("git push origin work"), policy.None, ""},
		"a push of where one is":              {shell("git push"), policy.None, ""},
		"a push of where one is, on main":     {onMain, policy.Deny, "main_push_forbidden"},
		"a push of where one is, not known":   {nowhere, policy.Deny, "main_push_forbidden"},
		"a release":                           {shell("git push origin release/1/2"), policy.Deny, "main_push_forbidden"},
		"a push behind a wrapper":             {shell("sudo -u root env A=1 git push origin main"), policy.Deny, "main_push_forbidden"},
		"a push in a shell in a shell":        {shell(`bash -c "sh -c 'git push origin main'"`), policy.Deny, "main_push_forbidden"},
		"a push by eval":                      {shell("eval git push origin main"), policy.Deny, "main_push_forbidden"},
		"a push in a substitution":            {shell("echo $(git push origin main)"), policy.Deny, "main_push_forbidden"},
		"a push in a function":                {shell("f() { git push origin main; }; f"), policy.Deny, "main_push_forbidden"},
		"a push by find":                      {shell(`find . -exec git push origin main \;`), policy.Deny, "main_push_forbidden"},
		"a push in the background":            {shell("git push origin main &"), policy.Deny, "main_push_forbidden"},
		"a push with quotes in it":            {shell(`"gi"t pu\sh origin 'main'`), policy.Deny, "main_push_forbidden"},
		"a push without a shell":              {argv, policy.Deny, "main_push_forbidden"},
		"a push in a text for a shell":        {shell(`bash <<< "git push origin main"`), policy.Deny, "main_push_forbidden"},
		"a push in lines for a shell":         {shell("sudo bash -s <<EOF\ngit push origin main\nEOF\n"), policy.Deny, "main_push_forbidden"},
		"a push in quoted lines for a shell":  {shell("bash <<'EOF'\ngit push origin main\nEOF\n"), policy.Deny, "main_push_forbidden"},
		"another command for a shell":         {shell("bash <<'EOF'\ngit status\nEOF\n"), policy.None, ""},
		"lines for another program":           {shell("cat <<EOF\ngit push origin main\nEOF\n"), policy.None, ""},
		"a shell that reads a pipe":           {shell(`echo "git push origin main" | sh`), policy.Deny, "main_push_forbidden"},
		"a shell that reads a file":           {shell("sh < x"), policy.Deny, "main_push_forbidden"},
		"a script in a file":                  {shell("bash x.sh"), policy.None, ""},
		"a push at the end":                   {shell(`trap "git push origin main" EXIT`), policy.Deny, "main_push_forbidden"},
		"a push by another name":              {shell("alias p='git push'\np origin main"), policy.Deny, "main_push_forbidden"},
		"a computed alias":                    {shell("alias $X"), policy.Deny, "main_push_forbidden"},
		"another alias":                       {shell("alias ll='ls -l' && ll"), policy.None, ""},
		"a push by git's alias":               {shell("git -c alias.p=push p origin main"), policy.Deny, "main_push_forbidden"},
		"a push by git's alias of a shell":    {shell("git -c alias.p='!git push origin main' p"), policy.Deny, "main_push_forbidden"},
		"a push by git's alias for good":      {shell("git config --global alias.p push && git p origin main"), policy.Deny, "main_push_forbidden"},
		"another alias of git's":              {shell("git config alias.co checkout"), policy.None, ""},
		"a push by git's pager":               {shell("git -c core.pager='git push origin main' log"), policy.Deny, "main_push_forbidden"},
		"another setting of git's":            {shell("git -c user.name=main commit -m push"), policy.None, ""},
		"a push by its plumbing":              {shell("git send-pack origin main"), policy.Deny, "main_push_forbidden"},
		"a push of what xargs adds":           {shell("echo main | xargs git push origin"), policy.Deny, "main_push_forbidden"},
		"a push of what xargs puts in":        {shell("echo main | xargs -I{} git push origin work:{}"), policy.Deny, "main_push_forbidden"},
		"a shell of what xargs puts in":       {shell("echo x | xargs -I{} sh -c '{}'"), policy.Deny, "main_push_forbidden"},
		"a test of what xargs adds":           {shell("ls | xargs go test"), policy.None, ""},
		"a shell of a computed text":          {shell(`bash -c "$X"`), policy.Deny, "main_push_forbidden"},
		"what cannot be read":                 {shell("if then ("), policy.Deny, "main_push_forbidden"},
		"a word that only sounds alike":       {shell("echo git push origin main"), policy.None, ""},
		"a removal":                           {shell("rm -rf /"), policy.Deny, "no_remove"},
		"a removal by xargs":                  {shell("ls | xargs rm -rf"), policy.Deny, "no_remove"},
		"a removal of a glob":                 {shell("rm -rf *"), policy.Deny, "no_remove"},
		"a removal of one file":               {shell("rm x"), policy.None, ""},
		"a secret read by a shell":            {shell("cat ~/.ssh/id_ed25519"), policy.Deny, "secrets"},
		"a secret behind dots":                {shell("cat ../src/./secret/x"), policy.Deny, "secrets"},
		"a secret as an option":               {shell("scp --key=/home/u/.ssh/id x:"), policy.Deny, "secrets"},
		"a test for a file":                   {shell("[ -f x ] && ! grep -q '[a]' x; find . -name {} -print"), policy.None, ""},
		"a secret by its variable":            {shell("cat $HOME/.ssh/id"), policy.Deny, "secrets"},
		"a secret by a variable in quotes":    {shell(`cat "${HOME}/.ssh/id"`), policy.Deny, "secrets"},
		"a secret by a glob":                  {shell("cat ~/.ssh/*"), policy.Deny, "secrets"},
		"a secret by a glob of its name":      {shell("cat /etc/sha*w"), policy.Deny, "secrets"},
		"all files of a folder":               {shell("cat ./docs/*"), policy.None, ""},
		"a secret written":                    {shell("echo x >secret/y"), policy.Deny, "secrets"},
		"a secret in another case":            {file("Read", "/ETC/shadow"), policy.Deny, "secrets"},
		"a secret by a tool":                  {file("Read", "/home/u/.ssh/id_rsa"), policy.Deny, "secrets"},
		"a file of one's own":                 {file("Edit", "/src/a.go"), policy.Allow, "own_files"},
		"a file of one's own, from elsewhere": {file("Edit", "../etc/x"), policy.None, ""},
		"a secret of one's own":               {file("Write", "secret/x"), policy.Deny, "secrets"},
		"reading is not editing":              {file("Read", "/src/a.go"), policy.None, ""},
		"a page":                              {policy.Action{Tool: "WebFetch"}, policy.Ask, "ask_network"},
		"a page by another agent":             {policy.Action{Tool: "web_fetch"}, policy.Ask, "ask_network"},
		"nothing that is named":               {policy.Action{Tool: "TodoWrite"}, policy.None, ""},
	} {
		t.Run(name, func(t *testing.T) {
			v := policy.Evaluate([]policy.Layer{layer(t, "adopted", team)}, &row.action)
			got := ""
			if v.Match != nil {
				got = v.Match.Rule.ID
			}
			if v.Decision != row.want || got != row.rule {
				t.Fatalf("%q by %q, want %q by %q", v.Decision, got, row.want, row.rule)
			}
		})
	}
}

func TestAVerdictSaysWhatLetsItThrough(t *testing.T) {
	layers := []policy.Layer{layer(t, "adopted", team)}
	for name, row := range map[string]struct {
		command string
		least   domain.Assurance
		ok      bool
		part    string
	}{
		"an approval by a person":   {"git status && git push origin main", domain.AssurancePresence, true, "git push origin main"},
		"nothing beside a removal":  {"git push origin main; rm -rf x", "", false, "git push origin main"},
		"nothing for what it asks":  {"true", "", false, ""},
		"a signature for a secret":  {"cat ~/.ssh/id", domain.AssuranceSoftware, true, ""},
		"a person for both of them": {"cat ~/.ssh/id; git push origin main", domain.AssurancePresence, true, "cat ~/.ssh/id"},
	} {
		t.Run(name, func(t *testing.T) {
			a := shell(row.command)
			v := policy.Evaluate(layers, &a)
			least, ok := v.Approval()
			if diff := cmp.Diff([]any{row.least, row.ok, row.part}, []any{least, ok, v.Part}); diff != "" {
				t.Fatalf("-want +got\n%s", diff)
			}
		})
	}
}

// TestTheShortestTimeIsTheOneThatIsCited: several rules deny, each with its own longest.
func TestTheShortestTimeIsTheOneThatIsCited(t *testing.T) {
	rule := func(id, longest, command string) string {
		text := "\n[[rule]]\nid = \"" + id + "\"\ndecision = \"deny\"\napproval = \"software\"\nargv_shorthand = \"" + command + "\"\n"
		if longest != "" {
			text += "longest = \"" + longest + "\"\n"
		}
		return text
	}
	layers := []policy.Layer{layer(t, "adopted", "version = 1\n"+rule("pushes", "8h", "git push:*")+rule("git", "1h", "git:*")+rule("any", "", "ls:*"))}
	for name, row := range map[string]struct{ command, decides, cited, longest string }{
		"all of them":         {"git push", "pushes", "git", "1h0m0s"},
		"two of them":         {"git add", "git", "git", "1h0m0s"},
		"one without a limit": {"ls", "any", "any", "0s"},
	} {
		t.Run(name, func(t *testing.T) {
			a := shell(row.command)
			v := policy.Evaluate(layers, &a)
			if v.Match == nil {
				t.Fatal("no rule meets it")
			}
			got := []string{v.Match.Rule.ID, v.Cited().Rule.ID, v.Longest.String()}
			if diff := cmp.Diff([]string{row.decides, row.cited, row.longest}, got); diff != "" {
				t.Fatalf("-want +got\n%s", diff)
			}
		})
	}
}

func TestLayersAddUp(t *testing.T) {
	allowing := strings.Replace(team, `decision = "deny"
reason`, `decision = "ask"
reason`, 1)
	allowing = strings.Replace(strings.Replace(allowing, `approval = "presence"`+"\n", "", 1), `longest = "8h"`+"\n", "", 1)
	broken := policy.Layer{Name: "project", Err: domain.Usage("x", "y", "z")}
	push, test := shell("git push origin main"), shell("go test")
	for name, row := range map[string]struct {
		layers []policy.Layer
		action policy.Action
		want   policy.Decision
	}{
		"a softer layer does not soften":          {[]policy.Layer{layer(t, "adopted", team), layer(t, "project", allowing)}, push, policy.Deny},
		"nor does it when it comes first":         {[]policy.Layer{layer(t, "adopted", allowing), layer(t, "project", team)}, push, policy.Deny},
		"a file that nobody adopted allows none":  {[]policy.Layer{layer(t, "project", team)}, test, policy.None},
		"a file that nobody adopted still denies": {[]policy.Layer{layer(t, "project", team)}, push, policy.Deny},
		"what cannot be read denies everything":   {[]policy.Layer{layer(t, "adopted", team), broken}, test, policy.Deny},
		"no layer says nothing":                   {nil, push, policy.None},
	} {
		t.Run(name, func(t *testing.T) {
			if v := policy.Evaluate(row.layers, &row.action); v.Decision != row.want {
				t.Fatalf("%q, want %q", v.Decision, row.want)
			}
		})
	}
}
