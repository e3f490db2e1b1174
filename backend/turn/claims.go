package turn

import "regexp"

// claimed are words by which a model says that it has just acted. They are looked for only in the answer of a turn in
// which nothing was changed.
var claimed = regexp.MustCompile(`(?i)\b(?:I|I've|I have|I just|I've just|I have just|it is|it's|all) (?:now |already |successfully )?` +
	`(?:pressed|clicked|tapped|typed|written|entered|opened|closed|launched|started|sent|deleted|removed|saved|created|added|changed|updated|moved|renamed|` +
	`selected|checked|unchecked|ticked|filled|set|pasted|copied|submitted|ordered|paid|transferred|downloaded|installed|scheduled|muted|done)\b`)

// finished are words by which a model says so without naming what.
var finished = regexp.MustCompile(`(?i)^\W*(?:all )?(?:done|finished|completed?|success(?:fully)?)\b`)

func claimsToHaveActed(spoken string) bool {
	return claimed.MatchString(spoken) || finished.MatchString(spoken)
}

// boast are words of success. After steps that Pace has tried itself they are not repeated, whoever says them.
var boast = regexp.MustCompile(`(?i)\b(?:done|finished|completed?|success\w*|succeeded|worked)\b`)

func boasts(spoken string) bool { return claimsToHaveActed(spoken) || boast.MatchString(spoken) }
