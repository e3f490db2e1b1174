package cli

import (
	"io"
	"unicode"
)

// visible writes for a terminal: texts of windows and models may hold characters that move its cursor, colour it or turn
// the direction of writing, and none of them get through.
type visible struct{ w io.Writer }

func (v visible) Write(text []byte) (int, error) {
	clean := make([]rune, 0, len(text))
	for _, c := range string(text) {
		if c != '\n' && c != '\t' && unicode.IsControl(c) || unicode.Is(unicode.Bidi_Control, c) {
			continue
		}
		clean = append(clean, c)
	}
	if _, err := io.WriteString(v.w, string(clean)); err != nil {
		return 0, err
	}
	return len(text), nil
}
