package importing

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// mostAbout is how many bytes are read of a document about a copy.
const mostAbout = 1 << 20

// signCopied is the sign of an answer that a tool saw end before it copied the recording.
const signCopied = "checkpoint"

// answeredIn returns the own id of the session that a recording is a whole copy of, made when the agent
// had ended its answer; "" for any other recording.
func (f *Finder) answeredIn(name, source string) string {
	for i := range f.agents {
		c := f.agents[i].Copies
		if c == nil || c.Of != source || c.Recording != filepath.Base(name) {
			continue
		}
		about, err := readAbout(filepath.Join(filepath.Dir(name), c.Document))
		if err != nil {
			continue
		}
		if own := c.Answered(about); own != "" && isWhole(name, filepath.Join(filepath.Dir(name), c.Digest)) {
			return own
		}
	}
	return ""
}

func readAbout(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, mostAbout))
}

// isWhole reports whether a copy has the digest that stands beside it, where one does, and no further
// part: a large one is cut into parts with numbers behind their names.
func isWhole(name, digest string) bool {
	if parts, _ := filepath.Glob(name + ".*"); len(parts) > 0 {
		return false
	}
	want, err := readAbout(digest)
	if err != nil {
		return os.IsNotExist(err)
	}
	file, err := os.Open(name)
	if err != nil {
		return false
	}
	defer file.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, file)
	return err == nil && strings.TrimSpace(string(want)) == "sha256:"+hex.EncodeToString(sum.Sum(nil))
}

// answered adds to the records of a copy that its last message ended the answer, where a message of the
// agent is the last of the session that they record.
func (f ImportFile) answered(own string) ImportFile {
	records, session := f.Records, domain.MakeSessionID(f.Source, own)
	f.Records = func(ctx context.Context) iter.Seq2[producers.Record, error] {
		return func(yield func(producers.Record, error) bool) {
			var held producers.Record
			var last domain.Draft
			any := false
			for r, err := range records(ctx) {
				if any && !yield(held, nil) {
					return
				}
				if err != nil {
					yield(r, err)
					return
				}
				held, any = r, true
				for _, d := range r.Drafts {
					if d.Session() == session && saysHowItEnds(d.Kind) {
						last = d
					}
				}
			}
			if !any {
				return
			}
			if isAnswer(&last) && held.Unreadable == "" {
				o := producers.Origin{Source: f.Source, Session: session, Key: last.ID.String(), At: last.ObservedAt}
				d := o.Draft("answered", domain.TurnAnswered{Sign: signCopied})
				d.Subject.Turn = last.Subject.Turn
				held.Drafts, held.Skipped = append(held.Drafts, d), ""
			}
			yield(held, nil)
		}
	}
	return f
}

// saysHowItEnds reports whether the last event of a kind decides whether a recording ends with an answer.
func saysHowItEnds(kind domain.Kind) bool {
	return kind == domain.KindMessageRecorded || strings.HasPrefix(string(kind), "tool.") || strings.HasPrefix(string(kind), "turn.")
}

// isAnswer reports whether an event is a message of the agent within a turn.
func isAnswer(d *domain.Draft) bool {
	var m domain.MessageRecorded
	return d.Kind == domain.KindMessageRecorded && d.Subject.Turn.Value != "" && json.Unmarshal(d.Data, &m) == nil &&
		m.Role == domain.RoleAssistant && !m.Synthetic
}
