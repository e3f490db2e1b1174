package linux_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/native/linux/linuxtest"
)

const webkitProgram = `
import gi
gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2
window = Gtk.Window(title="WebKit window")
window.set_default_size(500, 300)
view = WebKit2.WebView()
window.add(view)
view.load_html("""<h1>Head</h1><p role=status>Status: idle</p>
<label>Mail <input></label><input type=password aria-label=Geheim value=hunter2>
<button onclick="document.querySelector('p').textContent = 'Status: done'; this.textContent = 'Done'">Go</button>
<select aria-label=Colour><option>Red<option>Green</select><ul><li>one<li>two</ul>
<input type=checkbox aria-label=Agree>""", "http://127.0.0.1/")
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
`

func TestThePageInAWebKitWindowIsReadAndPressed(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{})
	linuxtest.Need(t, "/usr/bin/python3")
	if found, _ := filepath.Glob("/usr/lib/*/girepository-1.0/WebKit2-4.1.typelib"); len(found) == 0 {
		t.Skip("WebKit2GTK 4.1 for Python is not installed")
	}
	file := filepath.Join(t.TempDir(), "webkit.py")
	// The page's process can't make its own sandbox inside a container.
	env := "import os\nos.environ['WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS'] = '1'\nos.environ['WEBKIT_DISABLE_COMPOSITING_MODE'] = '1'\n"
	require.NoError(t, os.WriteFile(file, []byte(env+webkitProgram), 0o600))
	e := open(t, d, nil)
	app := e.app(t, d.Launch(t, "/usr/bin/python3", file), "Go")
	s := e.snapshot(t, app)
	window := s.Windows[0].Bounds
	for _, want := range []struct {
		role desktop.Role
		name string
	}{{desktop.Heading, "Head"}, {desktop.TextField, "Mail"}, {desktop.Password, "Geheim"}, {desktop.Combo, "Colour"},
		{desktop.ListItem, "one"}, {desktop.CheckBox, "Agree"}} {
		x := must(t, s, want.role, want.name)
		require.True(t, x.Has(desktop.Visible))
		require.Equal(t, x.Bounds, x.Bounds.Intersect(window), x.Describe())
		require.Empty(t, must(t, s, desktop.Password, "Geheim").Value)
	}
	require.Equal(t, "Red", must(t, s, desktop.Combo, "Colour").Value)

	scope := desktop.Scope{App: app.Ref}
	button := must(t, s, desktop.Button, "Go")
	require.NotEqual(t, app.Ref.App, button.Ref.App, "the page is another program's")
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	events, err := e.watcher.Watch(ctx, scope)
	require.NoError(t, err)
	e.do(t, button, desktop.Press, desktop.Arg{})
	told := false
	for ev := range events {
		if told = ev.Source.App == button.Ref.App; told {
			break
		}
	}
	require.True(t, told, "the page's signals are told with the window's")
	e.until(t, scope, "the page says done", func(ctx context.Context) bool {
		s, err := e.Snapshot(ctx, scope, generous)
		require.NoError(t, err)
		return find(s, desktop.Button, "Done") != nil
	})
}
