package phrase_test

import "testing"

func TestRemindersTakeTheTimeInEitherPlace(t *testing.T) {
	means(t,
		"remind me to call Mum tomorrow at five", `reminder{"title":"call Mum","when":"tomorrow at five"}`,
		"remind me in 20 minutes to check the oven", `reminder{"title":"check the oven","when":"in 20 minutes"}`,
		"remind me at noon that the call starts", `reminder{"title":"the call starts","when":"at noon"}`,
		"remind me about the meeting on Friday at 3", `reminder{"title":"the meeting","when":"on Friday at 3"}`,
		"remind me to buy milk", `reminder{"title":"buy milk"}`,
		"pop a reminder in for friday at 3 to ring Sue", `reminder{"title":"ring Sue","when":"friday at 3"}`,
		"set a reminder for 5 pm to leave", `reminder{"title":"leave","when":"5 pm"}`,
		"every monday remind me to submit the report", `reminder{"title":"submit the report","when":"every monday"}`,
		"remind me every weekday at 9 to stand up", `reminder{"title":"stand up","when":"every weekday at 9"}`,
		"add milk and eggs to my shopping list", `reminder{"title":"milk and eggs"}`,
		"what are my reminders for today", `reminders{"range":"today"}`,
	)
	nothing(t, "remind me later", "remind me later to water the plants", "remind me tomorrow", "remind me", "remind me to pay the rent on 31 February", "remind me to call Anna on 24.12. at 18:00", "remind me to pay on 2026-13-24 at 18:00", "remind me to stretch in 0 minutes", "remind me to stretch twice a day", "remind me to stretch three times a week", "remind me to pick up the kids at 3 and then call mom", "add a reminder to the calendar", "remind me to stretch in minus five minutes", "remind me when I get home to feed the cat", "do you remind me of someone", "I reminded him to call")
}
