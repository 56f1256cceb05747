package call

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// Name names a call by the message of the model that requests it and by what it requests.
// The program's own id is in recordings only, and only once the call is over.
func Name(message, tool string, args jsontext.Value) domain.ItemID {
	what := jsontext.Value(slices.Clone(args))
	if err := what.Canonicalize(); err != nil {
		what = args // what has no canonical form is its own
	}
	sum := sha256.Sum256(slices.Concat([]byte(tool+"\x00"), what))
	return domain.ItemID(message + "/call/" + hex.EncodeToString(sum[:6]))
}

// Begins distinguishes the object with which a recording begins, and which is the whole of
// an older recording, from a record of the JSON Lines after it, whatever the order of its
// members.
func Begins(object []byte) bool {
	for name := range lenient.Members(object) {
		switch name {
		case "sessionId", "projectHash", "messages":
			return true
		case "id", "type", "content", "$set", "$rewindTo":
			return false
		}
	}
	return false
}

// Asking is the message that the model wrote last, by the last lines of a recording: the
// one that asks for whatever the program does now. It is "" where the lines hold none.
func Asking(lines []byte) string {
	for _, line := range slices.Backward(bytes.Split(lines, []byte("\n"))) {
		m, _ := lenient.Read[struct {
			ID   lenient.Word `json:"id"`
			Type lenient.Word `json:"type"`
		}](line)
		if m.Type == "gemini" && m.ID != "" {
			return string(producers.ID(m.ID))
		}
	}
	return ""
}
