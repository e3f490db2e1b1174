package phrase_test

import "testing"

func TestVolumeIsReadInEveryUnit(t *testing.T) {
	means(t,
		"volume to forty", `volume{"level":40}`,
		"set the sound level to 20%", `volume{"level":20}`,
		"turn it up", `volume{"direction":"up"}`,
		"turn the music down a bit", `volume{"direction":"down","steps":1}`,
		"can you get the sound down a bit", `volume{"direction":"down","steps":1}`,
		"sound at thirty percent please", `volume{"level":30}`,
		"volume up", `volume{"direction":"up"}`,
		"volume down three notches", `volume{"direction":"down","steps":3}`,
		"increase the volume by 10 percent", `volume{"direction":"up","percent":10}`,
		"crank the volume all the way up", `volume{"level":100}`,
		"raise the volume to max", `volume{"level":100}`,
		"mute", `volume{"mute":true}`,
		"unmute the speakers", `volume{"mute":false}`,
		"louder please", `volume{"direction":"up"}`,
		"could you make it a tad quieter", `volume{"direction":"down","steps":1}`,
		"make the screen dimmer", `brightness{"direction":"down"}`,
		"brightness 80", `brightness{"level":80}`,
		"dim the display to 20 percent", `brightness{"level":20}`,
	)
	nothing(t, "set volume 300", "mute my mic", "turn the volume", "set the volume", "play dead", "turn up for work", "lower the brightness to a third")
}

func TestThePlayerIsTold(t *testing.T) {
	means(t,
		"play", `music{"command":"play"}`,
		"play some music", `music{"command":"play"}`,
		"pause the song and mute the speakers", `music{"command":"pause"} volume{"mute":true}`,
		"skip this track", `music{"command":"next"}`,
		"play the previous song", `music{"command":"previous"}`,
		"stop the music", `music{"command":"stop"}`,
		"resume", `music{"command":"play"}`,
		"put some music on", `music{"command":"play"}`,
	)
	nothing(t, "play Bohemian Rhapsody", "next", "stop")
}

func TestHowTheMachineIsSetIsAsked(t *testing.T) {
	for _, text := range []string{"what is the volume", "what's the volume at?", "how loud is it", "how loud is the sound right now?", "is the sound muted", "is it muted?", "is the volume off?", "tell me the volume",
		"what volume is it at?"} {
		means(t, text, `machine_status{"part":"sound"}`)
	}
	for _, text := range []string{"how bright is the screen?", "what is the brightness", "what's the screen brightness set to", "how dim is the display"} {
		means(t, text, `machine_status{"part":"light"}`)
	}
	for _, text := range []string{"what is playing", "what's playing now?", "what song is this?", "which song is playing", "who sings this", "who's singing?", "what is this song called", "what am I listening to",
		"is anything playing?", "what's the name of this song?", "tell me what's playing", "who is this song by"} {
		means(t, text, `machine_status{"part":"media"}`)
	}
	means(t, "set the volume to 30 and tell me the volume", `volume{"level":30} machine_status{"part":"sound"}`)
	nothing(t, "what is sound", "what is the volume of a sphere", "how loud is a rocket", "how bright is the sun", "what is playing at the cinema", "who is playing tonight?", "who is this", "who wrote this",
		"is it on?", "is the computer on", "what song is this movie from", "how loud is it in Tokyo", "who sings Thriller", "she asked what is playing", "what music do you like", "is it playing up again")
}
