package auditcmd_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/release"
	"github.com/clawable/claw/reports/view"
)

// released is a shop in which a release was made: a recorded push of a commit that was intended and of a
// rider, a squash of two commits, and a push past claw.
type released struct {
	*clitest.Shop
	base                         string
	meant, rider, squash, unseen string
	part, rest                   string // what was squashed
}

func newReleased(t *testing.T) *released {
	r := &released{Shop: clitest.NewShop(clitest.New(t))}
	head := func() string { return r.Git("rev-parse", "HEAD") }
	r.Git("remote", "add", "origin", r.Path("shop.git"))
	r.base = head()
	r.squashed(head)
	r.Git("push", "--quiet", "origin", "main")
	r.Must("ship", "scan", "work")
	r.tests()
	r.Write()
	r.rider = head()
	r.Write()
	r.meant = head()
	r.Must("ship", "push", "work", "--commit", r.meant)
	r.Write()
	r.unseen = head()
	r.Git("push", "--quiet", "origin", "main")
	return r
}

// tests records, as hooks do, that the session of the pull request runs tests.
func (r *released) tests() {
	for _, payload := range []string{`"hook_event_name":"PreToolUse"`, `"hook_event_name":"PostToolUse","tool_response":{"stdout":"ok  \tshop\t0.1s\n","stderr":"","interrupted":false}`} {
		r.Hook(`{"session_id":"s1","cwd":"/shop","tool_name":"Bash","tool_use_id":"t1","tool_input":{"command":"go test ./..."},`+payload+`}`, "claude-code")
	}
}

// squashed makes a pull request of two commits of one session, and squashes it onto main.
func (r *released) squashed(head func() string) {
	r.Git("checkout", "--quiet", "-b", "topic")
	for _, commit := range []*string{&r.part, &r.rest} {
		r.Write()
		r.Git("commit", "--quiet", "--amend", "--message", "A part\n\nClaude-Session: s1")
		*commit = head()
	}
	r.Git("update-ref", "refs/pull/7/head", "HEAD")
	r.Git("checkout", "--quiet", "main")
	r.Git("merge", "--quiet", "--squash", "topic")
	r.Git("commit", "--quiet", "--message", "Topic (#7)")
	r.squash = head()
}

// answer is what claw audit release --json printed.
type answer struct {
	Hash     string           `json:"content_hash"`
	Holds    bool             `json:"holds"`
	Document release.Document `json:"document"`
	text     string
}

// ask audits a range, which has findings.
func (r *released) ask(args ...string) (a answer) {
	r.T.Helper()
	got := r.Run(append([]string{"audit", "release", "--json"}, args...)...)
	if err := json.Unmarshal([]byte(got.Out), &a); err != nil || got.Code != 1 {
		r.T.Fatalf("exit %d, %v\n%s", got.Code, err, got.Out)
	}
	a.text = got.Out
	return a
}

func (a *answer) of(commit string) *release.Commit {
	for i := range a.Document.Commits {
		if string(a.Document.Commits[i].Commit) == commit {
			return &a.Document.Commits[i]
		}
	}
	return nil
}

