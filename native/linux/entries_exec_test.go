package linux

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
)

func TestACommandIsSplitWithoutAShell(t *testing.T) {
	for in, want := range map[string][]string{
		`a b  c`:                   {"a", "b", "c"},
		`"a b" c`:                  {"a b", "c"},
		`a "" b`:                   {"a", "", "b"},
		`sh -c "echo \"\$HOME\" "`: {"sh", "-c", `echo "$HOME" `},
		`pre"fix ed"post`:          {"prefix edpost"},
		`a;b|c && $(d) 'e f'`:      {"a;b|c", "&&", "$(d)", "'e", "f'"},
		`env A=b\c prog`:           {"env", `A=b\c`, "prog"},
		"":                         nil,
	} {
		got, err := splitExec(in)
		require.NoError(t, err, in)
		require.Equal(t, want, got, in)
	}
	_, err := splitExec(`a "b`)
	require.ErrorIs(t, err, errQuote)
	_, err = splitExec(`a "b\`)
	require.ErrorIs(t, err, errEscape)
}

func TestFieldCodesAreFilledIn(t *testing.T) {
	const url = "https://example.org/?a=%20b"
	for in, c := range map[string]struct{ without, with []string }{
		`app %u`:          {[]string{"app"}, []string{"app", url}},
		`app %U -x`:       {[]string{"app", "-x"}, []string{"app", url, "-x"}},
		`app %f`:          {[]string{"app"}, []string{"app", url}},
		`app %u %U`:       {[]string{"app"}, []string{"app", url}},
		`app`:             {[]string{"app"}, []string{"app", url}},
		`app --url=%u`:    {[]string{"app", "--url="}, []string{"app", "--url=" + url}},
		`app %i %c %k`:    {[]string{"app", "--icon", "pic", "Name Here", "/f.desktop"}, []string{"app", "--icon", "pic", "Name Here", "/f.desktop", url}},
		`app 100%% %d %m`: {[]string{"app", "100%"}, []string{"app", "100%", url}},
		`app "" %F`:       {[]string{"app", ""}, []string{"app", "", url}},
	} {
		command, err := splitExec(in)
		require.NoError(t, err)
		p := program{Entry: desktop.Entry{Name: "Name Here"}, icon: "pic", file: "/f.desktop", command: command}
		require.Equal(t, c.without, p.arguments(""), in)
		require.Equal(t, c.with, p.arguments(url), in)
	}
}
