package rewrite

import "testing"

func TestFillersAndWordyPhrasesAreDropped(t *testing.T) {
	becomes(t, Shorten,
		"I think we should really go home.", "We should go home.",
		"I think that we should just go, really.", "We should go.",
		"Basically, this is just very good.", "This is good.",
		"This is, I think, the best way.", "This is the best way.",
		"Well, I think, he left.", "Well, he left.",
		"It is kind of late, actually.", "It is late.",
		"It was really, really good.", "It was good.",
		"They were basically done; honestly, it was quite a mess.", "They were done; it was quite a mess.",
		"In order to win we must, you know, practise.", "To win we must practise.",
		"We stayed in due to the fact that it rained.", "We stayed in because it rained.",
		"He was actually quite tired and I think that he left.", "He was tired and he left.",
		"Really good news! Literally everyone came.", "Really good news! Everyone came.",
		"We just left. Actually, we ran.", "We left. We ran.",
		"I THINK we agree.", "We agree.",
		"so i think it is really good\nand i just love it", "so it is good\nand i love it",
		"Grüße, actually very schön 🙂.", "Grüße, schön 🙂.",
		"The very long plan is a very good one.", "The long plan is a good one.",
		"Some people, in my opinion, are able to come prior to noon.", "Some people can come before noon.",
	)
}

func TestWhatWouldChangeTheMeaningStays(t *testing.T) {
	becomes(t, Shorten,
		"It was not very good.", "=",
		"I don't really know.", "=",
		"What kind of bread is that?", "=",
		"That is kind of you.", "=",
		"He is a sort of friend.", "=",
		"I think so.", "=",
		"I think of you.", "=",
		"He knows what I think about it.", "=",
		"This is the very first one.", "=",
		"At this very moment.", "=",
		"Thank you very much.", "=",
		"A just cause.", "=",
		"Really?", "=",
		"Actually.", "=",
		"Just in case it rains.", "=",
		"You know that he left.", "=",
		"See you at five.", "=",
	)
}

func TestRoundaboutWaysBecomeDirect(t *testing.T) {
	becomes(t, MakeDirect,
		"Could you please send me the file?", "Please send me the file.",
		"I was wondering if you could look at this.", "Please look at this.",
		"Can you please help? Thanks.", "Please help. Thanks.",
		"Maybe we should leave.", "We should leave.",
		"It would probably be good to ask.", "It would be good to ask.",
		"Perhaps you might want to call him.", "You should call him.",
		"It seems that he left.", "He left.",
		"I just wanted to ask whether you are coming.", "I want to ask whether you are coming.",
		"I would like to order, if possible, two tickets.", "I want to order two tickets.",
		"Sorry to bother you, but the printer is broken.", "The printer is broken.",
		"I'm not sure, but it might be rather late.", "It might be late.",
		"Please feel free to call.", "Please call.",
		"I think this is basically wrong.", "This is wrong.",
		"Could you ever imagine that?", "=",
		"I'd rather not go.", "=",
		"We would probably not come.", "=",
		"Send it today.", "=",
	)
}
