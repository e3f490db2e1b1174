package turn

import "regexp"

// claimed are words by which a model says that it has just acted. They are looked for only in the answer of a turn in
// which nothing was changed.
var claimed = regexp.MustCompile(`(?i)\b(?:I|I've|I have|I just|I've just|I have just|it is|it's|all) (?:now |already |successfully )?` +
	`(?:pressed|clicked|tapped|typed|written|entered|opened|closed|launched|started|sent|deleted|removed|saved|created|added|changed|updated|moved|renamed|` +
	`selected|checked|unchecked|ticked|filled|set|pasted|copied|submitted|ordered|paid|transferred|downloaded|installed|scheduled|muted|done)\b`)

func claimsToHaveActed(spoken string) bool { return claimed.MatchString(spoken) }
