package local

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode"
)

// dialect is a protocol for chats: pure but for the reader it is given.
type dialect interface {
	path() string
	encode(Config, plan, Request) ([]byte, error)
	// read hands each piece to take and ends at take's error, which it returns. A stream that ends without saying so
	// returns nil: whether the answer is complete is seen by its finish reason. A broken one returns ErrCut.
	read(body io.Reader, take func(chunk) error) error
}

func (c *Client) dialect() dialect {
	if c.config.Kind == Ollama && (c.config.Window > 0 || c.config.KeepAlive != 0) {
		return native{}
	}
	return completions{}
}

// firstByte gives the first byte that is not white space, without consuming it. 0: the body is empty.
func firstByte(r *bufio.Reader) (byte, error) {
	for {
		peeked, err := r.Peek(1)
		if err == io.EOF {
			return 0, nil
		}
		if err != nil {
			return 0, broken(err)
		}
		b := peeked[0]
		if b == 0xef { // a byte order mark
			if mark, _ := r.Peek(3); bytes.Equal(mark, []byte("\ufeff")) {
				_, _ = r.Discard(3)
				continue
			}
		}
		if !unicode.IsSpace(rune(b)) {
			return b, nil
		}
		_, _ = r.Discard(1)
	}
}

// broken is what an error of reading a body means.
func broken(err error) error {
	if err == nil || errors.Is(err, ErrTooBig) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrCut, err)
}

// whole reads a body that is one JSON value.
func whole(r io.Reader, into any) error {
	text, err := io.ReadAll(io.LimitReader(r, maxLine+1))
	switch {
	case err != nil:
		return broken(err)
	case len(text) > maxLine:
		return fmt.Errorf("%w: more than %d bytes", ErrTooBig, maxLine)
	}
	return decode(text, into)
}

// decode reads one JSON value. A value that breaks off is an answer that broke off; anything else is no JSON at all.
func decode(text []byte, into any) error {
	err := json.Unmarshal(text, into)
	switch {
	case err == nil:
		return nil
	case endsEarly(text):
		return fmt.Errorf("%w within %q", ErrCut, safe(tail(text)))
	}
	return fmt.Errorf("%w: %w", ErrMalformed, err)
}

// endsEarly says whether more text could have made it valid.
func endsEarly(text []byte) bool {
	err := json.NewDecoder(bytes.NewReader(text)).Decode(new(json.RawMessage))
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)
}

func tail(text []byte) string {
	const most = 40
	return string(text[max(0, len(text)-most):])
}
