package desktoptest

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
)

func TestALaunchIsHandedOverAndOpensWhenItOpens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := New(t)
		calc := desktop.Entry{ID: "calc.desktop", Name: "Calculator", Class: "calc"}
		never := desktop.Entry{ID: "never.desktop", Name: "Never"}
		broken := desktop.Entry{ID: "broken.desktop", Name: "Broken"}
		boom := errors.New("no such file")
		d.Install(calc).OpensWindow(3*time.Second, "Calculator")
		d.Install(never)
		d.Install(broken).Fails(boom)
		l := d.Desktop().Launcher
		es, err := l.Entries(t.Context())
		require.NoError(t, err)
		require.Equal(t, []desktop.Entry{calc, never, broken}, es)

		start := time.Now()
		require.NoError(t, l.Launch(t.Context(), calc))
		require.NoError(t, l.Launch(t.Context(), never))
		require.ErrorIs(t, l.Launch(t.Context(), broken), boom)
		require.ErrorIs(t, l.Launch(t.Context(), desktop.Entry{ID: "x"}), desktop.ErrNotFound)
		wins, err := d.Desktop().Windows.Watch(t.Context())
		require.NoError(t, err)
		<-wins
		require.Equal(t, 3*time.Second, time.Since(start))
		require.Equal(t, []string{"Calculator"}, titles(t, d))
		require.Len(t, d.Acts(), 4)
	})
}

func TestAnAddressGoesToItsHandler(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := New(t)
		web := desktop.Entry{ID: "web.desktop", Name: "Web"}
		w := d.App("Web", desktop.Chromium).Window("New tab", frame)
		d.Install(web).Handles("http", "https").Opens(time.Second, func(u string) { w.Retitle(u) })
		h, err := d.Desktop().Launcher.OpenURL(t.Context(), "https://example.org/a", "")
		require.NoError(t, err)
		require.Equal(t, web, h)
		time.Sleep(time.Second)
		synctest.Wait()
		require.Equal(t, "https://example.org/a", w.Name())
		_, err = d.Desktop().Launcher.OpenURL(t.Context(), "mailto:a@example.org", "")
		require.ErrorIs(t, err, desktop.ErrNotFound)
		_, err = d.Desktop().Launcher.OpenURL(t.Context(), "https://[", "")
		require.Error(t, err)
		require.Equal(t, []string{"https://example.org/a"}, d.URLs())
	})
}
