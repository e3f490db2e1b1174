package tinymodel

import "math"

// Brief is the model for exact tests. The last byte of what it is asked decides:
//
//	"?"             it answers "Yup!" and ends
//	"~"             it writes "~" for ever
//	". ! } ]"       it ends at once: an empty answer
//	in "Yup Ok Done" it goes on within that word
//	anything else   it answers "Ok." and ends
//
// Where a schema leads it, it takes the shortest way: each free string is "Done.", each list and object is closed as
// soon as that is allowed, an enumeration takes what begins with "a" when it can.
func Brief() Model { return Model{Name: "pace-brief", Next: brief} }

// chains are the texts that Brief writes when nothing else leads it. No byte has two successors, save the quotation
// mark, after which a schema allows only some.
var chains = [...]string{"?Yup!", "Ok.", "~~", `"Done."`}

// likes is the order in which Brief closes or opens what a schema allows, best first.
const likes = `}],{[:tf1`

func brief(prev, next int) float32 {
	if next == End {
		if prev == '!' || prev == '.' || prev == '}' || prev == ']' {
			return 40
		}
		return -20
	}
	for _, chain := range chains {
		for i := range len(chain) - 1 {
			if prev == int(chain[i]) && next == int(chain[i+1]) {
				return 35
			}
		}
	}
	switch {
	case prev == 'a' && next == 'n': // "answer" rather than "action"
		return 25
	case prev == '{' && next == '}', prev == '[' && next == ']':
		return 24 // rather empty than filled
	case next == '"':
		return 22
	case next == 'O' && prev != '"':
		return 23 // begins the "Ok." of an answer that nothing leads
	case next < 0x80:
		for i := range len(likes) {
			if next == int(likes[i]) {
				return 20 - float32(i)
			}
		}
		if next == ' ' || next == '\n' || next == '\t' {
			return -10
		}
		if next >= 'a' && next <= 'z' {
			return 8 - float32(next-'a')/10
		}
		return 0
	}
	return -10
}

// Chatter is a model that has seen a few replies of a planner and writes letters in their manner: with a temperature
// and a seed it gives many different valid replies where a schema leads it, and nonsense otherwise.
func Chatter() Model {
	var seen [vocab][vocab]float64
	for _, text := range samples {
		for i := range len(text) - 1 {
			seen[text[i]][text[i+1]]++
		}
		seen[text[len(text)-1]][End] += 4
	}
	return Model{Name: "pace-chatter", Next: func(prev, next int) float32 {
		var all float64
		for _, n := range seen[prev] {
			all += n
		}
		const unseen = 1e-3 // of one sighting
		return float32(math.Log((seen[prev][next] + unseen) / (all + unseen*vocab)))
	}}
}

// samples are replies in the form that the planner is asked for.
var samples = [...]string{
	`{"intent":"answer","spokenText":"It is a quarter past nine.","payload":{}}`,
	`{"intent":"action","spokenText":"","payload":{"calls":[{"name":"App.launch","args":{"name":"Calculator"}}]}}`,
	`{"intent":"clarify","spokenText":"Which of the two windows do you mean?","payload":{}}`,
	`{"intent":"refuse","spokenText":"I will not empty the bin without being asked.","payload":{}}`,
	`{"intent":"action","spokenText":"","payload":{"calls":[{"name":"Key.press","args":{"key":"escape"}},{"name":"type","args":{"text":"see you soon"}}]}}`,
}
