package importing_test

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"strings"
	"testing"

	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/claudecode"
	"github.com/clawable/claw/producers/entire"
)

// TestACopyThatWasMadeAtTheEndOfAnAnswer: of the copies of transcripts that a checkpoint keeps, those say
// that the last message ended which the hook of an ended answer made.
func TestACopyThatWasMadeAtTheEndOfAnAnswer(t *testing.T) {
	const (
		own    = "198393f2-22db-477b-ac77-1825bea883ae"
		prompt = `{"type":"user","uuid":"u1","parentUuid":null,"isSidechain":false,"sessionId":"` + own + `","timestamp":"2026-01-07T12:00:00Z","message":{"role":"user","content":"go"}}` + "\n"
		answer = `{"type":"assistant","uuid":"a1","parentUuid":"u1","isSidechain":false,"sessionId":"` + own + `","timestamp":"2026-01-07T12:00:01Z","message":{"id":"m1","model":"m","role":"assistant","content":[{"type":"text","text":"done"}],"stop_reason":null}}` + "\n"
		call   = `{"type":"assistant","uuid":"a2","parentUuid":"a1","isSidechain":false,"sessionId":"` + own + `","timestamp":"2026-01-07T12:00:02Z","message":{"id":"m2","model":"m","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{}}],"stop_reason":null}}` + "\n"
		first  = `{"checkpoint_id":"a6e4c2a0fbd1","session_id":"2026-01-07-` + own + `","strategy":"manual-commit"}`
	)
	digest := func(text string) string { return fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(text))) }
	for name, row := range map[string]struct {
		files map[string]string
		want  int // answers that ended
	}{
		"the last message ended":                  {map[string]string{"full.jsonl": prompt + answer}, 1},
		"it is as it was saved":                   {map[string]string{"full.jsonl": prompt + answer, "content_hash.txt": digest(prompt + answer)}, 1},
		"the last line has no end":                {map[string]string{"full.jsonl": prompt + strings.TrimSpace(answer)}, 1},
		"a blank line is the last":                {map[string]string{"full.jsonl": prompt + answer + "\n\n"}, 1},
		"it is another than was saved":            {map[string]string{"full.jsonl": prompt + answer, "content_hash.txt": digest(prompt + answer + call)}, 0},
		"it is the first of several parts":        {map[string]string{"full.jsonl": prompt + answer, "full.jsonl.001": call}, 0},
		"a call is the last":                      {map[string]string{"full.jsonl": prompt + answer + call}, 0},
		"no turn is known":                        {map[string]string{"full.jsonl": answer}, 0},
		"the last line is torn":                   {map[string]string{"full.jsonl": prompt + answer + call[:90]}, 0},
		"the transcript is of another name":       {map[string]string{own + ".jsonl": prompt + answer}, 0},
		"no document is beside it":                {map[string]string{"full.jsonl": prompt + answer, "metadata.json": ""}, 0},
		"the document is of another session":      {map[string]string{"full.jsonl": prompt + answer, "metadata.json": strings.Replace(first, own, strings.Repeat("0", len(own)), 1)}, 0},
		"the document is of a later version":      {map[string]string{"full.jsonl": prompt + answer, "metadata.json": strings.Replace(first, "{", `{"cli_version":"0.7.6",`, 1)}, 0},
		"the document is of a turn that went on":  {map[string]string{"full.jsonl": prompt + answer, "metadata.json": strings.Replace(first, "{", `{"turn_id":"t",`, 1)}, 0},
		"the document is of the other strategy":   {map[string]string{"full.jsonl": prompt + answer, "metadata.json": strings.Replace(first, "manual", "auto", 1)}, 0},
		"the document is no JSON":                 {map[string]string{"full.jsonl": prompt + answer, "metadata.json": "{"}, 0},
		"a transcript without a record is beside": {map[string]string{"full.jsonl": "\n"}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{"metadata.json": first}
			maps.Copy(files, row.files)
			f := importing.NewFinder(t.Context(), []producers.Agent{claudecode.Agent(), entire.Agent()}, importing.AnyAgent, nil)
			if err := f.Path(tree(t, files)); err != nil {
				t.Fatal(err)
			}
			var signs []domain.Draft
			for _, file := range f.Found().Files {
				for r, err := range file.Records(t.Context()) {
					if err != nil {
						t.Fatal(err)
					}
					for _, d := range r.Drafts {
						if d.Kind == domain.KindTurnAnswered {
							signs = append(signs, d)
						}
					}
				}
			}
			if len(signs) != row.want {
				t.Fatalf("%d answers ended, want %d", len(signs), row.want)
			}
			for _, d := range signs {
				if d.Session() != domain.MakeSessionID("claude-code", own) || d.Subject.Turn.Value != "u1" || string(d.Data) != `{"sign":"checkpoint"}` {
					t.Errorf("%s of %s, turn %s: %s", d.Kind, d.Session(), d.Subject.Turn.Value, d.Data)
				}
			}
		})
	}
}
