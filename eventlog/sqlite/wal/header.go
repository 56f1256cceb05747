package wal

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
	HeaderSize = 32
	Magic      = 0x377f0682 // with the lowest bit clear
	minPage    = 512
	maxPage    = 65536
)

// Header is what the frames of the file are read by.
type Header struct {
	bigEndian bool
	PageSize  int
	Salt      uint64
	stored    Sum
	computed  Sum
}

// parseHeader reports false where SQLite ignores the whole file.
func parseHeader(raw []byte) (Header, bool) {
	magic := binary.BigEndian.Uint32(raw)
	size := binary.BigEndian.Uint32(raw[8:])
	h := readHeader(raw, magic&1 == 1, int(size))
	powerOfTwo := size >= minPage && size <= maxPage && size&(size-1) == 0
	return h, magic&^1 == Magic && powerOfTwo && h.stored == h.computed
}

func readHeader(raw []byte, bigEndian bool, pageSize int) Header {
	return Header{
		bigEndian: bigEndian,
		PageSize:  pageSize,
		Salt:      binary.BigEndian.Uint64(raw[16:]),
		stored:    readSum(raw[24:]),
		computed:  Sum{}.Add(raw[:24], bigEndian),
	}
}

// inferDepth is how many frames may be damaged together with the header before
// the file is taken for one without frames.
const inferDepth = 16

// inferHeader finds byte order, page size and salts under which frames after
// a bad header verify; false when there are none.
func inferHeader(r io.ReaderAt, size int64, raw []byte) (Header, bool, error) {
	for pageSize := minPage; pageSize <= maxPage; pageSize *= 2 {
		end := min(size, HeaderSize+inferDepth*int64(frameHeaderSize+pageSize))
		for _, bigEndian := range []bool{false, true} {
			guess := readHeader(raw, bigEndian, pageSize)
			before, found := [2]Sum{guess.stored, guess.computed}, false
			_, err := EachFrame(r, end, pageSize, func(raw []byte) {
				if f := ReadFrame(raw); !found {
					found = f.Page != 0 && (f.follows(before[0], raw, bigEndian) || f.follows(before[1], raw, bigEndian))
					before = [2]Sum{f.stored, f.stored}
					guess.Salt = f.salt
				}
			})
			if err != nil || found {
				return guess, found, err
			}
		}
	}
	return Header{}, false, nil
}
