package fakemodel

import "encoding/json"

// messages is Anthropic's Messages API.
var messages = protocol{told: toldInMessages, call: messageOfCall, text: messageOfText}

// messagesRequest is what is read of a request.
type messagesRequest struct {
	Tools    []json.RawMessage `json:"tools"`
	Messages []struct {
		Content json.RawMessage `json:"content"`
	} `json:"messages"`
}

// block is a piece of a message.
type block struct {
	Type   string          `json:"type"`
	CallID string          `json:"tool_use_id"`
	Text   string          `json:"text"`
	Inside json.RawMessage `json:"content"`
}

func toldInMessages(body []byte) (map[string]string, bool) {
	var r messagesRequest
	if json.Unmarshal(body, &r) != nil || len(r.Tools) == 0 {
		return nil, false
	}
	told := map[string]string{}
	for _, message := range r.Messages {
		for _, b := range blocks(message.Content) {
			if b.Type == "tool_result" {
				told[b.CallID] = textOf(b.Inside)
			}
		}
	}
	return told, true
}

// blocks are the pieces of a content; one that is a mere text has none.
func blocks(content json.RawMessage) (all []block) {
	if json.Unmarshal(content, &all) != nil {
		return nil
	}
	return all
}

// textOf returns a content's text, which is a string or is in its blocks.
func textOf(content json.RawMessage) (text string) {
	if json.Unmarshal(content, &text) == nil {
		return text
	}
	for _, b := range blocks(content) {
		text += b.Text
	}
	return text
}

func messageOfCall(n int, c Call) []event {
	input, err := json.Marshal(c.Input)
	if err != nil {
		panic(err) // the script's own words
	}
	return message(n, "tool_use", map[string]any{"type": "tool_use", "id": c.ID, "name": c.Tool, "input": map[string]any{}},
		map[string]any{"type": "input_json_delta", "partial_json": string(input)})
}

func messageOfText(n int, text string) []event {
	return message(n, "end_turn", map[string]any{"type": "text", "text": ""}, map[string]any{"type": "text_delta", "text": text})
}

// message is the stream of a message with one block.
func message(n int, stop string, start, delta map[string]any) []event {
	return []event{
		{"message_start", map[string]any{"message": map[string]any{"id": numbered("msg_", n), "type": "message", "role": "assistant", "model": "fake-model",
			"content": []any{}, "stop_reason": nil, "stop_sequence": nil, "usage": map[string]any{"input_tokens": 10, "output_tokens": 1}}}},
		{"content_block_start", map[string]any{"index": 0, "content_block": start}},
		{"content_block_delta", map[string]any{"index": 0, "delta": delta}},
		{"content_block_stop", map[string]any{"index": 0}},
		{"message_delta", map[string]any{"delta": map[string]any{"stop_reason": stop, "stop_sequence": nil}, "usage": map[string]any{"output_tokens": 5}}},
		{"message_stop", map[string]any{}},
	}
}
