package rewrite

import "testing"

func TestAListIsMadeOfLinesSentencesOrParts(t *testing.T) {
	becomes(t, MakeBullets,
		"One thing. Another. A third, too.", "- One thing\n- Another\n- A third, too",
		"eggs, milk and bread", "- eggs\n- milk\n- bread",
		"Buy: eggs, milk.", "Buy:\n- eggs\n- milk",
		"Agenda: eggs, milk; bread", "Agenda:\n- eggs, milk\n- bread",
		"a\nb\n\nc\n", "- a\n- b\n- c\n",
		"* a\n1. b\n  2) c", "- a\n- b\n  - c",
		"To do:\ncall Bo.\nwrite Anna.", "To do:\n- call Bo\n- write Anna",
		"Only one sentence.", "- Only one sentence",
		"We went home, since it rained, and slept.", "- We went home, since it rained, and slept",
		"We meet at 5 p.m.", "- We meet at 5 p.m.",
		"- a\n- b", "=",
		"🙂 ja. 👩‍👧 nein.", "- 🙂 ja\n- 👩‍👧 nein",
	)
}
