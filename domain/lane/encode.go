package lane

import (
	"encoding/binary"
	"encoding/json"
	"errors"

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
const factFormat = 1

const (
	flagImported = 1 << iota
	flagErased
	flagNewer
	flagForeign
)

var errFact = errors.New("lane: not the stored form of a fact")

// AppendFact appends the stored form of f to b.
func AppendFact(b []byte, f *Fact) []byte {
	b = append(b, factFormat)
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
	b = appendString(b, string(f.Said.Material))
	return appendString(b, f.said())
}

func (f *Fact) flags() byte {
	var flags byte
	for bit, set := range map[byte]bool{flagImported: f.Imported, flagErased: f.Erased, flagNewer: f.Newer, flagForeign: f.Foreign} {
		if set {
			flags |= bit
		}
	}
	return flags
}

func (f *Fact) said() string {
	raw, err := json.Marshal(&f.Said)
	if err != nil || string(raw) == "{}" {
		return ""
	}
	return string(raw)
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

// DecodeFact reads what [AppendFact] wrote, and nothing else.
//
// Errors: any error means that b is not the stored form of a fact.
func DecodeFact(b []byte) (Fact, error) {
	d := decoder{b: b}
	var f Fact
	if d.byte() != factFormat {
		return Fact{}, errFact
	}
	copy(f.ID[:], d.take(len(f.ID)))
	f.Kind = text[domain.Kind](&d)
	f.Emitter = text[domain.EmitterID](&d)
	copy(f.Epoch[:], d.take(len(f.Epoch)))
	f.Seq = d.uvarint()
	f.SeqKind = text[domain.SeqKind](&d)
	f.Causes = d.ids()
	f.Observed = d.instant()
	f.Source = text[domain.SourceKind](&d)
	f.Trust = text[domain.Trust](&d)
	flags := d.byte()
	f.Imported, f.Erased = flags&flagImported != 0, flags&flagErased != 0
	f.Newer, f.Foreign = flags&flagNewer != 0, flags&flagForeign != 0
	f.Scope.Owner = text[string](&d)
	f.Scope.Workflow = text[string](&d)
	f.Scope.Watcher = text[domain.Watcher](&d)
	f.Lane = text[domain.LaneID](&d)
	f.Session = text[domain.SessionID](&d)
	f.Turn = text[domain.TurnID](&d)
	f.Item = text[domain.ItemID](&d)
	f.Worker = text[domain.WorkerID](&d)
	f.Worktree = text[domain.Path](&d)
	f.Commit = text[domain.CommitID](&d)
	f.Host = text[domain.HostID](&d)
	f.ControlServer = text[domain.ControlServerID](&d)
	material, said := text[string](&d), text[string](&d)
	if d.bad || len(d.b) > 0 {
		return Fact{}, errFact
	}
	if said != "" {
		if err := json.Unmarshal([]byte(said), &f.Said); err != nil {
			return Fact{}, errFact
		}
	}
	if material != "" {
		f.Said.Material = []byte(material)
	}
	return f, nil
}

// decoder takes values off the front of b; after the first that does not fit, bad is set.
type decoder struct {
	b   []byte
	bad bool
}

func (d *decoder) take(n int) []byte {
	if d.bad || n < 0 || n > len(d.b) {
		d.bad = true
		return nil
	}
	head := d.b[:n]
	d.b = d.b[n:]
	return head
}

func (d *decoder) byte() byte {
	if b := d.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (d *decoder) uvarint() uint64 {
	v, n := binary.Uvarint(d.b)
	if d.take(max(n, 1)); n <= 0 {
		d.bad = true
	}
	return v
}

func text[T ~string](d *decoder) T {
	n := d.uvarint()
	if n > uint64(len(d.b)) {
		d.bad = true
		return ""
	}
	return T(d.take(int(n)))
}

func (d *decoder) ids() []domain.EventID {
	n := d.uvarint()
	if n == 0 || n > uint64(len(d.b)/16) {
		d.bad = d.bad || n != 0
		return nil
	}
	ids := make([]domain.EventID, n)
	for i := range ids {
		copy(ids[i][:], d.take(16))
	}
	return ids
}

func (d *decoder) instant() domain.Instant {
	switch d.byte() {
	case 0:
		return domain.Instant{}
	case 1:
		return domain.UnknownInstant(text[domain.Unknown](d))
	case 2:
		v, n := binary.Varint(d.b)
		if d.take(max(n, 1)); n <= 0 {
			d.bad = true
		}
		return domain.AtUnixNano(v)
	}
	d.bad = true
	return domain.Instant{}
}
