package sqlite

import (
	"encoding/binary"
	"hash/crc32"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func dataSum(data []byte) uint32 { return crc32.Checksum(data, castagnoli) }

// envelopeSum is the checksum of everything in a row but the data. A row that is
// found in another place than it was written to does not verify. buf is memory to
// use; it is returned, larger perhaps.
func envelopeSum(buf, header []byte, id *domain.EventID, position, revision uint64, stream string) (sum uint32, used []byte) {
	buf = append(append(buf[:0], header...), id[:]...)
	buf = binary.BigEndian.AppendUint64(buf, position)
	buf = binary.BigEndian.AppendUint64(buf, revision)
	buf = append(buf, stream...)
	return crc32.Checksum(buf, castagnoli), buf
}

func joinSums(envelope, data uint32) int64 { return int64(uint64(envelope)<<32 | uint64(data)) }

// The columns of a row, in the order of the constant columns.
const (
	colPosition = iota
	colStream
	colRevision
	colID
	colHeader
	colSums
	colData
)

// rows decodes rows of one connection; it verifies each.
type rows struct {
	names   *names
	conn    *conn
	number  int64 // the stream of the row before, and its name
	stream  name
	header  []byte        // of one row, used again
	summed  []byte        // likewise
	salts   []domain.Salt // what is left of the block that salts are taken from
	arena   []byte        // what is left of the block that data are cut from
	noData  bool          // the rows have no column data
	pending int           // bytes of the rows since it was last set to 0
}

// decode fills e from the row that s stands on. at is where the row is expected,
// 0 for anywhere.
//
// Errors: [eventlog.ErrCorrupt] with the position; what SQLite gives.
func (r *rows) decode(s *sqlite.Stmt, at uint64, e *domain.Event) error {
	position, revision := uint64(s.ColumnInt64(colPosition)), uint64(s.ColumnInt64(colRevision))
	if at != 0 && position != at {
		return missing(at, position)
	}
	if number := s.ColumnInt64(colStream); number != r.number || number == 0 {
		stream, ok, err := r.names.name(r.conn, number)
		if err != nil && sqlite.ErrCode(err).ToPrimary() != sqlite.ResultCorrupt {
			return err
		}
		if !ok {
			return corrupt(position, "its stream has no readable name")
		}
		r.number, r.stream = number, stream
	}
	sums := uint64(s.ColumnInt64(colSums))
	r.header = take(s, colHeader, r.header)
	s.ColumnBytes(colID, e.ID[:])
	sum, buf := envelopeSum(r.summed, r.header, &e.ID, position, revision, r.stream.text)
	if r.summed = buf; s.ColumnLen(colID) != len(e.ID) || sum != uint32(sums>>32) {
		return corrupt(position, "the envelope does not match its checksum")
	}
	e.Salt = r.salt()
	if err := eventlog.DecodeHeader(r.header, e); err != nil {
		return corrupt(position, err.Error())
	}
	e.Position, e.Revision, e.Stream = domain.PositionAt(position), domain.Revision(revision), r.stream.id
	r.pending += len(r.header)
	e.Data = nil
	if r.noData {
		return nil
	}
	return r.decodeData(s, uint32(sums), e)
}

func (r *rows) decodeData(s *sqlite.Stmt, sum uint32, e *domain.Event) error {
	switch kind := s.ColumnType(colData); {
	case e.Erased && kind == sqlite.TypeNull:
		return nil
	case e.Erased || kind != sqlite.TypeBlob:
		return corrupt(e.Position.Number(), "data and salt do not go together")
	}
	n := s.ColumnLen(colData)
	e.Data = r.cut(n)
	s.ColumnBytes(colData, e.Data)
	r.pending += n
	if dataSum(e.Data) != sum {
		return corrupt(e.Position.Number(), "the data do not match their checksum")
	}
	return nil
}

// salt returns memory for one salt.
func (r *rows) salt() *domain.Salt {
	const block = 32
	if len(r.salts) == 0 {
		r.salts = make([]domain.Salt, block)
	}
	salt := &r.salts[0]
	r.salts = r.salts[1:]
	return salt
}

const (
	arenaBlock = 64 << 10
	arenaLarge = 16 << 10 // from this size on data have memory of their own
)

// cut returns n bytes that are used once; appending to them moves them.
func (r *rows) cut(n int) []byte {
	if n >= arenaLarge {
		return make([]byte, n)
	}
	if n > len(r.arena) {
		r.arena = make([]byte, arenaBlock)
	}
	b := r.arena[:n:n]
	r.arena = r.arena[n:]
	return b
}

// take reads a blob into buf, which grows as needed.
func take(s *sqlite.Stmt, col int, buf []byte) []byte {
	n := s.ColumnLen(col)
	if cap(buf) < n {
		buf = make([]byte, n, 2*n)
	}
	buf = buf[:n]
	s.ColumnBytes(col, buf)
	return buf
}
