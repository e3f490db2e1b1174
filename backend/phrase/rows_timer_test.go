package phrase_test

import "testing"

func TestTimersAndAlarms(t *testing.T) {
	means(t,
		"set a timer for ten minutes", `start_timer{"duration":"ten minutes"}`,
		"ten minute timer", `start_timer{"duration":"ten minute"}`,
		"a 10 minute timer", `start_timer{"duration":"10 minute"}`,
		"timer 5 minutes", `start_timer{"duration":"5 minutes"}`,
		"start a 25 minute focus timer", `start_timer{"duration":"25 minute","label":"focus"}`,
		"set a pasta timer for 8 minutes", `start_timer{"duration":"8 minutes","label":"pasta"}`,
		"set a timer for 1 hour 30 minutes called laundry", `start_timer{"duration":"1 hour 30 minutes","label":"laundry"}`,
		"set an alarm for 6:30", `start_timer{"at":"6:30"}`,
		"wake me up at seven tomorrow", `start_timer{"at":"seven tomorrow"}`,
		"how much time is left", `timers{"action":"list"}`,
		"cancel the pasta timer", `timers{"action":"cancel","label":"pasta"}`,
		"set an egg timer for 3 minutes", `start_timer{"duration":"3 minutes","label":"egg"}`,
		"set a pasta timer to 3 minutes", `start_timer{"duration":"3 minutes","label":"pasta"}`,
		"set the timer to 5 minutes", `start_timer{"duration":"5 minutes"}`,
		"set a timer for 13:30", `start_timer{"at":"13:30"}`,
		"cancel all timers", `timers{"action":"cancel","all":true}`,
		"cancel my timers", `timers{"action":"cancel","all":true}`,
		"cancel the timer", `timers{"action":"cancel"}`,
		"cancel my alarm", `timers{"action":"cancel","label":"alarm"}`,
		"turn off all alarms", `timers{"action":"cancel","all":true,"label":"alarms"}`,
		"what timers are running?", `timers{"action":"list"}`,
	)
	nothing(t, "set the pasta timer to 3 minutes", "change the pasta timer to 3 minutes", "add 5 minutes to the pasta timer", "add five minutes to my timer",
		"snooze the timer for 5 minutes", "extend the tea timer by 2 minutes", "move my alarm to 8 am", "set a timer for 1:30")
	nothing(t, "set a timer", "set a timer for later", "set a timer for 31 bananas")
}
