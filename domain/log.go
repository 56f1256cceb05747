package domain

// LogPayload is the data of an event in the log's own stream.
//
//sumtype:decl
type LogPayload interface {
	Payload
	log()
}

type logFact struct{}

func (logFact) payload() Family { return FamilyLog }
func (logFact) log()            {}

// LogOpened is the event at position 1 of every log. The log id is its leaf in hex.
type LogOpened struct {
	logFact
	Name string `json:"name"` // for people
	// Nonce is 16 random bytes, hex: no two logs share an id.
	Nonce string `json:"nonce"`
	// Replay says that the log holds re-sent copies: events of kind replay count in it.
	Replay bool `json:"replay,omitzero"`
}

// LogSignersChanged changes who may sign for the log.
type LogSignersChanged struct {
	logFact
	Added     []string `json:"added,omitzero"`   // allowed_signers lines
	Removed   []string `json:"removed,omitzero"` // key fingerprints
	Bootstrap bool     `json:"bootstrap,omitzero"`
	Statement string   `json:"statement"` // base64, as signed
	Signature string   `json:"signature"` // sshsig armour
}

// LogCheckpointed keeps a signed checkpoint.
type LogCheckpointed struct {
	logFact
	Size int64  `json:"size"`
	Root string `json:"root"` // hex
	Note string `json:"note"` // signed note text
}

// LogDataErased says which data were overwritten for good.
type LogDataErased struct {
	logFact
	ID         EventID `json:"id"`
	DataDigest string  `json:"data_digest"`
	Actor      string  `json:"actor"`
	Policy     string  `json:"policy,omitzero"`
	Reason     string  `json:"reason,omitzero"`
}

// LogRepaired says what of a damaged log could not be kept.
type LogRepaired struct {
	logFact
	LostAfter uint64   `json:"lost_after"` // position
	LostUntil uint64   `json:"lost_until"`
	Actor     string   `json:"actor,omitzero"`
	Copies    []string `json:"copies,omitzero"`
}

func (LogOpened) Kind() Kind         { return "log.opened" }
func (LogSignersChanged) Kind() Kind { return "log.signers_changed" }
func (LogCheckpointed) Kind() Kind   { return "log.checkpointed" }
func (LogDataErased) Kind() Kind     { return "log.data_erased" }
func (LogRepaired) Kind() Kind       { return "log.repaired" }

var logKinds = []KindInfo{
	{Kind: LogOpened{}.Kind(), Family: FamilyLog, Version: 1, Decision: true, Reserved: true, New: payloadOf[LogOpened]},
	{Kind: LogSignersChanged{}.Kind(), Family: FamilyLog, Version: 1, Decision: true, Reserved: true, New: payloadOf[LogSignersChanged]},
	{Kind: LogCheckpointed{}.Kind(), Family: FamilyLog, Version: 1, Decision: true, Reserved: true, New: payloadOf[LogCheckpointed]},
	{Kind: LogDataErased{}.Kind(), Family: FamilyLog, Version: 1, Decision: true, Reserved: true, New: payloadOf[LogDataErased]},
	{Kind: LogRepaired{}.Kind(), Family: FamilyLog, Version: 1, Decision: true, Reserved: true, New: payloadOf[LogRepaired]},
}
