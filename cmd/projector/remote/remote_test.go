package remote_test

import (
	"testing"

	"github.com/clawable/claw/cmd/projector/remote"
	"github.com/clawable/claw/consumers/esdbapi/esdbtest"
	"github.com/clawable/claw/eventlog/engine"
	"github.com/clawable/claw/eventlog/memlog"
)

func TestTheEngineOpensURLsOfItsSchemes(t *testing.T) {
	model, err := memlog.Open(memlog.Options{Name: "team"})
	if err != nil {
		t.Fatal(err)
	}
	url := esdbtest.Serve(t, model).URL
	if _, err := engine.Parse(url); err == nil {
		t.Fatal("the scheme is known before it is registered")
	}
	for _, scheme := range remote.Schemes {
		if !engine.Elsewhere(scheme + "://h:1") {
			t.Errorf("claw does not know that projector opens %s:", scheme)
		}
	}
	engine.Register(remote.Engine(), remote.Schemes...)
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
