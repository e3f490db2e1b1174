package local

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// maxLine bounds one line of a stream. Some servers send a whole answer in one, so it is generous.
const maxLine = 4 << 20

// ErrTooBig says that a server sent more than Pace takes: one line, or one answer.
var ErrTooBig = errors.New("the answer is too big")

// lines cuts a stream into lines that end in LF, CR LF or CR. It hands a line out as soon as its end has arrived: a CR
// is not held back until it is known whether an LF follows.
type lines struct {
	from   *bufio.Reader
	max    int
	afterC bool // the last line ended in CR: an LF now belongs to it
	buffer []byte
}

func newLines(r io.Reader, max int) *lines {
	return &lines{from: bufio.NewReader(r), max: max}
}

// next gives one line without its end, valid until the next call. whole is false for a last line that the stream broke
// off; io.EOF comes only when there is nothing more.
func (l *lines) next() (line []byte, whole bool, err error) {
	l.buffer = l.buffer[:0]
	for {
		b, err := l.from.ReadByte()
		if err == io.EOF && len(l.buffer) > 0 {
			return l.buffer, false, nil
		}
		if err != nil {
			return nil, false, err
		}
		skip := b == '\n' && l.afterC
		l.afterC = false
		switch {
		case skip:
		case b == '\r':
			l.afterC = true
			return l.buffer, true, nil
		case b == '\n':
			return l.buffer, true, nil
		case len(l.buffer) == l.max:
			return nil, false, fmt.Errorf("%w: a line of more than %d bytes", ErrTooBig, l.max)
		default:
			l.buffer = append(l.buffer, b)
		}
	}
}
