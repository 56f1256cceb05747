package fact

import (
	"encoding/json"
	"errors"

	"github.com/clawable/claw/domain"
)

var errForm = errors.New("fact: not the stored form of a fact")

// Decode reads what [Append] wrote, and nothing else. The fact keeps no
// reference to b.
//
// Errors: any error means that b is not the stored form of a fact.
func Decode(b []byte) (f Fact, err error) {
	if err := f.Decode(string(b)); err != nil {
		return Fact{}, err
	}
	return f, nil
}

// Decode is the function [Decode] into a zero fact, whose texts are parts of s.
//
// Errors: as the function; what f is then means nothing.
func (f *Fact) Decode(s string) error {
	d := decoder{s: s}
	if d.byte() != format {
		return errForm
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
	d.bad = d.bad || flags >= flagsEnd
	f.Imported, f.Erased = flags&flagImported != 0, flags&flagErased != 0
	f.Newer, f.Foreign = flags&flagNewer != 0, flags&flagForeign != 0
	f.Capped = flags&flagCapped != 0
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
	if d.bad || d.s != "" {
		return errForm
	}
	return f.decodePayload(material, said)
}

func (f *Fact) decodePayload(material, said string) error {
	if said != "" {
		if err := json.Unmarshal([]byte(said), &f.Payload); err != nil {
			return errForm
		}
	}
	if material != "" {
		f.Payload.Material = []byte(material)
	}
	return nil
}

// decoder takes values off the front of s; after the first that does not fit, bad is set.
type decoder struct {
	s   string
	bad bool
}

func (d *decoder) take(n int) string {
	if d.bad || n < 0 || n > len(d.s) {
		d.bad = true
		return ""
	}
	head := d.s[:n]
	d.s = d.s[n:]
	return head
}

func (d *decoder) byte() byte {
	if b := d.take(1); b != "" {
		return b[0]
	}
	return 0
}

// uvarint reads what binary.AppendUvarint writes.
func (d *decoder) uvarint() uint64 {
	var v uint64
	for shift := 0; shift < 64; shift += 7 {
		b := d.byte()
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			d.bad = d.bad || shift == 63 && b > 1
			return v
		}
	}
	d.bad = true
	return 0
}

func text[T ~string](d *decoder) T {
	n := d.uvarint()
	if n > uint64(len(d.s)) {
		d.bad = true
		return ""
	}
	return T(d.take(int(n)))
}

func (d *decoder) ids() []domain.EventID {
	n := d.uvarint()
	if n == 0 || n > uint64(len(d.s)/len(domain.EventID{})) {
		d.bad = d.bad || n != 0
		return nil
	}
	ids := make([]domain.EventID, n)
	for i := range ids {
		copy(ids[i][:], d.take(len(ids[i])))
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
		u := d.uvarint()
		return domain.AtUnixNano(int64(u>>1) ^ -int64(u&1)) // as binary.AppendVarint folds the sign
	}
	d.bad = true
	return domain.Instant{}
}
