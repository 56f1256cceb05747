package fact

import (
	"encoding/binary"
	"encoding/json"

	"github.com/clawable/claw/domain"
)

// The stored form of a fact, all numbers as varints, texts with their length before them:
//
//	format 1 · id 16 · kind · emitter · epoch 16 · seq · seq kind · causes n × 16
//	observed: 0 | 1 reason | 2 nanoseconds · source · trust · flags
//	owner · workflow · watcher · lane · session · turn · item · worker
//	worktree · commit · host · control server · material payload
//	what else was said, as JSON, or empty
//
// The form of one fact is unique: equal facts have equal bytes.
const format = 1

const (
	flagImported = 1 << iota
	flagErased
	flagNewer
	flagForeign
	flagCapped
	flagsEnd
)

// Append appends the stored form of f to b.
func Append(b []byte, f *Fact) []byte {
	b = append(b, format)
	b = append(b, f.ID[:]...)
	b = appendString(b, f.Kind)
	b = appendString(b, f.Emitter)
	b = append(b, f.Epoch[:]...)
	b = binary.AppendUvarint(b, f.Seq)
	b = appendString(b, f.SeqKind)
	b = binary.AppendUvarint(b, uint64(len(f.Causes)))
	for _, c := range f.Causes {
		b = append(b, c[:]...)
	}
	b = appendInstant(b, f.Observed)
	b = appendString(b, f.Source)
	b = appendString(b, f.Trust)
	b = append(b, f.flags())
	b = appendString(b, f.Scope.Owner)
	b = appendString(b, f.Scope.Workflow)
	b = appendString(b, f.Scope.Watcher)
	b = appendString(b, f.Lane)
	b = appendString(b, f.Session)
	b = appendString(b, f.Turn)
	b = appendString(b, f.Item)
	b = appendString(b, f.Worker)
	b = appendString(b, f.Worktree)
	b = appendString(b, f.Commit)
	b = appendString(b, f.Host)
	b = appendString(b, f.ControlServer)
	b = appendString(b, string(f.Payload.Material))
	return appendString(b, f.Payload.Text())
}

func (f *Fact) flags() byte {
	var flags byte
	set := func(bit byte, on bool) {
		if on {
			flags |= bit
		}
	}
	set(flagImported, f.Imported)
	set(flagErased, f.Erased)
	set(flagNewer, f.Newer)
	set(flagForeign, f.Foreign)
	set(flagCapped, f.Capped)
	return flags
}

// Text returns the JSON of what is said beside the material payload, "" when nothing is.
func (s *Payload) Text() string {
	if s.isZero() {
		return ""
	}
	raw, _ := json.Marshal(s) // names, numbers and texts: it cannot fail
	return string(raw)
}

// isZero reports whether nothing is said beside the material payload.
func (s *Payload) isZero() bool {
	return len(s.Expects) == 0 && len(s.Fences) == 0 && len(s.Paths) == 0 && len(s.Lanes) == 0 &&
		len(s.Turns) == 0 && len(s.Servers) == 0 && len(s.Checkpoints) == 0 && len(s.Commits) == 0 && len(s.Parents) == 0 && s.Pull == nil && s.Basis == "" && s.Moved == (Moved{}) && s.Verified == (domain.Verified{}) && s.Settles.IsZero() &&
		s.Class+domain.FailureClass(s.Subphase) == "" && s.Level == "" && !s.Stated && !s.Superseded && !s.Unproven &&
		s.Expected+s.Actual == "" && s.Session+s.Parent == "" && s.Lane == "" && s.Outage == "" &&
		s.Last == 0 && s.Approval == "" && s.Run == (domain.TestRun{}) && s.Failed == 0 && s.Work == nil && s.Purpose == "" && s.PRNumber == 0 && s.Waits == "" && s.OutcomeFingerprint.IsZero() && s.Profile == nil
}

func appendString[T ~string](b []byte, s T) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

func appendInstant(b []byte, at domain.Instant) []byte {
	switch {
	case at.Known():
		return binary.AppendVarint(append(b, 2), at.UnixNano())
	case at.Why() != "":
		return appendString(append(b, 1), at.Why())
	}
	return append(b, 0)
}
