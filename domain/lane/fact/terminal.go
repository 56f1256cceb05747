package fact

import (
	"encoding/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
)

// readTerminal decodes an ending or a disposition: its material payload, and of
// a finish the paths it claims and what its emitter verified.
func (f *Fact) readTerminal(data []byte) error {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		return err
	}
	if raw, ok := all["commit"]; ok {
		var c domain.CommitID
		if err := json.Unmarshal(raw, &c); err != nil {
			return err
		}
		f.payloadCommit(c)
	}
	material := map[string]json.RawMessage{}
	info, _ := domain.LookupKind(f.Kind)
	for _, name := range info.Material {
		if raw, ok := all[name]; ok && string(raw) != "null" {
			material[name] = raw
		}
	}
	delete(material, "commit")
	if f.Commit != "" {
		material["commit"], _ = json.Marshal(f.Commit)
	}
	if len(material) > 0 {
		raw, err := json.Marshal(material)
		if err != nil {
			return err
		}
		if f.Payload.Material, err = jcs.Rounded(raw); err != nil {
			return err
		}
	}
	return f.readEnding(data)
}

func (f *Fact) readEnding(data []byte) error {
	s := &f.Payload
	switch f.Kind {
	case domain.KindLaneFinished:
		var p struct {
			Writes   []domain.Path   `json:"writes"`
			Evidence domain.Verified `json:"evidence"`
		}
		err := json.Unmarshal(data, &p)
		s.Paths, s.Verified = p.Writes, p.Evidence
		return err
	case domain.KindLaneFailed:
		var p struct {
			Class domain.FailureClass `json:"failure_class"`
		}
		err := json.Unmarshal(data, &p)
		s.Class = p.Class
		return err
	}
	return nil
}
