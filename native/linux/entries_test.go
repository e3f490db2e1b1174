package linux

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

const calculator = `# comment
[Desktop Entry]
Type=Application
Name=Calculator
Name[de]=Taschenrechner
Name[pt_BR]=Calculadora
GenericName=Sums
Keywords=calculation;arith\;metic;
Keywords[de]=Rechnen;
Exec=gnome-calculator --mode "two words" %U
Icon=calc
StartupWMClass=gnome-calculator
StartupNotify=true
MimeType=text/x-sum;
this line is broken
[Desktop Action new]
Name=New
Exec=other
`

func TestAnEntryTellsWhatAPersonSees(t *testing.T) {
	p, err := parseEntry("calc.desktop", []byte(calculator), nil, nil)
	require.NoError(t, err)
	require.Equal(t, "calc.desktop", p.ID)
	require.Equal(t, "Calculator", p.Name)
	require.Equal(t, "Sums", p.Generic)
	require.Equal(t, []string{"calculation", "arith;metic"}, p.Keywords)
	require.Equal(t, "gnome-calculator", p.Class)
	require.Equal(t, []string{"gnome-calculator", "--mode", "two words"}, p.Exec)
	require.Equal(t, []string{"text/x-sum"}, p.types)
	require.True(t, p.notify)
	require.False(t, p.Hidden)
}

func TestANameIsGivenInTheLanguageOfThePerson(t *testing.T) {
	for _, c := range []struct {
		environ []string
		want    string
	}{
		{[]string{"LANG=de_AT.UTF-8"}, "Taschenrechner"},
		{[]string{"LANG=pt_BR.UTF-8"}, "Calculadora"},
		{[]string{"LANG=pt_PT.UTF-8"}, "Calculator"},
		{[]string{"LANG=fr_FR.UTF-8", "LANGUAGE=fr:de"}, "Taschenrechner"},
		{[]string{"LANG=C.UTF-8", "LANGUAGE=de"}, "Calculator"},
		{[]string{"LANG=de_DE.UTF-8", "LC_ALL=C"}, "Calculator"},
		{[]string{"LANG=fr_FR", "LC_MESSAGES=de_DE@euro"}, "Taschenrechner"},
		{nil, "Calculator"},
	} {
		p, err := parseEntry("calc.desktop", []byte(calculator), localeOf(c.environ), nil)
		require.NoError(t, err)
		require.Equal(t, c.want, p.Name, c.environ)
	}
}

func TestSomeEntriesAreNotForMenus(t *testing.T) {
	const entry = "[Desktop Entry]\nType=Application\nName=X\nExec=x\n"
	for _, c := range []struct {
		more     string
		desktops []string
		hidden   bool
	}{
		{"", nil, false},
		{"NoDisplay=true\n", nil, true},
		{"OnlyShowIn=KDE;\n", []string{"GNOME"}, true},
		{"OnlyShowIn=KDE;GNOME;\n", []string{"ubuntu", "GNOME"}, false},
		{"NotShowIn=GNOME;\n", []string{"GNOME"}, true},
		{"NotShowIn=KDE;\n", []string{"GNOME"}, false},
		{"OnlyShowIn=KDE;\n", nil, true},
	} {
		p, err := parseEntry("x.desktop", []byte(entry+c.more), nil, c.desktops)
		require.NoError(t, err)
		require.Equal(t, c.hidden, p.Hidden, c.more)
	}
}

func TestWhatIsNoProgramIsRefused(t *testing.T) {
	for _, text := range []string{
		"", "[Desktop Entry]\n", "garbage\x00\xff", "[Desktop Entry]\nType=Link\nName=X\nURL=http://x\n",
		"[Desktop Entry]\nType=Application\nExec=x\n", "[Desktop Entry]\nType=Application\nName=X\n",
		"[Desktop Entry]\nType=Application\nName=X\nExec=x \"y\n", "[Other]\nType=Application\nName=X\nExec=x\n",
	} {
		_, err := parseEntry("x.desktop", []byte(text), nil, nil)
		require.ErrorIs(t, err, errNoEntry, text)
	}
}

func TestHiddenMeansDeleted(t *testing.T) {
	p, err := parseEntry("x.desktop", []byte("[Desktop Entry]\nHidden=true\n"), nil, nil)
	require.NoError(t, err)
	require.True(t, p.deleted)
}

func TestAProgramReachedOverTheBusNeedsNoCommand(t *testing.T) {
	p, err := parseEntry("x.desktop", []byte("[Desktop Entry]\nType=Application\nName=X\nDBusActivatable=true\n"), nil, nil)
	require.NoError(t, err)
	require.True(t, p.byBus)
	require.Empty(t, p.Exec)
}

func FuzzParseEntry(f *testing.F) {
	f.Add([]byte(calculator), "de_DE")
	f.Add([]byte("[Desktop Entry]\nType=Application\nName=X\nExec=a \"b\\\\\" %f %% %\nKeywords=\\;;a\\"), "C")
	f.Add([]byte("[Desktop Entry]\nName[=\n[]\n=\n"), "@._")
	f.Fuzz(func(t *testing.T, text []byte, lang string) {
		p, err := parseEntry("x.desktop", text, localeOf([]string{"LANG=" + lang}), []string{"GNOME"})
		if err != nil || p.deleted {
			return
		}
		if p.Name == "" || strings.ContainsAny(p.Name, "\n\t") {
			t.Errorf("name %q", p.Name)
		}
		for _, url := range []string{"", "https://example.org/"} {
			args := p.arguments(url)
			if len(p.command) > 0 && url != "" && len(args) > 0 && !strings.Contains(strings.Join(args, "\x01"), url) {
				t.Errorf("%q lost the address: %q", p.command, args)
			}
			for _, a := range args {
				if strings.ContainsRune(a, 0) {
					t.Errorf("a zero byte in %q", args)
				}
			}
		}
	})
}

func TestLocaleVariantsGoFromNearToFar(t *testing.T) {
	require.Equal(t, locale{"sr_RS@latin", "sr_RS", "sr@latin", "sr"}, localeOf([]string{"LANG=sr_RS.UTF-8@latin"}))
}

func TestEveryArgumentListSurvivesQuotingAndSplitting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		args := rapid.SliceOf(rapid.StringMatching(`[ -~äöü\n\t]*`)).Draw(t, "args")
		var quoted []string
		for _, a := range args {
			quoted = append(quoted, `"`+strings.NewReplacer(`\`, `\\`, `"`, `\"`, "`", "\\`", `$`, `\$`).Replace(a)+`"`)
		}
		got, err := splitExec(strings.Join(quoted, " "))
		if err != nil {
			t.Fatal(err)
		}
		if len(args) == 0 && len(got) == 0 {
			return
		}
		if strings.Join(got, "\x00") != strings.Join(args, "\x00") || len(got) != len(args) {
			t.Fatalf("got %q, want %q", got, args)
		}
	})
}
