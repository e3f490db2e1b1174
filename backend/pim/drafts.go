package pim

import (
	"errors"
	"fmt"
	"net/mail"
	"net/url"
	"regexp"
	"strings"
)

// Mail is a draft of a mail. To holds addresses, with or without a name, or names that the mail program may know.
type Mail struct {
	To      []string
	Subject string
	Body    string
}

// Message is a draft of a short message. To is a phone number.
type Message struct {
	To   string
	Text string
}

// Drafts makes of a draft the address under which the desktop's own program opens it. The person looks at it there and
// sends it or not; nothing here sends.
type Drafts interface {
	Mail(m Mail) (address string, err error)
	Message(m Message) (address string, err error)
}

// Links makes mailto: (RFC 6068) and sms: (RFC 5724) addresses.
type Links struct{}

var _ Drafts = Links{}

// MaxDraft is the longest address, in bytes, that programs are handed: Linux takes 128 KB for one argument.
const MaxDraft = 60_000

const maxRecipients = 50

// Mail makes a mailto: address. Errors are one plain sentence.
func (Links) Mail(m Mail) (string, error) {
	if len(m.To) > maxRecipients {
		return "", fmt.Errorf("a draft goes to at most %d people", maxRecipients)
	}
	var to []string
	for _, a := range m.To {
		if err := Line("address", a); err != nil {
			return "", err
		}
		to = append(to, escape(Address(a)))
	}
	if m.Subject != "" {
		if err := Line("subject", m.Subject); err != nil {
			return "", err
		}
	}
	if err := Text("text", m.Body); err != nil {
		return "", err
	}
	var q []string
	if m.Subject != "" {
		q = append(q, "subject="+escape(m.Subject))
	}
	if m.Body != "" {
		q = append(q, "body="+escape(strings.ReplaceAll(strings.ReplaceAll(m.Body, "\r\n", "\n"), "\n", "\r\n")))
	}
	return bound("mailto:"+strings.Join(to, ","), q)
}

// Address is the mail address alone, or the text itself when it is none.
func Address(s string) string {
	if a, err := mail.ParseAddress(s); err == nil {
		return a.Address
	}
	return strings.Join(strings.Fields(s), " ")
}

// IsAddress reports whether a text is a mail address.
func IsAddress(s string) bool {
	a, err := mail.ParseAddress(s)
	return err == nil && strings.Contains(a.Address, "@")
}

var number = regexp.MustCompile(`^\+?[0-9][0-9 ()./-]{1,30}$`)

// IsNumber reports whether a text is a phone number.
func IsNumber(s string) bool { return number.MatchString(strings.TrimSpace(s)) }

// Message makes an sms: address.
func (Links) Message(m Message) (string, error) {
	if !IsNumber(m.To) {
		return "", errors.New("that is no phone number")
	}
	if err := Text("text", m.Text); err != nil {
		return "", err
	}
	to := strings.Map(func(r rune) rune {
		if r == '+' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, m.To)
	var q []string
	if m.Text != "" {
		q = append(q, "body="+escape(m.Text))
	}
	return bound("sms:"+to, q)
}

func bound(address string, query []string) (string, error) {
	if len(query) > 0 {
		address += "?" + strings.Join(query, "&")
	}
	if len(address) > MaxDraft {
		return "", fmt.Errorf("a draft of that length can't be handed to another program: %d KB is the most", MaxDraft/1000)
	}
	return address, nil
}

// escape encodes everything that could end a value or begin another header. A blank is %20: programs read a plus as one.
func escape(s string) string {
	return strings.NewReplacer("+", "%20", "%40", "@").Replace(url.QueryEscape(s))
}
