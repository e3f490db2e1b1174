package pim

import (
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestADraftBecomesAnAddress(t *testing.T) {
	for _, c := range []struct {
		m    Mail
		want string
	}{
		{Mail{}, "mailto:"},
		{Mail{To: []string{"anna@example.org"}, Subject: "lunch & tea", Body: "Hi\nBo+Cy"}, "mailto:anna@example.org?subject=lunch%20%26%20tea&body=Hi%0D%0ABo%2BCy"},
		{Mail{To: []string{"Anna <anna@example.org>", "bo@example.org"}}, "mailto:anna@example.org,bo@example.org"},
		{Mail{To: []string{"Anna Meier"}, Subject: "x"}, "mailto:Anna%20Meier?subject=x"},
		{Mail{To: []string{"a@b?bcc=evil@example.org"}}, "mailto:a@b%3Fbcc%3Devil@example.org"},
		{Mail{Subject: "x&bcc=evil@example.org"}, "mailto:?subject=x%26bcc%3Devil@example.org"},
		{Mail{Body: "100%0A"}, "mailto:?body=100%250A"},
	} {
		got, err := Links{}.Mail(c.m)
		require.NoError(t, err)
		require.Equal(t, c.want, got)
	}
	got, err := Links{}.Message(Message{"+41 (79) 000-11.22", "on my way"})
	require.NoError(t, err)
	require.Equal(t, "sms:+41790001122?body=on%20my%20way", got)
}

func TestWhatWouldAddAHeaderIsRefused(t *testing.T) {
	for _, m := range []Mail{{To: []string{"a@b\r\nBcc: c@d"}}, {Subject: "x\nBcc: c@d"}, {Subject: "x\rBcc: c@d"}, {Body: "a\x00b"}, {Body: "\x1b"}, {To: []string{""}}, {To: []string{"\x07"}},
		{Body: strings.Repeat("x", MaxDraft)}, {To: strings.Split(strings.Repeat("a@b,", maxRecipients)+"a@b", ",")}} {
		_, err := Links{}.Mail(m)
		require.Error(t, err, "%.60v", m)
	}
	for _, m := range []Message{{"Anna", ""}, {"", ""}, {"+", ""}, {"0041;ext=1", ""}, {"123", "a\x00"}, {"123", strings.Repeat("ü", MaxDraft)}, {strings.Repeat("1", 40), ""}} {
		_, err := Links{}.Message(m)
		require.Error(t, err, "%.60v", m)
	}
}

// Whatever is written, the program that is handed the address reads the same fields and no other.
func TestAnAddressSaysWhatTheDraftSays(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("ab&?=#%+:/\\\"' ,;@\nü🙂\t")))
		m := Mail{Subject: line(text.Draw(r, "subject")), Body: text.Draw(r, "body")}
		address, err := Links{}.Mail(m)
		if err != nil {
			return
		}
		u, err := url.Parse(address)
		if err != nil {
			r.Fatalf("%q: %v", address, err)
		}
		q := u.Query()
		if q.Get("subject") != m.Subject || strings.ReplaceAll(q.Get("body"), "\r\n", "\n") != m.Body || len(q) > 2 || u.Fragment != "" {
			r.Fatalf("%q says %v", address, q)
		}
	})
}
