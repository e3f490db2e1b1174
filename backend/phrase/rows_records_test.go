package phrase_test

import "testing"

func TestCalendarsAreReadAndWritten(t *testing.T) {
	means(t,
		"what's on my calendar tomorrow?", `calendar{"range":"tomorrow"}`,
		"what do i have on friday", `calendar{"range":"friday"}`,
		"what've I got on tomorrow", `calendar{"range":"tomorrow"}`,
		"am i free on thursday afternoon", `calendar{"range":"thursday afternoon"}`,
		"add lunch with Sam to my calendar for tomorrow at noon", `calendar_create{"start":"tomorrow at noon","title":"lunch with Sam"}`,
		"schedule a dentist appointment on March 3 at 9 am", `calendar_create{"start":"on March 3 at 9 am","title":"dentist appointment"}`,
		"create an event called Standup every weekday at 9", `calendar_create{"start":"every weekday at 9","title":"Standup"}`,
		"put the school play in my diary for 12 December from 6 to 8 pm", `calendar_create{"start":"12 December from 6 to 8 pm","title":"school play"}`,
		"show me my week", `calendar{"range":"this week"}`,
		"what's my next meeting", `calendar{"range":"next"}`,
		"when is my next meeting", `calendar{"range":"next"}`,
	)
	means(t,
		"add milk to my Shopping note", `notes{"action":"append","body":"milk","title":"Shopping"}`,
		"add a meeting on friday at 3 pm", `calendar_create{"start":"on friday at 3 pm","title":"meeting"}`,
		"add an appointment on friday at 4 pm", `calendar_create{"start":"on friday at 4 pm","title":"appointment"}`,
		"add a meeting with Bo on friday at 3 pm", `calendar_create{"start":"on friday at 3 pm","title":"meeting with Bo"}`,
	)
	nothing(t, "add an event on friday at 3 pm", "add dentist on 24.12. at 10:15", "add lunch on monday 11 december 2026 at noon", "add lunch on 2026-13-24 at noon")
	nothing(t, "add an event", "schedule a meeting")
}

func TestNotes(t *testing.T) {
	means(t,
		"make a note that the key is under the mat", `notes{"action":"create","body":"the key is under the mat"}`,
		"take a note: buy a new filter and clean the old one", `notes{"action":"create","body":"buy a new filter and clean the old one"}`,
		"create a note called Ideas", `notes{"action":"create","title":"Ideas"}`,
		"make a note called one two three four five six seven eight nine ten saying hi", `notes{"action":"create","body":"hi","title":"one two three four five six seven eight nine ten"}`,
		"make a note called Ideas... saying buy milk", `notes{"action":"create","body":"buy milk","title":"Ideas"}`,
		"make a note called Groceries with milk and eggs", `notes{"action":"create","body":"milk and eggs","title":"Groceries"}`,
		"make a note called Trip with Bo", `notes{"action":"create","title":"Trip with Bo"}`,
		"make a note called saying grace", `notes{"action":"create","title":"saying grace"}`,
		"create a note called Ideas saying try the blue one", `notes{"action":"create","body":"try the blue one","title":"Ideas"}`,
		"add eggs to my groceries note", `notes{"action":"append","body":"eggs","title":"groceries"}`,
		"search my notes for passport", `notes{"action":"search","query":"passport"}`,
	)
	nothing(t, "make a note", "note that this offer expires")
}

func TestDrafts(t *testing.T) {
	means(t,
		"draft an email to bo@example.org about the invoice saying it is paid", `mail{"body":"it is paid","subject":"the invoice","to":"bo@example.org"}`,
		"write an email to Anna", `mail{"to":"Anna"}`,
		"email Sam that I'm running late", `mail{"body":"I'm running late","to":"Sam"}`,
		"text mum that I'll be late", `messages{"recipient":"mum","text":"I'll be late"}`,
		"open my chat with Priya", `messages{"recipient":"Priya"}`,
	)
	nothing(t, "send an email to Sam")
}

func TestContacts(t *testing.T) {
	means(t,
		"what is Anna's phone number", `contacts{"field":"phone","name":"Anna"}`,
		"what's the email of Tom Berger", `contacts{"field":"email","name":"Tom Berger"}`,
		"find Dr Lee's address", `contacts{"field":"address","name":"Dr Lee"}`,
		"add renew passport to Things", `things{"title":"renew passport"}`,
	)
	nothing(t, "what's the capital's population")
}
