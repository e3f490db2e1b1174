package desktoptest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
)

func TestWhatGoesIntoAPasswordFieldIsNowhereToBeFound(t *testing.T) {
	const secret = "Zq7"
	d, _, w := form(t)
	pin := w.Password("PIN").Delay(0).Reverts(0)
	w.Focus(pin)
	events := watch(t, d, desktop.Scope{})
	require.NoError(t, d.Desktop().Input.Type(t.Context(), secret, nil))
	require.Equal(t, "•••", pin.Content())
	require.ErrorIs(t, d.Desktop().Actor.Do(t.Context(), pin.Ref(), desktop.SetText, desktop.Arg{Text: secret}), desktop.ErrSecret)
	chord(t, d, "backspace")
	require.Equal(t, "••", pin.Content())
	pin.SetContent(secret)
	chord(t, d, "ctrl+a")
	chord(t, d, "ctrl+c")
	require.Empty(t, d.Clipboard(), "a password is not copied")
	require.NoError(t, d.Desktop().Input.Type(t.Context(), "Z", nil))
	require.Equal(t, "•", pin.Content())
	d.UserTypes(secret)

	e := pin.Element()
	require.Empty(t, e.Value)
	require.True(t, e.Has(desktop.Secure))
	s := snapshot(t, d, desktop.Scope{}, desktop.Limits{Hidden: true})
	d.mu.Lock()
	kept := fmt.Sprintf("%+v %v", *pin, d.acts)
	d.mu.Unlock()
	for _, where := range []string{kept, fmt.Sprintf("%+v", s), fmt.Sprint(d.Acts()), fmt.Sprint(drained(events)), strings.Join(d.KeyLog(), " ")} {
		require.NotContains(t, where, secret)
	}
	frameOf := func(c *Control) []byte {
		f, err := d.Desktop().Screen.Capture(t.Context(), c.Window().ID(), desktop.PixelRect{})
		require.NoError(t, err)
		return f.Image.Pix
	}
	pin.SetContent("aaaa")
	one := frameOf(pin)
	pin.SetContent("bbbb")
	require.Equal(t, one, frameOf(pin), "equal lengths look equal")
}
