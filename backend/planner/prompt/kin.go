package prompt

import (
	"slices"
	"strings"
)

// kinWords say which words people use for things that tools call otherwise. In front of the colon stands what is said,
// behind it what names and summaries of tools say. It is everyday English and not fitted to single sentences; a tool that
// is spoken of in words of its own needs no row.
const kinWords = `
	unmute silence silent quiet hush loud louder noise speakers deafening: volume mute sound
	dim dimmer bright dark darker glare backlight: brightness display
	appointment event schedule booking agenda diary busy free plans dentist: calendar event
	next upcoming tomorrow: calendar
	microphones camera speakers hardware headset: devices
	model brain llm: model thinks
	permissions allowed access: permissions missing
	abilities capable help: abilities pace
	launch fire boot run bring switch start pull up: open app program
	calculator terminal editor browser firefox chrome spotify slack mail word processor spreadsheet: app program
	maximise minimise fullscreen full half side left right corner tile dock park large bigger smaller middle centre: window snap
	website webpage page site link homepage www online: web address browser url site
	song track tune album playlist listen radio podcast resume skip pause: music player
	copied copy pasted cut: clipboard
	wake alarm countdown ring minutes hours seconds: timer alarm
	remind remember forget due chore: reminder remember
	write jot note memo idea: notes note
	email letter inbox write reply compose: mail draft
	sms text whatsapp message tell: messages message
	folder directory document file downloads documents desktop trash pictures: folder file
	fetch save grab: download
	todo task: things entry
	snapshot photo picture capture image: screenshot picture
	away leave: lock
	highlight mark circle frame where locate: find screen text highlight
	scribble drawings drawn arrows lines marks annotations: annotations drawn
	phone call number birthday reach: contacts phone
	prefer favourite default usual: memory prefers
	macro recording replay playback: flow
	every daily hourly weekly nightly regularly repeat: cron again
	research investigation looking: research
	watching eye notice: watch watching
	listening hear wake: listening
	revert wrong back reverse restore: undo back
	quit exit shut finish finished done kill: close window
	shorter shorten grammar bullets bullet formal concise rewrite rephrase selected paragraph sentence replace fix: edit selection text
	transcribe minutes call standup: meeting notes
	bookmark: site remember
	keyboard keystroke hotkey shortcut control ctrl escape enter tab f5 f11 save copy paste cut select mark redo zoom refresh reload print bold italic back forward search: key chord
	further slide page list up down bottom top notch: scroll
	routine workflow recipe: automation
	plugin ability: skill`

// kinship reads kinWords.
func kinship() map[string][]string {
	out := map[string][]string{}
	for row := range strings.Lines(kinWords) {
		said, of, _ := strings.Cut(row, ":")
		for _, s := range terms(said, nil) {
			for _, t := range terms(of, set("things")) {
				if s != t && !slices.Contains(out[s], t) {
					out[s] = append(out[s], t)
				}
			}
		}
	}
	return out
}
