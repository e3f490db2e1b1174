package local

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"pace/backend/planner/local/localtest"
)

// outcome of reading: the pieces, and how it ended.
func outcomeOfReading(d dialect, r io.Reader) (all []chunk, err error) {
	err = d.read(r, func(ch chunk) error {
		all = append(all, ch)
		if ch.done {
			return errDone
		}
		return nil
	})
	return all, err
}

// fuzzRead holds that any bytes end in a known way and are read the same in one piece and byte by byte.
func fuzzRead(f *testing.F, d dialect) {
	for _, name := range localtest.Names() {
		f.Add([]byte(body(localtest.Recorded(name))))
	}
	f.Add([]byte("data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\r\r: x\nevent: error\ndata: {"))
	f.Fuzz(func(t *testing.T, text []byte) {
		want, err := outcomeOfReading(d, bytes.NewReader(text))
		var said *ServerError
		require.True(t, err == nil || errors.Is(err, errDone) || errors.Is(err, ErrCut) || errors.Is(err, ErrMalformed) ||
			errors.Is(err, ErrNotAServer) || errors.Is(err, ErrTooBig) || errors.As(err, &said), "%v", err)
		got, again := outcomeOfReading(d, iotest.OneByteReader(bytes.NewReader(text)))
		require.Equal(t, want, got)
		require.Equal(t, err, again)
	})
}

func FuzzCompletions(f *testing.F) { fuzzRead(f, completions{}) }

func FuzzNative(f *testing.F) { fuzzRead(f, native{}) }

func FuzzEvents(f *testing.F) {
	f.Add([]byte("\ufeffdata: a\r\ndata: b\r\revent: x\n: c\n\ndata"), 3)
	f.Fuzz(func(t *testing.T, text []byte, at int) {
		if at < 0 || at > len(text) {
			at = len(text) / 2
		}
		want, err := readEvents(bytes.NewReader(text))
		got, again := readEvents(io.MultiReader(bytes.NewReader(text[:at]), bytes.NewReader(text[at:])))
		require.Equal(t, want, got)
		require.Equal(t, err, again)
		for _, ev := range want {
			require.LessOrEqual(t, len(ev), len(text)+len("error||"))
		}
	})
}