func TestARelease(t *testing.T) {
	r := newReleased(t)
	a := r.ask(r.base+"..main", "work")
	listed := strings.Fields(r.Git("rev-list", "--topo-order", "--reverse", r.base+"..main"))
	var got []string
	for i := range a.Document.Commits {
		got = append(got, string(a.Document.Commits[i].Commit))
	}
	if diff := cmp.Diff(listed, got); diff != "" {
		t.Errorf("the commits of the range: -git +claw\n%s", diff)
	}
	type said struct {
		Shipped release.Shipped
		Role    domain.CommitRole
		Ships   int
	}
	for says, c := range map[string]struct {
		commit string
		want   said
	}{
		"a commit that was meant and pushed":  {r.meant, said{release.ShippedRecorded, domain.CommitIntentional, 1}},
		"a commit that rode along":            {r.rider, said{release.ShippedRecorded, domain.CommitRider, 1}},
		"a squash that nobody saw pushed":     {r.squash, said{release.ShippedDerived, domain.CommitUnknown, 1}},
		"a push past claw is an unlogged one": {r.unseen, said{release.ShippedUnlogged, domain.CommitUnknown, 0}},
	} {
		one := a.of(c.commit)
		if diff := cmp.Diff(c.want, said{one.Shipped, one.Role, len(one.Ships)}); diff != "" {
			t.Errorf("%s: -want +got\n%s", says, diff)
		}
	}
	if a.Holds {
		t.Error("a release with an unlogged push and a rider holds")
	}
	if why := a.of(r.unseen).Unknown; why["ship"] == "" || why["approval"] == "" || why["tests"] == "" {
		t.Errorf("what is not known of a commit that the log did not see: %v", why)
	}
	squash := a.of(r.squash)
	if got := []string{string(squash.Supersedes[0].Commit), string(squash.Supersedes[1].Commit)}; !slices.Contains(got, r.part) || !slices.Contains(got, r.rest) {
		t.Errorf("the squash has the work of %v", got)
	}
	if len(squash.Lanes) != 1 || a.Document.TestedOf(squash) != "green" || len(a.Document.Lanes[squash.Lanes[0]].Tests) == 0 {
		t.Errorf("the lane of the squash and its tests: %v %+v", squash.Lanes, a.Document.Lanes)
	}
	if t1, n := a.Document.Totals, 0; true {
		for _, of := range t1.Shipped {
			n += of
		}
		if n != len(listed) || t1.Gaps["rider"] == 0 || t1.Gaps["unlogged_push"] == 0 || t1.Gaps["no_approval"] == 0 {
			t.Errorf("totals: %+v", t1)
		}
	}
	if again := r.ask(r.base+"..HEAD", "work"); again.Hash != a.Hash {
		t.Errorf("the same range under other names: %s and %s", a.Hash, again.Hash)
	}
}

// TestAReleaseIsHandedOver gives the files to an auditor, who has neither log nor repository.
func TestAReleaseIsHandedOver(t *testing.T) {
	r := newReleased(t)
	a := r.ask(r.base+"..main", "work")
	alone := clitest.Empty(t)
	verify := func(text string) clitest.Answer {
		alone.File("file", text)
		return alone.Run("audit", "verify", "file", "--json")
	}
	files := map[string]string{"--json": a.text}
	for _, format := range []string{"html", "json"} {
		files[format] = r.Run("audit", "release", r.base+"..main", "work", "--format="+format).Out
	}
	for name, text := range files {
		if got := verify(text); got.Code != 0 || !strings.Contains(got.Out, a.Hash) {
			t.Errorf("%s: exit %d\n%s", name, got.Code, got.Out)
		}
		for what, edit := range map[string][2]string{"a role": {"rider", "riders"}, "a commit": {r.meant, strings.Repeat("0", 40)}, "how it came": {"unlogged", "unlogget"}} {
			edited := strings.ReplaceAll(text, edit[0], edit[1])
			if edited == text {
				t.Fatalf("%s does not hold %s", name, edit[0])
			}
			if got := verify(edited); got.Code == 0 || !strings.Contains(got.Out, `"kind": "corrupt"`) {
				t.Errorf("%s with another text of %s: exit %d\n%s", name, what, got.Code, got.Out)
			}
		}
	}
	for _, needs := range []string{"<script", "http://", "https://", "src="} {
		if strings.Contains(files["html"], needs) {
			t.Errorf("the file of HTML has %s", needs)
		}
	}
	for _, format := range []string{"markdown", "terminal"} {
		text := r.Run("audit", "release", r.base+"..main", "work", "--format="+format).Out
		if !strings.Contains(text, r.rider) || !strings.Contains(text, "What speaks against it") {
			t.Errorf("%s:\n%s", format, text)
		}
		if got := verify(text); !strings.Contains(got.Out, `"kind": "parse"`) {
			t.Errorf("%s carries no document: %s", format, got.Out)
		}
	}
	if v, err := view.Read([]byte(files["html"])); err != nil || !v.Inputs.IsRelease() {
		t.Errorf("the view of a release: %v", err)
	}
}

