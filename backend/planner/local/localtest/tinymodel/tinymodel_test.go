package tinymodel

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// reader reads a GGUF file back, as its specification says, apart from the code that writes it.
type reader struct {
	*testing.T
	data []byte
	at   int
}

func (r *reader) u32() uint32 { r.at += 4; return binary.LittleEndian.Uint32(r.data[r.at-4:]) }
func (r *reader) u64() uint64 { r.at += 8; return binary.LittleEndian.Uint64(r.data[r.at-8:]) }
func (r *reader) text() string {
	n := int(r.u64())
	r.at += n
	return string(r.data[r.at-n : r.at])
}

func (r *reader) value(kind uint32) any {
	switch kind {
	case 4:
		return r.u32()
	case 5:
		return int32(r.u32())
	case 6:
		return math.Float32frombits(r.u32())
	case 7:
		r.at++
		return r.data[r.at-1] == 1
	case 8:
		return r.text()
	case 9:
		of, n := r.u32(), r.u64()
		list := make([]any, n)
		for i := range list {
			list[i] = r.value(of)
		}
		return list
	}
	r.Fatalf("a value of type %d", kind)
	return nil
}

type found struct {
	shape []uint64
	at    uint64
}

func read(t *testing.T, data []byte) (metadata map[string]any, tensors map[string]found, body []byte) {
	r := &reader{T: t, data: data, at: 4}
	require.Equal(t, "GGUF", string(data[:4]))
	require.Equal(t, uint32(3), r.u32())
	count, pairs := r.u64(), r.u64()
	metadata, tensors = map[string]any{}, map[string]found{}
	for range pairs {
		key := r.text()
		require.NotContains(t, metadata, key)
		metadata[key] = r.value(r.u32())
	}
	for range count {
		name := r.text()
		shape := make([]uint64, r.u32())
		for i := range shape {
			shape[i] = r.u64()
		}
		require.Equal(t, uint32(0), r.u32(), "plain floats")
		tensors[name] = found{shape, r.u64()}
	}
	start := (r.at + 31) / 32 * 32
	return metadata, tensors, data[start:]
}

func TestTheFileIsWhatItsSpecificationSays(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.gguf")
	require.NoError(t, Brief().Write(path))
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Less(t, len(data), 2<<20, "small enough to be made in each test")

	metadata, tensors, rest := read(t, data)
	require.Equal(t, "llama", metadata["general.architecture"])
	require.Equal(t, uint32(4096), metadata["llama.context_length"])
	tokens := metadata["tokenizer.ggml.tokens"].([]any)
	require.Len(t, tokens, vocab)
	require.Equal(t, uint32(vocab), metadata["llama.vocab_size"])
	require.Equal(t, uint32(End), metadata["tokenizer.ggml.eos_token_id"])
	var end uint64
	for name, tensor := range tensors {
		require.Zero(t, tensor.at%32, name)
		size := uint64(4)
		for _, n := range tensor.shape {
			size *= n
		}
		end = max(end, tensor.at+(size+31)/32*32)
	}
	require.Equal(t, uint64(len(rest)), end, "no byte is missing or left over")

	// The table arrives where a server looks for it: row "p" of the output, column "u", is the score of "p" after "u".
	at := tensors["output.weight"].at + 4*uint64('p'*width+'u')
	score := math.Float32frombits(binary.LittleEndian.Uint32(rest[at:])) * float32(math.Sqrt(width))
	require.InDelta(t, brief('u', 'p'), score, 1e-3)
}

func TestTheSameModelIsTheSameFile(t *testing.T) {
	var a, b bytes.Buffer
	n, err := Chatter().WriteTo(&a)
	require.NoError(t, err)
	require.Equal(t, int64(a.Len()), n)
	_, err = Chatter().WriteTo(&b)
	require.NoError(t, err)
	require.Equal(t, a.Bytes(), b.Bytes())
}

func TestAFileThatCannotBeWrittenIsAnError(t *testing.T) {
	require.ErrorContains(t, Brief().Write(filepath.Join(t.TempDir(), "no", "m.gguf")), "pace-brief")
}

func TestEachByteHasATokenOfItsOwn(t *testing.T) {
	tokens, kinds := vocabulary()
	require.Len(t, kinds, vocab)
	seen := map[string]bool{}
	for i, token := range tokens {
		require.False(t, seen[token], "token %d", i)
		seen[token] = true
		require.True(t, i >= 256 || utf8.RuneCountInString(token) == 1)
	}
	// As the tokenizers of this kind have it: a space is Ġ, a line feed Ċ, the soft hyphen the last free letter.
	require.Equal(t, "Ġ", tokens[' '])
	require.Equal(t, "Ċ", tokens['\n'])
	require.Equal(t, "a", tokens['a'])
	require.Equal(t, "Ń", tokens[0xad])
}

// greedy writes what a table says at temperature 0.
func greedy(m Model, prompt string, most int) string {
	prev := int(prompt[len(prompt)-1])
	var text []byte
	for range most {
		best := 0
		for next := range vocab {
			if m.Next(prev, next) > m.Next(prev, best) {
				best = next
			}
		}
		if best >= 256 {
			break
		}
		text, prev = append(text, byte(best)), best
	}
	return string(text)
}

func TestBriefSaysWhatItsCommentSays(t *testing.T) {
	require.Equal(t, "Yup!", greedy(Brief(), "ready?", 99))
	require.Equal(t, "~~~~~~~~~~", greedy(Brief(), "go on ~", 10))
	for _, prompt := range []string{"hi", "A", "9", "</rules>", "ü", "x\n"} {
		require.Equal(t, "Ok.", greedy(Brief(), prompt, 99), "%q", prompt)
	}
	require.Empty(t, greedy(Brief(), "go away.", 99))
	require.Equal(t, "up!", greedy(Brief(), "Y", 99))
}

func TestSamplesAreValidReplies(t *testing.T) {
	for _, text := range samples {
		var envelope struct {
			Intent  string          `json:"intent"`
			Spoken  *string         `json:"spokenText"`
			Payload json.RawMessage `json:"payload"`
		}
		require.NoError(t, json.Unmarshal([]byte(text), &envelope))
		require.NotEmpty(t, envelope.Intent)
		require.NotNil(t, envelope.Spoken)
	}
}
