// Package unpack reads compressed recordings as what they were before: agents and
// people compress old ones. The first bytes decide, never a name. It holds a bounded
// part of the content in memory, whatever the input claims or hides, and never writes.
package unpack

import (
	"bufio"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// maxWindow bounds the window of a zstd frame, which is held in memory. It suffices for
// what zstd writes up to its level 20; every decoder must support 8 MiB.
const maxWindow = 32 << 20

// Reader returns the content of in: unpacked when its first bytes are those of zstd
// (RFC 8878) or gzip (RFC 1952), else as it is. in stays the caller's to close, after
// the returned reader.
//
// Errors: of reading in; the reader's say in words for people what is wrong with the
// packed input, after everything that could be unpacked was read.
func Reader(in io.Reader) (io.ReadCloser, error) {
	b := bufio.NewReader(in)
	head, err := b.Peek(4)
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return nil, err
	case isZstd(head):
		return &unpacked{form: "zstd", open: openZstd, packed: bufio.NewReaderSize(b, 64<<10)}, nil
	case isGzip(head):
		return &unpacked{form: "gzip", open: openGzip, packed: bufio.NewReaderSize(b, 64<<10)}, nil
	}
	return io.NopCloser(b), nil
}

// isZstd recognizes a frame, and a skippable frame, which parallel writers put first.
func isZstd(head []byte) bool {
	if len(head) < 4 {
		return false
	}
	magic := binary.LittleEndian.Uint32(head)
	return magic == 0xFD2FB528 || magic&^0xF == 0x184D2A50
}

// isGzip recognizes the two magic bytes of gzip and its only method.
func isGzip(head []byte) bool {
	return len(head) >= 3 && head[0] == 0x1f && head[1] == 0x8b && head[2] == 8
}

func openZstd(in io.Reader) (io.ReadCloser, error) {
	d, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderMaxMemory(maxWindow))
	if err != nil {
		return nil, err
	}
	return d.IOReadCloser(), nil
}

func openGzip(in io.Reader) (io.ReadCloser, error) { return gzip.NewReader(in) }

// unpacked is a stream whose errors name the form that broke. It is opened by the
// first read, so that a bad head is an error of reading like a bad rest.
type unpacked struct {
	form   string
	open   func(io.Reader) (io.ReadCloser, error)
	packed io.Reader
	in     io.ReadCloser
}

// Read implements [io.Reader].
func (u *unpacked) Read(p []byte) (int, error) {
	if u.in == nil {
		in, err := u.open(u.packed)
		if err != nil {
			return 0, u.broken(err)
		}
		u.in = in
	}
	n, err := u.in.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = u.broken(err)
	}
	return n, err
}

// Close implements [io.Closer].
func (u *unpacked) Close() error {
	if u.in == nil {
		return nil
	}
	return u.in.Close()
}

func (u *unpacked) broken(err error) error {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return fmt.Errorf("the compressed file (%s) breaks off here: %w", u.form, io.ErrUnexpectedEOF)
	case errors.Is(err, zstd.ErrWindowSizeExceeded) || errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return fmt.Errorf("the compressed file (%s) needs more than %d MiB to unpack: %w", u.form, maxWindow>>20, err)
	}
	return fmt.Errorf("the compressed file (%s) is damaged here: %w", u.form, err)
}
