package fakemodel

import (
	"encoding/json"
	"strings"
)

// generate is Google's streamGenerateContent.
var generate = protocol{told: toldInContents, call: contentOfCall, text: contentOfText}

// contentsRequest is what is read of a request.
type contentsRequest struct {
	Tools    []json.RawMessage `json:"tools"`
	Contents []struct {
		Parts []struct {
			Back struct {
				ID       string          `json:"id"`
				Name     string          `json:"name"`
				Response json.RawMessage `json:"response"`
			} `json:"functionResponse"`
		} `json:"parts"`
	} `json:"contents"`
}

func toldInContents(body []byte) (map[string]string, bool) {
	var r contentsRequest
	if json.Unmarshal(body, &r) != nil || len(r.Tools) == 0 {
		return nil, false
	}
	told := map[string]string{}
	for _, content := range r.Contents {
		for _, part := range content.Parts {
			if back := part.Back; back.ID != "" {
				told[strings.TrimPrefix(back.ID, back.Name+"__")] = string(back.Response) // Gemini CLI puts the tool before the id
			}
		}
	}
	return told, true
}

func contentOfCall(_ int, c Call) []event {
	return content(map[string]any{"functionCall": map[string]any{"id": c.ID, "name": c.Tool, "args": c.Input}})
}

func contentOfText(_ int, text string) []event { return content(map[string]any{"text": text}) }

// content is the stream of an answer with one part. Its events have no names.
func content(part map[string]any) []event {
	return []event{{"", map[string]any{
		"candidates":    []any{map[string]any{"content": map[string]any{"role": "model", "parts": []any{part}}, "finishReason": "STOP", "index": 0}},
		"usageMetadata": map[string]any{"promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 15},
		"modelVersion":  "fake-model"}}}
}
