package local

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

func readAllLines(r io.Reader, max int) (all []string, cut bool, err error) {
	l := newLines(r, max)
	for {
		line, whole, err := l.next()
		if err == io.EOF {
			return all, cut, nil
		}
		if err != nil {
			return all, cut, err
		}
		all, cut = append(all, string(line)), !whole
	}
}

func TestALineEndsInEachOfTheThreeWays(t *testing.T) {
	for text, want := range map[string][]string{
		"a\nb\n":         {"a", "b"},
		"a\r\nb\r\n":     {"a", "b"},
		"a\rb\r":         {"a", "b"},
		"a\r\r\nb":       {"a", "", "b"},
		"\n\r\n\r":       {"", "", ""},
		"only\n\n\r\nen": {"only", "", "", "en"},
	} {
		for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text))} {
			got, cut, err := readAllLines(r, 100)
			require.NoError(t, err)
			require.Equal(t, want, got, "%q", text)
			require.Equal(t, !strings.HasSuffix(text, "\n") && !strings.HasSuffix(text, "\r"), cut, "%q", text)
		}
	}
}

func TestALineThatIsHandedOutNeedsNothingAfterItsEnd(t *testing.T) {
	in, out := io.Pipe()
	go func() { _, _ = out.Write([]byte("first\r")) }() // and the pipe stays open
	l := newLines(in, 100)
	line, whole, err := l.next()
	require.NoError(t, err)
	require.True(t, whole)
	require.Equal(t, "first", string(line))
	in.Close()
}

func TestALineBeyondTheBoundIsAnErrorAndNotCut(t *testing.T) {
	got, _, err := readAllLines(strings.NewReader("short\n"+strings.Repeat("x", 11)+"\n"), 10)
	require.ErrorIs(t, err, ErrTooBig)
	require.Equal(t, []string{"short"}, got)

	got, _, err = readAllLines(strings.NewReader(strings.Repeat("x", 10)+"\n"), 10)
	require.NoError(t, err)
	require.Len(t, got, 1)
}

func TestAnErrorOfTheConnectionIsPassedOn(t *testing.T) {
	broken := errors.New("reset")
	_, _, err := readAllLines(io.MultiReader(strings.NewReader("half"), iotest.ErrReader(broken)), 10)
	require.ErrorIs(t, err, broken)
}
