package phrase_test

import "testing"

func TestWhatIsKept(t *testing.T) {
	means(t,
		"start watch mode", `watch_mode{"enabled":true}`,
		"stop watching my screen", `watch_mode{"enabled":false}`,
		"don't watch my screen", `watch_mode{"enabled":false}`,
		"clear the drawings", `clear_annotations{}`,
		"stop the research", `research_cancel{}`,
		"always listen", `always_listening{"enabled":true}`,
		"remember my preferred browser is Firefox", `local_memory{"action":"remember","key":"preferredBrowser","value":"Firefox"}`,
		"forget my preferred browser", `local_memory{"action":"forget","key":"preferredBrowser"}`,
		"list my automations", `automation{"action":"list"}`,
		"run the automation morning setup", `automation{"action":"run","name":"morning setup"}`,
		"run the skill called play back my flow", `skill{"action":"run","name":"play back my flow"}`,
		"run the flow skill check", `run_flow{"name":"skill check"}`,
		"run my shortcut Laptop Mode", `shortcuts{"action":"run","name":"Laptop Mode"}`,
		"create an automation that opens my mail every morning", `automation{"action":"create","description":"opens my mail every morning"}`,
		"teach yourself a skill that tidies my desktop", `skill{"action":"create","description":"tidies my desktop"}`,
		"remember this flow as invoices", `record_flow{"action":"start","name":"invoices"}`,
		"save this as a flow called invoices", `record_flow{"action":"save","name":"invoices"}`,
		"stop recording", `record_flow{"action":"stop"}`,
		"play back invoices", `run_flow{"name":"invoices"}`,
		"remember this page as standup board", `remember_site{"action":"remember","name":"standup board"}`,
		"forget this page", `remember_site{"action":"forget"}`,
		"every 10 minutes check my inbox", `cron{"action":"add","every":"10 minutes","task":"check my inbox"}`,
		"list scheduled tasks", `cron{"action":"list"}`,
		"in the background, summarise the pdf", `background{"action":"start","task":"summarise the pdf"}`,
		"what is going on in the background", `background{"action":"list"}`,
		"start the meeting", `meeting{"action":"start"}`,
		"stop the meeting", `meeting{"action":"stop"}`,
		"stop recording the meeting", `meeting{"action":"stop"}`,
		"start recording", `meeting{"action":"start"}`,
		"record the standup", `meeting{"action":"start","profile":"standup"}`,
		"is the meeting being recorded", `meeting{"action":"status"}`,
		"what skills do you have", `skill{"action":"list"}`,
		"install the skill expense report", `skill{"action":"install","name":"expense report"}`,
		"where is the word total on my screen", `find_on_screen{"text":"total"}`,
		"highlight invoice on the screen", `find_on_screen{"text":"invoice"}`,
	)
	nothing(t, "my notes app is Obsidian", "run morning setup", "I'm done", "do the dishes", "open standup board", "forget standup board", "forget the meeting", "every 10 minutes a train leaves", "what a lovely background this has", "record a song")
}
