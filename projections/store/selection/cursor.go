package selection

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
)

// Cursor is the place of a row in its list: its rank where the list has ranks, the
// time it is sorted by, then its key.
type Cursor struct {
	Rank int
	At   int64
	Key  string
}

// The first byte of a cursor's text. Earlier releases wrote the JSON array [rank, time, key, list],
// whose first byte is '['.
const (
	cursorForm = 1
	uuidForm   = 2 // the key ends in a UUID, of which the 16 bytes are written
)

// Text writes the cursor with the mark of the list that it belongs to:
//
//	form 1 byte | FNV-1a of the mark 4 bytes | rank varint | time varint | key's length uvarint | key
//
// in base64 for URLs.
func (c Cursor) Text(list string) string {
	form, key := byte(cursorForm), []byte(c.Key)
	if packed, ok := packUUID(c.Key); ok {
		form, key = uuidForm, packed
	}
	b := binary.BigEndian.AppendUint32([]byte{form}, markSum(list))
	b = binary.AppendVarint(b, int64(c.Rank))
	b = binary.AppendVarint(b, c.At)
	b = binary.AppendUvarint(b, uint64(len(key)))
	return base64.RawURLEncoding.EncodeToString(append(b, key...))
}

// uuidText is the length of a UUID in the form of RFC 9562, in lower case: the keys of most sessions
// end in one.
const uuidText, uuidBytes = 36, 16

// packUUID returns a key with the bytes of the UUID in which it ends.
func packUUID(key string) (packed []byte, ok bool) {
	at := len(key) - uuidText
	if at < 0 {
		return nil, false
	}
	id, err := hex.DecodeString(strings.ReplaceAll(key[at:], "-", ""))
	packed = append([]byte(key[:at]), id...)
	return packed, err == nil && len(id) == uuidBytes && unpackUUID(packed) == key
}

// unpackUUID is the inverse of [packUUID] for a key of at least 16 bytes.
func unpackUUID(packed []byte) string {
	at := len(packed) - uuidBytes
	id := packed[at:]
	return fmt.Sprintf("%s%x-%x-%x-%x-%x", packed[:at], id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}

// ParseCursor reads the cursor of a list, also one that an earlier release wrote.
//
// Errors: kind usage for a text that is no cursor, or one of another list.
func ParseCursor(s, list string) (c Cursor, err error) {
	b, err := base64.RawURLEncoding.DecodeString(s)
	var of uint32
	switch {
	case err != nil:
	case len(b) > 0 && (b[0] == cursorForm || b[0] == uuidForm):
		if c, of, err = decodeCursor(b[1:]); err == nil && b[0] == uuidForm {
			if len(c.Key) < uuidBytes {
				err = errNoCursor
				break
			}
			c.Key = unpackUUID([]byte(c.Key))
		}
	default:
		var mark string
		err = json.Unmarshal(b, &[4]any{&c.Rank, &c.At, &c.Key, &mark})
		of = markSum(mark)
	}
	if err != nil {
		return Cursor{}, domain.Usage("list", s, "take the cursor from next_cursor of the page before")
	}
	if of != markSum(list) {
		return Cursor{}, &domain.Error{Kind: domain.ErrUsage, Operation: "list", Target: s,
			Message: "not accepted", Next: domain.Step{Code: nextstep.RestartList}}
	}
	return c, nil
}

var errNoCursor = errors.New("no cursor")

// decodeCursor reads what follows the first byte.
func decodeCursor(b []byte) (c Cursor, of uint32, err error) {
	if len(b) < 4 {
		return c, 0, errNoCursor
	}
	of, b = binary.BigEndian.Uint32(b), b[4:]
	rank, n := binary.Varint(b)
	if n <= 0 {
		return c, 0, errNoCursor
	}
	b = b[n:]
	at, n := binary.Varint(b)
	if n <= 0 {
		return c, 0, errNoCursor
	}
	b = b[n:]
	size, n := binary.Uvarint(b)
	if n <= 0 || size != uint64(len(b)-n) {
		return c, 0, errNoCursor
	}
	return Cursor{int(rank), at, string(b[n:])}, of, nil
}

func markSum(list string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(list))
	return h.Sum32()
}
