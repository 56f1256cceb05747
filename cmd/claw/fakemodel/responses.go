package fakemodel

import (
	"encoding/json"
	"strconv"
)

// responses is OpenAI's Responses API.
var responses = protocol{told: toldInResponses, call: responseOfCall, text: responseOfText}

// responsesRequest is what is read of a request.
type responsesRequest struct {
	Tools []json.RawMessage `json:"tools"`
	Input []struct {
		Type   string          `json:"type"`
		CallID string          `json:"call_id"`
		Output json.RawMessage `json:"output"`
	} `json:"input"`
}

func toldInResponses(body []byte) (map[string]string, bool) {
	var r responsesRequest
	if json.Unmarshal(body, &r) != nil || len(r.Tools) == 0 {
		return nil, false
	}
	told := map[string]string{}
	for _, item := range r.Input {
		if item.Type == "function_call_output" {
			told[item.CallID] = textOf(item.Output)
		}
	}
	return told, true
}

func responseOfCall(n int, c Call) []event {
	input, err := json.Marshal(c.Input)
	if err != nil {
		panic(err) // the script's own words
	}
	item := map[string]any{"type": "function_call", "id": numbered("fc_", n), "call_id": c.ID, "name": c.Tool, "arguments": string(input)}
	if c.Space != "" {
		item["namespace"] = c.Space
	}
	return response(n, item)
}

func responseOfText(n int, text string) []event {
	return response(n, map[string]any{"type": "message", "id": numbered("msg_", n), "role": "assistant",
		"content": []any{map[string]any{"type": "output_text", "text": text}}})
}

// response is the stream of a response with one item.
func response(n int, item map[string]any) []event {
	id := numbered("resp_", n)
	return []event{
		{"response.created", map[string]any{"response": map[string]any{"id": id}}},
		{"response.output_item.done", map[string]any{"output_index": 0, "item": item}},
		{"response.completed", map[string]any{"response": map[string]any{"id": id, "usage": map[string]any{
			"input_tokens": 10, "input_tokens_details": map[string]any{"cached_tokens": 0}, "output_tokens": 5,
			"output_tokens_details": map[string]any{"reasoning_tokens": 0}, "total_tokens": 15}}}},
	}
}

// numbered is an id of the n-th thing of a sort.
func numbered(sort string, n int) string { return sort + strconv.Itoa(n+1) }
