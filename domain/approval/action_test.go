package approval_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
)

// TestActionDigestVectors holds the digest to RFC 8785 written by hand. An action without
// variables has the digest that it had before there was a member for them.
func TestActionDigestVectors(t *testing.T) {
	for name, row := range map[string]struct {
		action    domain.Action
		patch     string
		canonical string
		want      string // of a released digest, whole
	}{
		"a command, as released": {action: domain.Action{CWD: "/src", Argv: []string{"git", "push"}},
			canonical: `{"argv":["git","push"],"cwd":"/src"}`, want: "051ce1816a5a6d9f797862640aef926fe7f7f20cec09ba6073f502490c91d34c"},
		"a push, as released": {action: domain.Action{Base: "aa", Head: "bb", Tree: "cc"},
			canonical: `{"base":"aa","head":"bb","tree":"cc"}`, want: "e89d85935465964ea35076152d00faf846052e3d655436d7e2179d739c034fad"},
		"a command without variables": {action: domain.Action{CWD: "/src", Argv: []string{"git", "push"}, Env: []string{}},
			canonical: `{"argv":["git","push"],"cwd":"/src"}`, want: "051ce1816a5a6d9f797862640aef926fe7f7f20cec09ba6073f502490c91d34c"},
		"a command with variables": {action: domain.Action{CWD: "/src", Argv: []string{"git", "push"}, Env: []string{"GIT_DIR=/other", "GIT_WORK_TREE=/w\""}},
			canonical: `{"argv":["git","push"],"cwd":"/src","env":["GIT_DIR=/other","GIT_WORK_TREE=/w\""]}`},
		"a variable set to nothing": {action: domain.Action{Argv: []string{"x"}, Env: []string{"LD_PRELOAD="}},
			canonical: `{"argv":["x"],"env":["LD_PRELOAD="]}`},
		"everything at once": {action: domain.Action{CWD: "/", Argv: []string{"x"}, Base: "aa", Head: "bb", Tree: "cc", Env: []string{"GIT_DIR=d"}},
			canonical: `{"argv":["x"],"base":"aa","cwd":"/","env":["GIT_DIR=d"],"head":"bb","tree":"cc"}`},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := approval.DigestAction(&row.action, row.patch)
			if err != nil {
				t.Fatal(err)
			}
			if want := domain.Digest(sha256.Sum256([]byte(row.canonical))); got != want {
				t.Errorf("digest %s, want that of %s: %s", got, row.canonical, want)
			}
			if row.want != "" && got.String() != row.want {
				t.Errorf("digest %s, released as %s", got, row.want)
			}
		})
	}
}

func TestAnActionHasOneDigest(t *testing.T) {
	patch := "--- a\n+++ b\n"
	command := domain.Action{CWD: "/src", Argv: []string{"git", "push", "origin", "main"}}
	for name, row := range map[string]struct {
		action domain.Action
		patch  string
		want   string // what is hashed; "" for a refusal
	}{
		"a command":             {command, "", `{"argv":["git","push","origin","main"],"cwd":"/src"}`},
		"a push":                {domain.Action{Base: "aa", Head: "bb", Tree: "cc"}, "", `{"base":"aa","head":"bb","tree":"cc"}`},
		"a patch":               {domain.Action{CWD: "/src", PatchDigest: sha256.Sum256([]byte(patch))}, patch, `{"cwd":"/src","patch":"--- a\n+++ b\n"}`},
		"another patch":         {domain.Action{PatchDigest: sha256.Sum256([]byte(patch))}, "x", ""},
		"no patch":              {domain.Action{PatchDigest: sha256.Sum256([]byte(patch))}, "", ""},
		"a patch not announced": {command, patch, ""},
		"a name not in UTF-8":   {domain.Action{Argv: []string{"rm", "a\xff"}}, "", ""},
		"an empty argument":     {domain.Action{Argv: []string{"x", ""}}, "", `{"argv":["x",""]}`},
		"two words in one":      {domain.Action{Argv: []string{"git push"}}, "", `{"argv":["git push"]}`},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := approval.DigestAction(&row.action, row.patch)
			if row.want == "" {
				if err == nil {
					t.Fatalf("digest %s, want a refusal", got)
				}
				return
			}
			sum := sha256.Sum256([]byte(row.want))
			if diff := cmp.Diff(hex.EncodeToString(sum[:]), got.String()); err != nil || diff != "" {
				t.Fatalf("%v -want +got\n%s", err, diff)
			}
		})
	}
}

func TestAnActionIsNamedInUTF8(t *testing.T) {
	for name, env := range map[string]string{"a name": "BASH_FUNC_\xff=x", "a value": "GIT_DIR=\xff"} {
		action := domain.Action{Argv: []string{"x"}, Env: []string{env}}
		if digest, err := approval.DigestAction(&action, ""); domain.KindOf(err) != domain.ErrUsage {
			t.Errorf("%s that is not UTF-8: digest %s, %v", name, digest, err)
		}
	}
}

func TestAnActionCarriesTheVariablesThatMakeItAnother(t *testing.T) {
	environ := []string{"PATH=/bin", "HOME=/home/a", "EDITOR=vi", "GIT_DIR=/a", "GIT_DIR=/b", "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=alias.x", "GIT_CONFIG_PARAMETERS=",
		"BASH_FUNC_git%%=() { true; }", "GIT_TRACE=1", "LD_PRELOAD=/tmp/x.so", "GIT_DIRECTORY=/c", "odd"}
	want := []string{"BASH_FUNC_git%%=() { true; }", "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=alias.x", "GIT_CONFIG_PARAMETERS=", "GIT_DIR=/b", "LD_PRELOAD=/tmp/x.so"}
	if diff := cmp.Diff(want, approval.BoundEnv(environ)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if env := approval.BoundEnv([]string{"PATH=/bin", "USER=a"}); env != nil {
		t.Errorf("an environment without them: %v, want none", env)
	}
}

// TestTheDocsNameEveryVariable that an action carries, and no other.
func TestTheDocsNameEveryVariable(t *testing.T) {
	text, err := os.ReadFile("../../docs/approvals.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| variables | why |")
	table, _, _ = strings.Cut(table, "\n\n")
	source, err := os.ReadFile("actionenv.go")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(source), "var boundVariables = []string{")
	list, _, _ = strings.Cut(list, "\n}")
	names := func(text, pattern string) (all []string) {
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			all = append(all, m[1])
		}
		return all
	}
	if diff := cmp.Diff(names(list, `"([A-Z0-9_]+\*?)"`), names(table, "`([A-Z0-9_]+\\*?)`")); diff != "" {
		t.Errorf("the table of the docs: -want +got\n%s", diff)
	}
}
