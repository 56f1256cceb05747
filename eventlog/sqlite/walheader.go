package sqlite

import (
	"encoding/binary"
	"io"
)

// Layout of the file's header, all fields big-endian:
//
//	 0  magic       0x377f0682, or …83 when checksums read big-endian words
//	 4  version     3007000
//	 8  page size   power of two, 512 to 65536
//	12  sequence    number of the checkpoint
//	16  salt        two words; a frame with other salts is of a former life of the file
//	24  checksum    over the 24 bytes before
const (
	walHeaderSize = 32
	walMagic      = 0x377f0682 // with the lowest bit clear
	walMinPage    = 512
	walMaxPage    = 65536
)

// walHeader is what the frames of the file are read by.
type walHeader struct {
	bigEndian bool
	pageSize  int
	salt      uint64
	stored    walSum
	computed  walSum
}

// parseWALHeader reports false where SQLite ignores the whole file.
func parseWALHeader(raw []byte) (walHeader, bool) {
	magic := binary.BigEndian.Uint32(raw)
	size := binary.BigEndian.Uint32(raw[8:])
	h := readWALHeader(raw, magic&1 == 1, int(size))
	powerOfTwo := size >= walMinPage && size <= walMaxPage && size&(size-1) == 0
	return h, magic&^1 == walMagic && powerOfTwo && h.stored == h.computed
}

func readWALHeader(raw []byte, bigEndian bool, pageSize int) walHeader {
	return walHeader{
		bigEndian: bigEndian,
		pageSize:  pageSize,
		salt:      binary.BigEndian.Uint64(raw[16:]),
		stored:    readWALSum(raw[24:]),
		computed:  walSum{}.add(raw[:24], bigEndian),
	}
}

// inferDepth is how many frames may be damaged together with the header before
// the file is taken for one without frames.
const inferDepth = 16

// inferWALHeader finds byte order, page size and salts under which frames after
// a bad header verify; false when there are none.
func inferWALHeader(r io.ReaderAt, size int64, raw []byte) (walHeader, bool, error) {
	for pageSize := walMinPage; pageSize <= walMaxPage; pageSize *= 2 {
		end := min(size, walHeaderSize+inferDepth*int64(walFrameHeaderSize+pageSize))
		for _, bigEndian := range []bool{false, true} {
			guess := readWALHeader(raw, bigEndian, pageSize)
			before, found := [2]walSum{guess.stored, guess.computed}, false
			_, err := eachFrame(r, end, pageSize, func(raw []byte) {
				if f := readWALFrame(raw); !found {
					found = f.page != 0 && (f.follows(before[0], raw, bigEndian) || f.follows(before[1], raw, bigEndian))
					before = [2]walSum{f.stored, f.stored}
					guess.salt = f.salt
				}
			})
			if err != nil || found {
				return guess, found, err
			}
		}
	}
	return walHeader{}, false, nil
}
