package wal

import "encoding/binary"

// Sum is the running checksum of a `-wal` file: two 32-bit words, each
// depending on all bytes before. https://www.sqlite.org/fileformat2.html#walformat
type Sum struct{ a, b uint32 }

// Add continues the checksum over p, whose length is a multiple of 8. Words are
// read in the byte order that the magic number of the file names.
func (s Sum) Add(p []byte, bigEndian bool) Sum {
	if bigEndian {
		return s.addBig(p)
	}
	return s.addLittle(p)
}

func (s Sum) addLittle(p []byte) Sum {
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
	return Sum{a, b}
}

func (s Sum) addBig(p []byte) Sum {
	a, b := s.a, s.b
	for ; len(p) >= 8; p = p[8:] {
		a += binary.BigEndian.Uint32(p) + b
		b += binary.BigEndian.Uint32(p[4:]) + a
	}
	return Sum{a, b}
}

// readSum reads a stored checksum, which is big-endian in every file.
func readSum(p []byte) Sum {
	return Sum{binary.BigEndian.Uint32(p), binary.BigEndian.Uint32(p[4:])}
}

// Put stores a checksum as every file does.
func (s Sum) Put(p []byte) {
	binary.BigEndian.PutUint32(p, s.a)
	binary.BigEndian.PutUint32(p[4:], s.b)
}
