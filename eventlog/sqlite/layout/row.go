package layout

import (
	"encoding/binary"
	"hash/crc32"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/db"
	"github.com/clawable/claw/eventlog/sqlite/fault"
)

// DataSum is the checksum of the data of an event.
func DataSum(data []byte) uint32 { return crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli)) }

// envelopeSum is the checksum of everything in a row but the data. A row that is
// found in another place than it was written to does not verify. The rest of the row
// is appended to header for it; used is that memory, to use again.
func envelopeSum(header []byte, id *domain.EventID, position, revision uint64, stream string) (sum uint32, used []byte) {
	buf := append(header, id[:]...)
	buf = binary.BigEndian.AppendUint64(buf, position)
	buf = binary.BigEndian.AppendUint64(buf, revision)
	buf = append(buf, stream...)
	return crc32.Checksum(buf, crc32.MakeTable(crc32.Castagnoli)), buf
}

// Sums is what the column of that name holds for a row whose data have the checksum data. See
// envelopeSum for header and used.
func Sums(header []byte, id *domain.EventID, position, revision uint64, stream string, data uint32) (both int64, used []byte) {
	envelope, used := envelopeSum(header, id, position, revision, stream)
	return int64(uint64(envelope)<<32 | uint64(data)), used
}

// The columns of a row, in the order of the constant columns.
const (
	ColPosition = iota
	ColStream
	ColRevision
	colID
	colHeader
	colSums
	colData
)

// Rows decodes rows of one connection; it verifies each.
type Rows struct {
	Names   *Names
	Conn    *db.Conn
	number  int64 // the stream of the row before, and its name
	stream  StreamName
	texts   eventlog.Texts
	summed  []byte        // the header of one row and what is summed with it, used again
	salts   []domain.Salt // what is left of the block that salts are taken from
	arena   []byte        // what is left of the block that data are cut from
	NoData  bool          // the rows have no column data
	Pending int           // bytes of the rows since it was last set to 0
}

// Decode fills e from the row at which s is positioned. at is where the row is expected, 0
// for anywhere.
//
// Errors: [eventlog.ErrCorrupt] with the position; the errors of SQLite.
func (r *Rows) Decode(s *sqlite.Stmt, at uint64, e *domain.Event) error {
	header, sum, err := r.Verify(s, at, e)
	if err != nil {
		return err
	}
	e.Salt = r.salt()
	if err := eventlog.DecodeHeader(header, &r.texts, e); err != nil {
		return fault.Corrupt(e.Position.Number(), err.Error())
	}
	r.Pending += len(header)
	e.Data = nil
	if r.NoData {
		return nil
	}
	return r.decodeData(s, sum, e)
}

// Verify is Decode as far as the checksum of the envelope: it sets the place of e and its
// id, and returns the header, which is good until the next row, and the checksum of the data.
func (r *Rows) Verify(s *sqlite.Stmt, at uint64, e *domain.Event) (header []byte, data uint32, err error) {
	position, revision := uint64(s.ColumnInt64(ColPosition)), uint64(s.ColumnInt64(ColRevision))
	if at != 0 && position != at {
		return nil, 0, fault.Missing(at, position)
	}
	if number := s.ColumnInt64(ColStream); number != r.number || number == 0 {
		stream, ok, err := r.Names.Name(r.Conn, number)
		if err != nil && sqlite.ErrCode(err).ToPrimary() != sqlite.ResultCorrupt {
			return nil, 0, err
		}
		if !ok {
			return nil, 0, fault.Corrupt(position, "its stream has no readable name")
		}
		r.number, r.stream = number, stream
	}
	both := uint64(s.ColumnInt64(colSums))
	header = take(s, colHeader, r.summed)
	var id [len(e.ID) + 1]byte // a byte longer than an id is, so that a longer one shows
	n := s.ColumnBytes(colID, id[:])
	copy(e.ID[:], id[:])
	sum, buf := envelopeSum(header, &e.ID, position, revision, r.stream.Text)
	if r.summed = buf; n != len(e.ID) || sum != uint32(both>>32) {
		return nil, 0, fault.Corrupt(position, "the envelope does not match its checksum")
	}
	e.Position, e.Revision, e.Stream = domain.PositionAt(position), domain.Revision(revision), r.stream.ID
	return header, uint32(both), nil
}

func (r *Rows) decodeData(s *sqlite.Stmt, sum uint32, e *domain.Event) error {
	n := s.ColumnBytes(colData, r.arena)
	if n == len(r.arena) { // there may be more
		n = r.reserve(s.ColumnLen(colData))
		s.ColumnBytes(colData, r.arena)
	}
	switch {
	case n == 0 && e.Erased && s.ColumnType(colData) == sqlite.TypeNull:
		return nil
	case n == 0 || e.Erased:
		return fault.Corrupt(e.Position.Number(), "data and salt do not go together")
	}
	e.Data, r.arena = r.arena[:n:n], r.arena[n:]
	r.Pending += n
	if DataSum(e.Data) != sum {
		return fault.Corrupt(e.Position.Number(), "the data do not match their checksum")
	}
	return nil
}

// salt returns memory for one salt.
func (r *Rows) salt() *domain.Salt {
	const block = 32
	if len(r.salts) == 0 {
		r.salts = make([]domain.Salt, block)
	}
	salt := &r.salts[0]
	r.salts = r.salts[1:]
	return salt
}

// arenaBlock is how much memory for data is taken at once.
const arenaBlock = 64 << 10

// reserve makes the arena hold n bytes, and returns n. What is cut from it is used once;
// appending to that moves it.
func (r *Rows) reserve(n int) int {
	if n > len(r.arena) {
		r.arena = make([]byte, max(n, arenaBlock))
	}
	return n
}

// take reads a blob into buf, or into a larger one.
func take(s *sqlite.Stmt, col int, buf []byte) []byte {
	buf = buf[:cap(buf)]
	n := s.ColumnBytes(col, buf)
	if n == len(buf) { // there may be more
		n = s.ColumnLen(col)
		buf = make([]byte, n, 2*n)
		s.ColumnBytes(col, buf)
	}
	return buf[:n]
}
