package eventlog

import "github.com/clawable/claw/domain"

// Admit applies the rule of repeated ids and of the expected revision to one
// batch. batch holds prepared events of one stream; held(i) is what the log holds
// under the id of batch[i], nil for nothing; revision is the stream's.
//
// It returns in same, for each event, the index of the batch entry that represents it
// (itself, or an earlier equal one), and in write, which entries must be written.
//
// Errors: [ErrConflict].
func Admit(stream domain.StreamID, want Expect, revision domain.Revision, batch []domain.Event,
	held func(i int) *domain.Event) (write []bool, same []int, err error) {
	write, same = make([]bool, len(batch)), make([]int, len(batch))
	first := make(map[domain.EventID]int, len(batch))
	known, fresh := 0, 0
	for i := range batch {
		e := &batch[i]
		same[i] = i
		if j, ok := first[e.ID]; ok {
			if !SameCore(&batch[j], e) {
				return nil, nil, IDConflict(&batch[j], stream)
			}
			same[i] = j
			continue
		}
		first[e.ID] = i
		switch h := held(i); {
		case h == nil:
			write[i] = true
			fresh++
		case h.Stream != stream || !SameCore(h, e):
			return nil, nil, IDConflict(h, stream)
		default:
			known++
		}
	}
	switch {
	case fresh == 0:
		return write, same, nil
	case known > 0 && !want.IsAny():
		return nil, nil, PartlyHeld(stream, known, known+fresh)
	case known == 0 && !want.Met(revision):
		return nil, nil, RevisionConflict(stream, want, revision)
	}
	return write, same, nil
}

// CheckBatch reports what no engine accepts: a draft of another stream than the append names.
//
// Errors: [ErrInvalid].
func CheckBatch(stream domain.StreamID, drafts []domain.Draft) error {
	for i := range drafts {
		if drafts[i].Stream != stream {
			return invalid(&drafts[i], "the draft names "+drafts[i].Stream.String()+", the append "+stream.String(), "one append names one stream")
		}
	}
	return nil
}
