package interaction

import (
	"context"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"pace/backend/desktop"
	"pace/backend/proof"
)

// Left is how an edit left a text: what it replaced by what, a little of what stands before and after it, and at which
// character of the text it begins.
type Left struct {
	Old, New, Before, After string
	At                      int
}

// leftAround is how much of the text around an edit is kept, in characters.
const leftAround = 40

// LeftOf says what an edit did from the whole text before and after it.
func LeftOf(was, now string) Left {
	head, tail := 0, 0
	for head < len(was) && head < len(now) {
		_, n := utf8.DecodeRuneInString(was[head:])
		if !strings.HasPrefix(now[head:], was[head:head+n]) {
			break
		}
		head += n
	}
	for tail < len(was)-head && tail < len(now)-head {
		_, n := utf8.DecodeLastRuneInString(was[:len(was)-tail])
		if n > len(was)-head-tail || !strings.HasSuffix(now[:len(now)-tail], was[len(was)-tail-n:len(was)-tail]) || n > len(now)-head-tail {
			break
		}
		tail += n
	}
	head, tail = wordStart(was, head), wordEnd(was, tail)
	return Left{Old: was[head : len(was)-tail], New: now[head : len(now)-tail], Before: lastRunes(now[:head], leftAround),
		After: firstRunes(now[len(now)-tail:], leftAround), At: utf8.RuneCountInString(now[:head])}
}

// wordStart and wordEnd move an end of what differs to the end of the word that it lies in, so that a person can read it.
func wordStart(s string, head int) int {
	for n := 0; n < leftAround && head > 0; n++ {
		r, w := utf8.DecodeLastRuneInString(s[:head])
		if unicode.IsSpace(r) {
			return head
		}
		head -= w
	}
	return head
}

func wordEnd(s string, tail int) int {
	for n := 0; n < leftAround && tail > 0; n++ {
		r, w := utf8.DecodeRuneInString(s[len(s)-tail:])
		if unicode.IsSpace(r) {
			return tail
		}
		tail -= w
	}
	return tail
}

// find looks for the place in a text that is as the edit left it. What stands around it may have changed by then, so that
// less and less of that is asked for; what took the old part's place has to be there whole. Of several places that fit only
// the one that has not moved is taken.
func (l Left) find(whole string) (desktop.Span, bool) {
	if l.Before+l.New+l.After == "" {
		return desktop.Span{}, whole == ""
	}
	const little = 12
	before, after := lastRunes(l.Before, little), firstRunes(l.After, little)
	tries := [][2]string{{l.Before, l.After}, {before, after}}
	if l.New != "" {
		tries = append(tries, [2]string{before, ""}, [2]string{"", after})
	}
	for _, t := range tries {
		if t[0]+t[1] == "" && l.Before+l.After != "" {
			continue // it had neighbours
		}
		switch at, n := l.places(whole, t[0], t[1]); {
		case n == 1 || n > 1 && at == l.At:
			return desktop.Span{From: at, To: at + utf8.RuneCountInString(l.New)}, true
		case n > 1:
			return desktop.Span{}, false
		}
	}
	return desktop.Span{}, false
}

// places counts where the new part stands between two texts, and gives one of the places: the one of the edit if it can.
func (l Left) places(whole, before, after string) (at, n int) {
	what := before + l.New + after
	for from := 0; ; {
		i := strings.Index(whole[from:], what)
		if i < 0 {
			return at, n
		}
		n++
		if here := utf8.RuneCountInString(whole[:from+i+len(before)]); n == 1 || here == l.At {
			at = here
		}
		_, w := utf8.DecodeRuneInString(whole[from+i:])
		from += i + w
	}
}

func firstRunes(s string, n int) string {
	return s[:byteAt(s, n)]
}

// PutBack takes an edit of a field back, where the text still reads as the edit left it.
func (x *Session) PutBack(ctx context.Context, step int, t desktop.Target, l Left) (proof.Outcome, *Shot) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.at = step
	p, err := x.piece(ctx, t, All)
	if err != nil {
		return refusal(ctx, err), nil
	}
	span, ok := l.find(p.whole)
	if !ok {
		return proof.Refuse(proof.ReasonNotPermitted, fmt.Sprintf("%s has been changed since, so it was left as it is.", capital(p.fd.el.Describe()))), nil
	}
	p.cut(span)
	return x.splice(ctx, p, l.Old, nil)
}
