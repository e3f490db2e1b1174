package tools

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/interaction"
	"pace/backend/tool"
)

func TestEveryToolDescribesItsExampleAndCanBeBuilt(t *testing.T) {
	r := registry(t, interaction.New(nil, interaction.Config{}), &book{}, &undos{})
	want := map[string]string{
		"open_app": "Open Calculator", "open_url": "Open https://example.org in the browser", "click": "Press “Save” in “File”",
		"double_click": "Double-click “report.txt”", "type": "Type 5 characters into “Notes”", "set_value": "Set “Level” to “70”", "edit_selection": "Make the text shorter", "key": "Press the key ctrl+s",
		"scroll": "Scroll down by 3", "window_snap": "Put the window on the left half", "window_close": "Close the window in front", "clipboard_read": "Read the clipboard",
		"undo_last": "Undo the last thing Pace did", "volume": "Turn the volume up by 10 % (unmutes)", "brightness": "Turn the brightness up by 10 %", "music": "Pause the music",
		"machine_status": "Tell what is playing",
	}
	for _, x := range r.Tools() {
		s := x.Spec()
		p, problems := r.Plan([][]tool.Call{{{Tool: s.Name, Args: json.RawMessage(s.ExampleArg)}}}, tool.OfferAll)
		require.Empty(t, problems, s.Name)
		require.Equal(t, want[s.Name], x.Describe(p.Steps()[0][0].Call.Args))
		delete(want, s.Name)
	}
	require.Empty(t, want)
}

func TestSpellingsThatPlannersUseNameTheSameTool(t *testing.T) {
	r := registry(t, interaction.New(nil, interaction.Config{}), &book{}, &undos{})
	for alias, name := range map[string]string{"AX.press": "click", "mouse.click": "click", "keyboard.type": "type", "AX.setValue": "set_value", "App.launch": "open_app",
		"App.openURL": "open_url", "Window.snap": "window_snap", "Window.close": "window_close", "Clipboard.read": "clipboard_read", "Key.press": "key", "Undo.last": "undo_last",
		"Volume.adjust": "volume", "Brightness.adjust": "brightness", "Music.control": "music"} {
		x, ok := r.Lookup(alias)
		require.True(t, ok, alias)
		require.Equal(t, name, x.Spec().Name)
	}
}

func TestAnApprovalLineTellsHowMuchIsTypedNotWhat(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		for args, want := range map[string]string{`{"text":"my secret plan"}`: "Type 14 characters", `{"text":"x","into":"Name"}`: "Type 1 character into “Name”"} {
			b := r.bound("type", args)
			require.Equal(t, want, b.Tool.Describe(b.Call.Args))
		}
		b := r.bound("set_value", `{"target":"Body","value":"a text that is longer than a label"}`)
		require.Equal(t, "Set “Body” to a text of 34 characters", b.Tool.Describe(b.Call.Args))
		b = r.bound("set_value", `{"path":["application:Notes","window:Notes","text:Name#2"],"value":""}`)
		require.Equal(t, "Empty “Name”", b.Tool.Describe(b.Call.Args))
	})
}
