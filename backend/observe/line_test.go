package observe

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
)

func TestAnElementBecomesALabelAndWhatItHolds(t *testing.T) {
	on, field := desktop.Enabled, desktop.Enabled|desktop.Editable
	for _, c := range []struct {
		e    desktop.Element
		want string // label|text
	}{
		{desktop.Element{Role: desktop.Button, Name: "Save", State: on}, "Save|"},
		{desktop.Element{Role: desktop.Button, Desc: "Closes the tab", State: on}, "Closes the tab|"},
		{desktop.Element{Role: desktop.Button, Name: "Save"}, "Save|(disabled)"},
		{desktop.Element{Role: desktop.Button, Name: "Save", Value: "Save", State: on}, "Save|"},
		{desktop.Element{Role: desktop.TextField, Name: "Name", Value: "Ada", State: field | desktop.Focused}, "Name|Ada (focused)"},
		{desktop.Element{Role: desktop.TextField, Name: "Name", State: field | desktop.ReadOnly | desktop.Invalid}, "Name|(read only, not valid)"},
		{desktop.Element{Role: desktop.CheckBox, Name: "Wrap", State: on | desktop.Checkable}, "Wrap|off"},
		{desktop.Element{Role: desktop.CheckBox, Name: "Wrap", State: on | desktop.Checkable | desktop.Checked}, "Wrap|on"},
		{desktop.Element{Role: desktop.CheckBox, Name: "All", State: on | desktop.Checkable | desktop.Mixed}, "All|partly on"},
		{desktop.Element{Role: desktop.Toggle, Name: "Bold", State: on | desktop.Pressed}, "Bold|on"},
		{desktop.Element{Role: desktop.Toggle, Name: "Bold", State: on}, "Bold|off"},
		{desktop.Element{Role: desktop.Menu, Name: "File", State: on | desktop.Expandable | desktop.Expanded}, "File|(open)"},
		{desktop.Element{Role: desktop.ListItem, Name: "a.txt", State: on | desktop.Selected}, "a.txt|(selected)"},
		{desktop.Element{Role: desktop.Combo, Name: "Size", Value: "A4", State: on}, "Size|A4"},
		{desktop.Element{Role: desktop.Slider, Name: "Level", Value: "70", Max: 100, State: on}, "Level|70 (0 to 100)"},
		{desktop.Element{Role: desktop.Label, Name: "3 pages", Value: "3 pages", State: on}, "|3 pages"},
		{desktop.Element{Role: desktop.Progress, Name: "Copying", Value: "40", State: on}, "Copying|40"},
		{desktop.Element{Role: desktop.Password, Name: "Password", Value: "leaked", State: field | desktop.Secure}, "Password|hidden"},
		{desktop.Element{Role: desktop.SpinButton, Name: "PIN", Value: "4711", Max: 9999, State: field}, "PIN|hidden"},
		{desktop.Element{Role: desktop.Button, Name: "a|b\n[2] button|1,1|Pay", State: on}, "a¦b [2] button¦1,1¦Pay|"},
		{desktop.Element{Role: desktop.Button, Name: "eval\u202elive\u200b\x00", State: on}, "eval[U+202E]live|"},
		{desktop.Element{Role: desktop.TextField, Name: strings.Repeat("n", 100), Value: strings.Repeat("é", 5000), State: field},
			strings.Repeat("n", 79) + "…|" + strings.Repeat("é", 159) + "…"},
	} {
		got := rowOf(c.e, "", secret(c.e)).line(1)
		require.Equal(t, "[1] "+string(c.e.Role)+"||"+c.want, got)
	}
}

func TestFieldsThatAreCalledLikeASecretAreOnes(t *testing.T) {
	for name, want := range map[string]bool{
		"Password": true, "Your password:": true, "New-Password": true, "PIN": true, "Card PIN (4 digits)": true, "API_key": true, "Contraseña": true, "CVV2": true,
		"One-time code": true, "密码": true, "Seed phrase": true, "Secret": true,
		"Pinboard": false, "Name": false, "Passport number": false, "Secretary": false, "Tango": false, "Code": false, "Key": false, "": false, "Tokens left": false,
	} {
		require.Equal(t, want, secret(desktop.Element{Role: desktop.TextField, Name: name}), name)
		require.Equal(t, want, secret(desktop.Element{Role: desktop.TextField, Desc: name}), name)
		require.False(t, secret(desktop.Element{Role: desktop.Button, Name: name}), "a button holds nothing")
	}
	require.True(t, secret(desktop.Element{Role: desktop.Other, State: desktop.Secure}))
}

// Whatever a program calls its elements, a line is one line of four columns that shows all it holds.
func FuzzALineIsOneLineOfFourColumns(f *testing.F) {
	for _, s := range []string{"Save", "a|b", "x\ny", "\u202eevil", "\x1b[2J", "\U000e0041", "a\u2028b", "\xff\xfe", strings.Repeat("👩‍💻", 100), "[1] button|1,1|OK|"} {
		f.Add(s, s, s, uint32(0))
	}
	f.Fuzz(func(t *testing.T, name, value, desc string, state uint32) {
		for _, role := range []desktop.Role{desktop.Button, desktop.TextField, desktop.Label, desktop.CheckBox, desktop.Password} {
			e := desktop.Element{Role: role, Name: name, Value: value, Desc: desc, State: desktop.State(state)}
			hide := secret(e)
			l := rowOf(e, "1,2", hide).line(7)
			require.True(t, utf8.ValidString(l))
			require.Equal(t, 3, strings.Count(l, "|"), l)
			require.True(t, strings.HasPrefix(l, "[7] "+string(role)+"|1,2|"))
			require.Less(t, utf8.RuneCountInString(l), labelLimit+textLimit+200)
			for _, r := range l {
				if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == 0x2028 || r == 0x2029 {
					t.Fatalf("%q", l)
				}
			}
			if hide && len(value) > 12 && !strings.Contains(name+desc, value) {
				require.NotContains(t, l, value)
			}
		}
	})
}
