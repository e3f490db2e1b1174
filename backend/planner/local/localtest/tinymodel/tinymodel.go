// Package tinymodel makes language models of about a megabyte whose answers are chosen beforehand, so that tests can
// drive a real model server without downloading anything.
//
// A model is an ordinary llama-architecture GGUF file over single bytes: the embeddings are one-hot, the one block is
// zero and only passes its input on, and the output matrix is a table that says for each byte which byte comes next.
// The model promises the cost and the wire of a server, and text that is the same in every run at temperature 0. It
// knows nothing: what it says proves nothing about a planner's understanding.
package tinymodel

import (
	"fmt"
	"io"
	"math"
	"os"
)

// End is the token after which a reply is over; 0 to 255 are the bytes.
const End = 257

const (
	merged   = 256 // a tokenizer without one merged pair is refused by servers; this pair never occurs in text
	vocab    = 258
	width    = 288 // at least vocab, so that each token has a dimension of its own; 9 heads of 32
	heads    = 9
	headSize = width / heads
	inner    = 32
)

// Model is one tiny model.
type Model struct {
	Name    string
	Context int // the window it is said to be trained for; 0 means 4096
	// Next scores next as the token after prev. A difference of 10 decides at temperature 0 and at 1.
	Next func(prev, next int) float32
}

// template shows the model the messages with their roles and ends with the last byte of the last message, so that this
// byte decides how the reply begins.
const template = "{% for message in messages %}{{ '<' + message['role'] + '>' }}{{ message['content'] }}{% endfor %}"

// WriteTo writes the model as a GGUF file.
func (m Model) WriteTo(w io.Writer) (int64, error) {
	context := m.Context
	if context == 0 {
		context = 4096
	}
	tokens, kinds := vocabulary()
	f := &file{}
	f.set("general.architecture", "llama")
	f.set("general.name", m.Name)
	f.set("general.file_type", uint32(0))
	f.set("llama.context_length", uint32(context))
	f.set("llama.embedding_length", uint32(width))
	f.set("llama.block_count", uint32(1))
	f.set("llama.feed_forward_length", uint32(inner))
	f.set("llama.rope.dimension_count", uint32(headSize))
	f.set("llama.attention.head_count", uint32(heads))
	f.set("llama.attention.head_count_kv", uint32(1))
	f.set("llama.attention.layer_norm_rms_epsilon", float32(1e-6))
	f.set("llama.vocab_size", uint32(vocab))
	f.set("tokenizer.ggml.model", "gpt2")
	f.set("tokenizer.ggml.pre", "gpt-2")
	f.set("tokenizer.ggml.tokens", tokens)
	f.set("tokenizer.ggml.token_type", kinds)
	f.set("tokenizer.ggml.merges", []string{tokens[0] + " " + tokens[1]})
	f.set("tokenizer.ggml.bos_token_id", uint32(End))
	f.set("tokenizer.ggml.eos_token_id", uint32(End))
	f.set("tokenizer.ggml.add_bos_token", false)
	f.set("tokenizer.chat_template", template)

	embedding := make([]float32, vocab*width)
	output := make([]float32, vocab*width)
	// A one-hot vector of this width leaves the norm before the output with the value √width in its place.
	scale := float32(math.Sqrt(width))
	for token := range vocab {
		embedding[token*width+token] = 1
		for prev := range vocab {
			output[token*width+prev] = m.Next(prev, token) / scale
		}
	}
	f.tensor("token_embd.weight", embedding, width, vocab)
	f.tensor("output_norm.weight", ones(width), width)
	f.tensor("output.weight", output, width, vocab)
	f.tensor("blk.0.attn_norm.weight", ones(width), width)
	f.tensor("blk.0.attn_q.weight", nil, width, width)
	f.tensor("blk.0.attn_k.weight", nil, width, headSize)
	f.tensor("blk.0.attn_v.weight", nil, width, headSize)
	f.tensor("blk.0.attn_output.weight", nil, width, width)
	f.tensor("blk.0.ffn_norm.weight", ones(width), width)
	f.tensor("blk.0.ffn_gate.weight", nil, width, inner)
	f.tensor("blk.0.ffn_up.weight", nil, width, inner)
	f.tensor("blk.0.ffn_down.weight", nil, inner, width)
	return f.WriteTo(w)
}

// Write makes the file at path.
func (m Model) Write(path string) error {
	out, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("write model %s: %w", m.Name, err)
	}
	_, err = m.WriteTo(out)
	if closed := out.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return fmt.Errorf("write model %s: %w", m.Name, err)
	}
	return nil
}

// vocabulary names the tokens: each byte by the printable letter that this kind of tokenizer writes for it (itself when
// it is printable, else the next free one from U+0100 on), then the merged pair and the end.
func vocabulary() (tokens []string, kinds []int32) {
	const normal, control = 1, 3
	free := rune(0x100)
	for b := range rune(256) {
		letter := b
		if b < '!' || b > '~' && b < 0xa1 || b == 0xad {
			letter = free
			free++
		}
		tokens, kinds = append(tokens, string(letter)), append(kinds, normal)
	}
	tokens, kinds = append(tokens, tokens[0]+tokens[1]), append(kinds, normal)
	return append(tokens, "<|end|>"), append(kinds, control)
}

func ones(n int) []float32 {
	values := make([]float32, n)
	for i := range values {
		values[i] = 1
	}
	return values
}
