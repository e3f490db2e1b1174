package tools

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/backend/proof"
)

func TestOnlyWebAddressesAreOpened(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		for _, u := range []string{"file:///etc/passwd", "javascript:alert(1)", "ssh://host", "example.org", "https://", "https://user:pw@example.org", "https://example.org/\\u0007", "http://exa mple.org", "data:text/html,x", ""} {
			require.NotEmpty(t, r.refused("open_url", `{"url":"`+u+`"}`), u)
		}
		for _, u := range []string{"https://example.org", "http://example.org/a?b=c#d", "HTTPS://example.org", "https://пример.рф/ü"} {
			require.Empty(t, r.refused("open_url", `{"url":"`+u+`"}`), u)
		}
	})
}

func TestAnAddressIsWrittenDownBeforeItIsHandedOver(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.desk.Install(desktop.Entry{ID: "web.desktop", Name: "Web"}).Handles("https").OpensWindow(0, "Example")
		r.book.full = errors.New("disk full")
		o, _ := r.run("open_url", `{"url":"https://example.org/a"}`)
		effect(t, proof.Refused, o)
		require.Empty(t, r.desk.URLs(), "what can't be written down is not handed over")
		r.book.full = nil
		o, _ = r.run("open_url", `{"url":"https://example.org/a"}`)
		effect(t, proof.Confirmed, o)
		require.Equal(t, []string{"browser example.org", "browser example.org"}, r.book.lines)
	})
}

func TestAProgramIsOpenedByItsName(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.desk.Install(desktop.Entry{ID: "calc.desktop", Name: "Calculator"}).OpensWindow(0, "Calculator")
		o, _ := r.run("App.launch", `{"name":"calculator"}`)
		effect(t, proof.Confirmed, o)
		require.NotEmpty(t, r.refused("open_app", `{"app":""}`))
	})
}
