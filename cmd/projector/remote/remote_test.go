package remote_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/projector/remote"
	"github.com/clawable/claw/consumers/esdbapi/esdbtest"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog/engine"
	"github.com/clawable/claw/eventlog/memlog"
)

func TestTheEnginesOpenURLsOfTheirSchemes(t *testing.T) {
	model, err := memlog.Open(memlog.Options{Name: "team"})
	if err != nil {
		t.Fatal(err)
	}
	url := esdbtest.Serve(t, model).URL
	if _, err := engine.Parse(url); err == nil {
		t.Fatal("the scheme is known before it is registered")
	}
	for _, scheme := range slices.Concat(remote.StoreSchemes, remote.ServedSchemes) {
		if !engine.Elsewhere(scheme + "://h:1") {
			t.Errorf("claw does not know that projector opens %s:", scheme)
		}
	}
	remote.Register()
	if engine.Elsewhere(url) {
		t.Error("it is opened here, and is elsewhere")
	}
	location, err := engine.Parse(url)
	if err != nil || location.String() != url {
		t.Errorf("parsed as %+v, %v", location, err)
	}
	log, err := engine.Open(t.Context(), url, engine.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	head, err := log.Head(t.Context())
	if err != nil || head.Name != "team" {
		t.Errorf("head %+v, %v", head, err)
	}
	if err := log.Close(); err != nil {
		t.Error(err)
	}
	if _, err := engine.Parse("esdb:"); err == nil {
		t.Error("a scheme alone is a log")
	}
	if err := engine.Place(url); err != nil {
		t.Errorf("place: %v", err)
	}
	if report, err := engine.Restore(t.Context(), url, nil); err == nil {
		t.Errorf("restored: %+v", report)
	}
}

// TestAURLOfAServedLogIsRefused holds why.
func TestAURLOfAServedLogIsRefused(t *testing.T) {
	remote.Register()
	dir := t.TempDir()
	file := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	private, open, empty := file("private", "claw_x\n", 0o600), file("open", "claw_x\n", 0o644), file("empty", "\n", 0o600)
	for says, c := range map[string]struct {
		url  string
		kind domain.ErrorKind
		word string
	}{
		"no token":                    {"https://box:4774", domain.ErrUsage, "no file of a token"},
		"a member that is none":       {"https://box:4774?tokenFile=" + private + "&token=x", domain.ErrUsage, "token is no member"},
		"a member twice":              {"https://box:4774?tokenFile=a&tokenFile=b", domain.ErrUsage, "twice"},
		"a credential":                {"https://ada:x@box:4774?tokenFile=" + private, domain.ErrUsage, "holds no credential"},
		"a path":                      {"https://box:4774/logs?tokenFile=" + private, domain.ErrUsage, "no URL of a server"},
		"in clear":                    {"http://box:4774?tokenFile=" + private, domain.ErrPolicy, "read the token on its way"},
		"a token that others read":    {"https://box:4774?tokenFile=" + open, domain.ErrPolicy, "others can read"},
		"a file without a token":      {"https://box:4774?tokenFile=" + empty, domain.ErrParse, "no token"},
		"a file without one to trust": {"https://box:4774?tokenFile=" + private + "&tlsCAFile=" + empty, domain.ErrParse, "holds none"},
	} {
		_, err := engine.Open(t.Context(), c.url, engine.Options{})
		if domain.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.word) {
			t.Errorf("%s: %v", says, err)
		}
	}
	if _, err := engine.Copy(t.Context(), "https://box:4774?tokenFile="+private, engine.Options{}, nil); domain.KindOf(err) != domain.ErrUnavailable {
		t.Errorf("copy: %v", err)
	}
}
