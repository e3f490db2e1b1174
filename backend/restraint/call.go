package restraint

import (
	"path"
	"slices"
	"strings"
)

// calling lists the programs with which people call one another, by the names under which sound servers and systems know
// them (their files, and the ids that Macs and sandboxes give them), without case, ending and path. A browser is among them: one that listens to the microphone is almost always in
// a meeting, and where it is not, Pace waits a little in vain.
var calling = []string{
	"zoom", "us.zoom.xos", "zoom workplace", "teams", "teams-for-linux", "com.microsoft.teams", "com.microsoft.teams2", "microsoft teams",
	"facetime", "com.apple.facetime", "slack", "com.tinyspeck.slackmacgap", "discord", "com.hnc.discord", "skype", "skypeforlinux", "com.skype.skype",
	"webex", "ciscocollabhost", "cisco-ai-webex", "signal", "signal-desktop", "telegram", "telegram-desktop", "whatsapp", "whatsapp-for-linux",
	"element", "element-desktop", "im.riot.riot", "jitsi", "jitsi-meet", "mumble", "linphone", "gnome-calls", "ekiga", "bluejeans", "gotomeeting", "ringcentral",
	"firefox", "org.mozilla.firefox", "librewolf", "chrome", "google chrome", "google-chrome", "google-chrome-stable", "com.google.chrome", "chromium", "chromium-browser",
	"brave", "brave-browser", "com.brave.browser", "msedge", "microsoft-edge", "com.microsoft.edgemac", "opera", "vivaldi", "vivaldi-bin", "epiphany", "org.gnome.epiphany",
	"safari", "com.apple.safari", "firefox-esr", "webkitwebprocess", "io.gitlab.librewolf-community", "org.chromium.chromium", "com.microsoft.edge", "com.opera.opera", "com.vivaldi.vivaldi",
	"us.zoom.zoom", "com.slack.slack", "com.discordapp.discord", "com.skype.client", "com.github.ismaelmartinez.teams_for_linux", "org.signal.signal", "org.telegram",
	"org.jitsi.jitsi-meet", "info.mumble.mumble", "org.gnome.calls", "com.belledonnecommunications.linphone",
}

// Call says whether the user is in a call: whether a program with which people call one another listens to the
// microphone now. Which window is in front says nothing about that. listening names the programs whose microphone is
// open; known is false when that can't be told.
func Call(listening []string, known bool) Known[bool] {
	if !known {
		return Known[bool]{}
	}
	return Is(slices.ContainsFunc(listening, func(name string) bool { return slices.Contains(calling, plain(name)) }))
}

// plain takes path, ending and case off a program's name. Ids with dots keep them.
func plain(name string) string {
	name = strings.ToLower(strings.TrimSpace(path.Base(strings.ReplaceAll(name, `\`, "/"))))
	for _, end := range []string{".exe", ".desktop", ".app", ".bin", ".real"} {
		name = strings.TrimSuffix(name, end)
	}
	return name
}
