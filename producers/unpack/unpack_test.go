package unpack_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/clawable/claw/producers/unpack"
)

// content is some blocks of zstd long, and no repetition of itself.
var content = func() []byte {
	var b bytes.Buffer
	for i := range 60_000 {
		b.WriteString(strings.Repeat("line ", i%7))
		b.WriteString(string(rune('a' + i*i%26)))
	}
	return b.Bytes()
}()

func zst(t testing.TB, content []byte, opts ...zstd.EOption) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := zstd.NewWriter(&b, opts...)
	if err != nil {
		t.Fatal(err)
	}
	write(t, w, content)
	return b.Bytes()
}

func gz(t testing.TB, content []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	write(t, gzip.NewWriter(&b), content)
	return b.Bytes()
}

func write(t testing.TB, w io.WriteCloser, content []byte) {
	t.Helper()
	if _, err := w.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func unpacked(t testing.TB, in []byte) ([]byte, error) {
	t.Helper()
	r, err := unpack.Reader(bytes.NewReader(in))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	return io.ReadAll(r)
}

func TestTheContentIsWhatItWasBefore(t *testing.T) {
	half := len(content) / 2
	skippable := []byte("\x50\x2a\x4d\x18\x03\x00\x00\x00abc")
	tests := []struct {
		says string
		in   []byte
		want []byte
	}{
		{"nothing", nil, nil},
		{"a text", []byte("ab"), []byte("ab")},
		{"a longer text", content, content},
		{"zstd", zst(t, content), content},
		{"zstd of nothing", zst(t, nil, zstd.WithZeroFrames(true)), nil},
		{"zstd at its best", zst(t, content, zstd.WithEncoderLevel(zstd.SpeedBestCompression)), content},
		{"two frames of zstd", append(zst(t, content[:half]), zst(t, content[half:])...), content},
		{"a frame to be skipped before it", append(bytes.Clone(skippable), zst(t, content)...), content},
		{"gzip", gz(t, content), content},
		{"two members of gzip", append(gz(t, content[:half]), gz(t, content[half:])...), content},
		{"what is packed twice is unpacked once", zst(t, gz(t, content)), gz(t, content)},
	}
	for _, test := range tests {
		t.Run(test.says, func(t *testing.T) {
			got, err := unpacked(t, test.in)
			if err != nil || !bytes.Equal(got, test.want) {
				t.Errorf("%d bytes, %v; want %d", len(got), err, len(test.want))
			}
		})
	}
}

// TestWhatIsThereOfATornFileIsRead cuts packed files at many places: what comes is a
// beginning of the content and then the error, never the end of the input.
func TestWhatIsThereOfATornFileIsRead(t *testing.T) {
	for form, whole := range map[string][]byte{"zstd": zst(t, content), "gzip": gz(t, content)} {
		most := 0
		for cut := 4; cut < len(whole); cut += 1 + len(whole)/200 {
			got, err := unpacked(t, whole[:cut])
			if err == nil || !strings.Contains(err.Error(), "the compressed file ("+form+") breaks off here") {
				t.Fatalf("%s of %d cut at %d: %v", form, len(whole), cut, err)
			}
			if !bytes.HasPrefix(content, got) {
				t.Fatalf("%s cut at %d: other content", form, cut)
			}
			most = max(most, len(got))
		}
		if most < len(content)/2 {
			t.Errorf("%s: %d bytes of %d at the most", form, most, len(content))
		}
	}
}

func TestWhatIsWrongIsSaid(t *testing.T) {
	flipped := zst(t, content)
	flipped[len(flipped)-2] ^= 1 // of the checksum
	tests := []struct {
		says string
		in   []byte
		want string
	}{
		{"a bit of zstd is not what it was", flipped, "the compressed file (zstd) is damaged here"},
		{"something else behind zstd", append(zst(t, content), "else"...), "the compressed file (zstd) is damaged here"},
		{"something else behind gzip", append(gz(t, content), "something else"...), "the compressed file (gzip) is damaged here"},
		{"zstd that looks back too far", zst(t, append(content, make([]byte, 65<<20)...), zstd.WithWindowSize(64<<20)), "the compressed file (zstd) needs more than 32 MiB to unpack"},
	}
	for _, test := range tests {
		t.Run(test.says, func(t *testing.T) {
			if _, err := unpacked(t, test.in); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v, want %s", err, test.want)
			}
		})
	}
}

// TestABombNeedsNoMemory unpacks 256 MiB out of some KiB, and counts what is allocated.
func TestABombNeedsNoMemory(t *testing.T) {
	zeros := make([]byte, 256<<20)
	for form, bomb := range map[string][]byte{"zstd": zst(t, zeros), "gzip": gz(t, zeros)} {
		if len(bomb) > 1<<20 {
			t.Fatalf("%s: %d bytes are no bomb", form, len(bomb))
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r, err := unpack.Reader(bytes.NewReader(bomb))
		if err != nil {
			t.Fatal(err)
		}
		n, err := io.Copy(io.Discard, r)
		runtime.ReadMemStats(&after)
		if err != nil || n != int64(len(zeros)) {
			t.Errorf("%s: %d bytes, %v", form, n, err)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 48<<20 {
			t.Errorf("%s: %d MiB were allocated", form, took>>20)
		}
	}
}

func FuzzReader(f *testing.F) {
	small := content[:2000]
	for _, seed := range [][]byte{nil, small, zst(f, small), gz(f, small), []byte("\x28\xb5\x2f\xfd"), []byte("\x1f\x8b\x08"), []byte("\x50\x2a\x4d\x18\xff\xff\xff\xff")} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		r, err := unpack.Reader(bytes.NewReader(in))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if n, err := io.Copy(io.Discard, io.LimitReader(r, 16<<20)); n == 0 && err == nil && len(in) > 0 && in[0] < 0x1f {
			t.Error("a text came out empty")
		}
	})
}
