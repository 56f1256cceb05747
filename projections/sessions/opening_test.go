package sessions_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/projections/foldtest"
)

func TestASessionOpensWithItsFirstPrompt(t *testing.T) {
	prompt := func(n int, text string, o ...foldtest.Option) foldtest.Log {
		return foldtest.Log{foldtest.Event(n, "message.recorded", `{"role":"user","text":`+text+`}`, o...)}
	}
	for name, row := range map[string]struct {
		log  foldtest.Log
		want string
	}{
		"nobody wrote anything":               {foldtest.Log{foldtest.Event(1, "session.created", `{}`)}, ""},
		"the first of two":                    {append(prompt(2, `"second"`), prompt(1, `"first"`)...), "first"},
		"one that has a time":                 {append(prompt(1, `"when?"`, foldtest.Timeless), prompt(2, `"now"`)...), "now"},
		"not what the program wrote":          {append(foldtest.Log{foldtest.Event(1, "message.recorded", `{"role":"user","synthetic":true,"text":"<environment_context>"}`)}, prompt(2, `"mine"`)...), "mine"},
		"not what the model wrote":            {append(foldtest.Log{foldtest.Event(1, "message.recorded", `{"role":"assistant","text":"hello"}`)}, prompt(2, `"mine"`)...), "mine"},
		"not an image":                        {append(foldtest.Log{foldtest.Event(1, "message.recorded", `{"images":1,"role":"user"}`)}, prompt(2, `"mine"`)...), "mine"},
		"not what was scrubbed":               {append(prompt(1, `{"scrubbed":{"bytes":9,"rule":"x"}}`), prompt(2, `"mine"`)...), "mine"},
		"not what was erased":                 {append(prompt(1, `"gone"`, foldtest.Erased), prompt(2, `"mine"`)...), "mine"},
		"on one line":                         {prompt(1, `" mend\n\n the\ttide "`), "mend the tide"},
		"a long one to its 120th character":   {prompt(1, `"`+strings.Repeat("é", 121)+`"`), strings.Repeat("é", 120) + "…"},
		"a cut one by its head":               {prompt(1, `{"cut":{"bytes":999,"head":"the head","tail":"the tail"}}`), "the head"},
		"health checks do not open a session": {append(prompt(1, `"alive?"`, foldtest.Traffic("healthcheck")), prompt(2, `"mine"`)...), "mine"},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(row.want, foldtest.Replay(t, row.log).Sessions[foldtest.Session].Opening.Text); diff != "" {
				t.Fatalf("-want +got\n%s", diff)
			}
		})
	}
}
