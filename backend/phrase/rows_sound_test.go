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
