package sqlite

import "encoding/binary"

// walSum is the running checksum of a `-wal` file: two 32-bit words, each
// depending on all bytes before. https://www.sqlite.org/fileformat2.html#walformat
type walSum struct{ a, b uint32 }

// add continues the checksum over p, whose length is a multiple of 8. Words are
// read in the byte order that the magic number of the file names.
func (s walSum) add(p []byte, bigEndian bool) walSum {
	if bigEndian {
		return s.addBig(p)
	}
	return s.addLittle(p)
}

func (s walSum) addLittle(p []byte) walSum {
	a, b := s.a, s.b
	for len(p) >= 32 {
		q := p[:32]
		a += binary.LittleEndian.Uint32(q[0:]) + b
		b += binary.LittleEndian.Uint32(q[4:]) + a
		a += binary.LittleEndian.Uint32(q[8:]) + b
		b += binary.LittleEndian.Uint32(q[12:]) + a
		a += binary.LittleEndian.Uint32(q[16:]) + b
		b += binary.LittleEndian.Uint32(q[20:]) + a
		a += binary.LittleEndian.Uint32(q[24:]) + b
		b += binary.LittleEndian.Uint32(q[28:]) + a
		p = p[32:]
	}
	for ; len(p) >= 8; p = p[8:] {
		a += binary.LittleEndian.Uint32(p) + b
		b += binary.LittleEndian.Uint32(p[4:]) + a
	}
	return walSum{a, b}
}

func (s walSum) addBig(p []byte) walSum {
	a, b := s.a, s.b
	for ; len(p) >= 8; p = p[8:] {
		a += binary.BigEndian.Uint32(p) + b
		b += binary.BigEndian.Uint32(p[4:]) + a
	}
	return walSum{a, b}
}

// readWALSum reads a stored checksum, which is big-endian in every file.
func readWALSum(p []byte) walSum {
	return walSum{binary.BigEndian.Uint32(p), binary.BigEndian.Uint32(p[4:])}
}

// put stores a checksum as every file does.
func (s walSum) put(p []byte) {
	binary.BigEndian.PutUint32(p, s.a)
	binary.BigEndian.PutUint32(p[4:], s.b)
}
