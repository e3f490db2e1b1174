package tools

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"time"

	"pace/backend/egress"
	"pace/backend/proof"
)

// Bounds of a download. They keep a server from filling the disk or holding a turn for ever.
const (
	downloadMost    = 4 << 30          // bytes
	downloadStall   = 30 * time.Second // without a byte
	downloadLongest = 2 * time.Hour
	progressEvery   = time.Second
)

// fetched is what came over the wire.
type fetched struct {
	size  int64
	sum   string // SHA-256, as it was written
	from  *url.URL
	known bool // the server said beforehand how much it would be
}

// errStalled ends a download that nothing comes of any more.
var errStalled = errors.New("nothing came for too long")

// limits are the bounds of one download; zero ones are the usual.
type limits struct {
	most  int64
	stall time.Duration
}

func (l limits) filled() limits {
	if l.most <= 0 {
		l.most = downloadMost
	}
	if l.stall <= 0 {
		l.stall = downloadStall
	}
	return l
}

// fetch writes what an address gives to w. tell hears how far it is. The error is a *proof.Problem unless ctx ended.
func fetch(ctx context.Context, client *http.Client, from *url.URL, w io.Writer, l limits, tell func(string)) (fetched, error) {
	l = l.filled()
	ctx, cancel := context.WithTimeout(ctx, downloadLongest)
	defer cancel()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	watch := time.AfterFunc(l.stall, func() { stop(errStalled) })
	defer watch.Stop()

	req, err := http.NewRequestWithContext(ctx, http.MethodGet, from.String(), nil)
	if err != nil {
		return fetched{}, &proof.Problem{Reason: proof.ReasonInvalid, Text: "The address can't be used.", Err: err}
	}
	req.Header.Set("Accept", "*/*")
	req.Header.Set("Accept-Encoding", "identity") // what is saved is what lies there
	req.Header.Set("User-Agent", "Pace")
	req.Close = true // one file is all that is wanted of this connection
	resp, err := following(client).Do(req)
	if err != nil {
		return fetched{}, unfetched(ctx, from.Host, err)
	}
	defer resp.Body.Close()
	got := fetched{from: resp.Request.URL, known: resp.ContentLength >= 0}
	switch encoding := resp.Header.Get("Content-Encoding"); {
	case resp.StatusCode != http.StatusOK:
		return fetched{}, &proof.Problem{Reason: proof.ReasonNoEffect, Text: fmt.Sprintf("%s answered “%s”. Nothing was saved.", got.from.Host, answered(resp))}
	case encoding != "" && !strings.EqualFold(encoding, "identity"):
		return fetched{}, &proof.Problem{Reason: proof.ReasonUnsupported, Text: fmt.Sprintf("%s sends it packed in a way that was not asked for. Nothing was saved.", got.from.Host)}
	case resp.ContentLength > l.most:
		return fetched{}, tooLarge(l.most, resp.ContentLength)
	}
	h := sha256.New()
	p := &progress{whole: resp.ContentLength, tell: tell, alive: func() { watch.Reset(l.stall) }, last: time.Now()}
	body := io.TeeReader(io.TeeReader(io.LimitReader(resp.Body, l.most+1), p), h)
	if got.size, err = io.Copy(w, body); err != nil {
		return fetched{}, unfetched(ctx, from.Host, err)
	}
	if got.size > l.most {
		return fetched{}, tooLarge(l.most, 0)
	}
	got.sum = hex.EncodeToString(h.Sum(nil))
	return got, nil
}

// answered is the status as the server wrote it, within bounds: it is text from outside.
func answered(r *http.Response) string {
	words := http.StatusText(r.StatusCode)
	if words == "" {
		words = "an unknown status"
	}
	return fmt.Sprintf("%d %s", r.StatusCode, words)
}

func tooLarge(most, is int64) *proof.Problem {
	text := fmt.Sprintf("It is larger than %s, the most that Pace loads, so it was not saved.", sizeWords(most))
	if is > 0 {
		text = fmt.Sprintf("It is %s, and the most that Pace loads is %s, so it was not saved.", sizeWords(is), sizeWords(most))
	}
	return &proof.Problem{Reason: proof.ReasonUnsupported, Text: text}
}

// unfetched says why an address gave nothing whole.
func unfetched(ctx context.Context, host string, err error) error {
	var refused *egress.Refused
	var p *proof.Problem
	cause := context.Cause(ctx)
	failed := func(r proof.Reason, format string, a ...any) error {
		return &proof.Problem{Reason: r, Text: fmt.Sprintf(format, a...) + " Nothing was saved.", Err: err}
	}
	switch {
	case errors.Is(cause, errStalled):
		return failed(proof.ReasonHung, "%s stopped sending.", host)
	case errors.Is(cause, context.DeadlineExceeded):
		return failed(proof.ReasonTimeout, "It took longer than a download may.")
	case errors.As(cause, &p) || ctx.Err() != nil:
		return cause
	case errors.As(err, &refused):
		return failed(proof.ReasonNotPermitted, "%s.", refused)
	case errors.As(err, &p):
		return p
	case errors.Is(err, io.ErrUnexpectedEOF):
		return failed(proof.ReasonNoEffect, "The connection to %s broke off in the middle.", host)
	case errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT):
		return failed(proof.ReasonNoEffect, "There is no room for it.")
	}
	return failed(proof.ReasonNoEffect, "%s could not be reached, or did not send it whole.", host)
}

// following is a client that also leaves a way into this machine or its network alone that a server outside points to:
// what answers there trusts whoever comes from within.
func following(client *http.Client) *http.Client {
	c := *client
	c.CheckRedirect = func(next *http.Request, via []*http.Request) error {
		if client.CheckRedirect != nil {
			if err := client.CheckRedirect(next, via); err != nil {
				return err
			}
		}
		var asked []*url.URL
		for _, r := range via {
			asked = append(asked, r.URL)
		}
		return mayFollow(next.URL, asked...)
	}
	return &c
}

// mayFollow decides about a redirect behind the addresses that were asked so far. Names that lead inside are the guard's
// to find: it looks at their addresses.
func mayFollow(next *url.URL, asked ...*url.URL) error {
	for _, from := range asked {
		switch {
		case next.User != nil:
			return &egress.Refused{Host: next.Hostname(), Why: "a redirect named a user or a password"}
		case egress.Inside(next.Hostname()) && !egress.Inside(from.Hostname()):
			return &egress.Refused{Host: next.Hostname(), Why: "a server elsewhere pointed into this machine or its network"}
		case egress.Here(next.Hostname()) && !egress.Here(from.Hostname()):
			return &egress.Refused{Host: next.Hostname(), Why: "a server on the network pointed into this machine"}
		}
	}
	return nil
}

// progress tells how far a download is, not more often than once in a while.
type progress struct {
	whole, got int64
	tell       func(string)
	alive      func()
	last       time.Time
}

func (p *progress) Write(b []byte) (int, error) {
	p.alive()
	p.got += int64(len(b))
	if now := time.Now(); p.tell != nil && now.Sub(p.last) >= progressEvery {
		p.last = now
		if p.whole > 0 {
			p.tell(fmt.Sprintf("%s of %s", sizeWords(p.got), sizeWords(p.whole)))
		} else {
			p.tell(sizeWords(p.got) + " so far")
		}
	}
	return len(b), nil
}