func TestARangeThatIsNone(t *testing.T) {
	r := newReleased(t)
	r.Git("clone", "--quiet", "--depth", "2", "file://"+r.Path("shop.git"), r.Path("shallow"))
	r.Git("checkout", "--quiet", "-b", "other", r.base)
	r.Write()
	for says, c := range map[string]struct {
		args []string
		kind string
		hint string
	}{
		"one commit":                   {[]string{"main", "work"}, "usage", "v1.2.0..v1.3.0"},
		"three dots":                   {[]string{"a...b", "work"}, "usage", "v1.2.0..v1.3.0"},
		"no first commit":              {[]string{"..main", "work"}, "usage", "v1.2.0..v1.3.0"},
		"the same commit twice":        {[]string{"main..main", "work"}, "usage", "two commits"},
		"the later commit first":       {[]string{"main.." + r.base, "work"}, "usage", "claw audit release " + r.base + "..main"},
		"a name that is none":          {[]string{"v0..main", "work"}, "not_found", "git fetch"},
		"an option in place of a name": {[]string{"--all..main", "work"}, "usage", ""},
		"a commit that a clone lacks":  {[]string{r.base + "..HEAD", "shallow"}, "not_found", "--unshallow"},
		"no repository":                {[]string{"a..b", "nowhere"}, "not_found", ""},
		"a branch that is not there":   {[]string{r.base + "..main", "work", "--ref", "nowhere"}, "not_found", ""},
		"a format that there is not":   {[]string{r.base + "..main", "work", "--format", "pdf"}, "usage", "html"},
	} {
		t.Run(says, func(t *testing.T) {
			got := r.Run(append([]string{"audit", "release", "--json"}, c.args...)...)
			if got.Code == 0 || !strings.Contains(got.Out, `"kind": "`+c.kind+`"`) || !strings.Contains(got.Out, c.hint) {
				t.Errorf("exit %d, want %s and %q\n%s", got.Code, c.kind, c.hint, got.Out)
			}
		})
	}
	diverged := r.ask("other..main", "work")
	if len(diverged.Document.Dropped) != 1 {
		t.Errorf("of a base that the head does not lead to, left out: %v", diverged.Document.Dropped)
	}
}

// TestAShallowReleaseIsIncomplete audits in a clone whose history ends within the range.
func TestAShallowReleaseIsIncomplete(t *testing.T) {
	r := newReleased(t)
	r.Git("clone", "--quiet", "--depth", "3", "file://"+r.Path("shop.git"), r.Path("shallow"))
	work := r.Path("shallow")
	r.Git("--git-dir", work+"/.git", "config", "claw.repo", "example.org/shop")
	r.Git("--git-dir", work+"/.git", "checkout", "--quiet", "--orphan", "alone")
	r.Git("--git-dir", work+"/.git", "commit", "--quiet", "--allow-empty", "--message", "alone")
	a := r.ask("alone..main", "shallow", "--ref", "main")
	if a.Document.Incomplete != domain.UnknownUnavailable || len(a.Document.Commits) != 3 {
		t.Errorf("of a shallow clone: %q, %d commits", a.Document.Incomplete, len(a.Document.Commits))
	}
	if _, err := os.Stat(work); err != nil {
		t.Fatal(err)
	}
}

// TestWhatIsLabelledSecretIsInNoFileOfARelease labels the purpose of the lane of a squash, and of a lane that
// operators may see.
func TestWhatIsLabelledSecretIsInNoFileOfARelease(t *testing.T) {
	r := newReleased(t)
	before := r.ask(r.base+"..main", "work")
	lane := before.of(r.squash).Lanes[0]
	label := func(class string) answer {
		r.File("label.jsonl", `{"kind":"message.recorded","stream":"`+domain.SessionID("claude-code/s1").Stream().String()+`","subject":{"session":"claude-code/s1"},"sensitivity":{"/text":"`+class+`"},"data":{"role":"user","text":"PLANTED"}}`+"\n")
		r.Must("log", "append", "label.jsonl")
		return r.ask(r.base+"..main", "work")
	}
	if a := label("operator_only"); a.Document.Sensitivity.Lanes[lane] != domain.SensitivityOperatorOnly || a.Document.Lanes[lane].Outcome == "" {
		t.Errorf("a lane that operators may see: %v %+v", a.Document.Sensitivity, a.Document.Lanes[lane])
	}
	a := label("secret")
	if _, told := a.Document.Lanes[lane]; told || a.Document.Sensitivity.Lanes[lane] != domain.SensitivitySecret {
		t.Errorf("a lane that nobody may see is told: %t, %v", told, a.Document.Sensitivity)
	}
	event := before.Document.Lanes[lane].Tests[0].Event.String()
	for _, format := range view.Format("").Enum() {
		text := r.Run("audit", "release", r.base+"..main", "work", "--format="+format).Out
		if strings.Contains(text, "PLANTED") || strings.Contains(text, event) || !strings.Contains(text, "label") {
			t.Errorf("%s shows what is labelled, or does not say that it withholds something\n%s", format, text)
		}
	}
}
