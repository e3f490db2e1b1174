package observe

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"pace/backend/desktop"
	"pace/backend/untrusted"
)

// Columns are bounded in characters: a label is for recognising, a text for knowing what is there.
const (
	labelLimit = 80
	textLimit  = 160
)

// row is an element, or a text that was read off the picture, on its way to a line.
type row struct {
	role  string
	place string // "x,y" in pixels, or nothing when it is not known
	label string
	text  string
}

// line prints a row: [N] role|x,y|label|text.
func (r row) line(n int) string {
	return fmt.Sprintf("[%d] %s|%s|%s|%s", n, r.role, r.place, r.label, r.text)
}

// column makes any text one bounded column: no line breaks, no hidden or turning characters, no bar.
func column(s string, limit int) string {
	if len(s) > 64*limit { // far more than is shown; cleaning all of a document would be for nothing
		s = s[:64*limit]
	}
	s = strings.Join(strings.Fields(untrusted.Clean(s)), " ")
	s = strings.ReplaceAll(s, "|", "¦")
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	r := []rune(s)
	return strings.TrimRight(string(r[:limit-1]), " ") + "…"
}

// rowOf describes an element; hide says that its content is not shown.
func rowOf(e desktop.Element, place string, hide bool) row {
	r := row{role: string(e.Role), place: place}
	label := e.Name
	if label == "" {
		label = e.Desc
	}
	if states(e.Role) {
		r.text = column(label, textLimit)
		if v := column(e.Value, textLimit); v != "" && v != r.text && !hide {
			if r.text != "" {
				r.label = column(label, labelLimit)
			}
			r.text = v
		}
		return r
	}
	r.label = column(label, labelLimit)
	r.text = content(e, hide)
	return r
}

// states reports a role that only says something: what it says is its text, and it has no label.
func states(r desktop.Role) bool {
	switch r {
	case desktop.Label, desktop.Heading, desktop.StatusBar, desktop.Alert, desktop.Progress:
		return true
	}
	return false
}

// content is what an element holds, and in brackets how it is.
func content(e desktop.Element, hide bool) string {
	var out []string
	switch {
	case hide:
		out = append(out, "hidden")
	case e.Has(desktop.Mixed):
		out = append(out, "partly on")
	case e.Has(desktop.Checkable) || e.Role == desktop.Toggle:
		on := e.Has(desktop.Checked) || e.Role == desktop.Toggle && e.Has(desktop.Pressed)
		out = append(out, map[bool]string{true: "on", false: "off"}[on])
	case e.Value != "" && e.Value != e.Name:
		if v := column(e.Value, textLimit); v != "" {
			out = append(out, v)
		}
	}
	if how := condition(e, hide); how != "" {
		out = append(out, "("+how+")")
	}
	return strings.Join(out, " ")
}

// conditions are the states that are told, in this order.
var conditions = []struct {
	state desktop.State
	word  string
}{
	{desktop.Focused, "focused"}, {desktop.Selected, "selected"}, {desktop.Expanded, "open"},
	{desktop.ReadOnly, "read only"}, {desktop.Invalid, "not valid"}, {desktop.Busy, "busy"},
}

func condition(e desktop.Element, hide bool) string {
	var out []string
	if !e.Has(desktop.Enabled) {
		out = append(out, "disabled")
	}
	for _, c := range conditions {
		if e.Has(c.state) {
			out = append(out, c.word)
		}
	}
	if e.Max > e.Min && (e.Role == desktop.Slider || e.Role == desktop.SpinButton) && !hide {
		out = append(out, fmt.Sprintf("%g to %g", e.Min, e.Max))
	}
	return strings.Join(out, ", ")
}

// secret reports an element whose content is not told: a password, or a plain field that is called like one, as when
// somebody has pressed "show password".
func secret(e desktop.Element) bool {
	if e.Role == desktop.Password || e.Has(desktop.Secure) {
		return true
	}
	switch e.Role {
	case desktop.TextField, desktop.SpinButton, desktop.Combo:
	default:
		return false
	}
	name := " " + strings.Join(strings.FieldsFunc(strings.ToLower(e.Name+" "+e.Desc), func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r >= utf8.RuneSelf)
	}), " ") + " "
	return slices.ContainsFunc(secretNames, func(s string) bool { return strings.Contains(name, " "+s+" ") })
}

// secretNames are what fields for secrets are called, in lower case, as whole words.
var secretNames = []string{
	"password", "passwords", "passphrase", "passcode", "passwort", "kennwort", "contraseña", "mot de passe", "senha", "wachtwoord", "hasło", "пароль", "密码", "密碼", "パスワード",
	"pin", "puk", "tan", "cvv", "cvc", "cvv2", "cvc2", "security code", "card number", "kartennummer", "one time code", "verification code", "2fa code", "otp",
	"secret", "secret key", "client secret", "api key", "private key", "access token", "auth token", "recovery key", "recovery phrase", "seed phrase", "ssn", "social security number",
}
