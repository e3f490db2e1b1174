package executor

import (
	"slices"

	"pace/backend/tool"
)

// Why a call asks. The first two ask a person, whatever flag or setting says otherwise.
const (
	askedTainted  = "Text from outside was read in this turn."
	askedForeign  = "What it takes does not stand in your sentence."
	askedByOther  = "This was asked by a link or another program."
	askedOutside  = "This reaches beyond this computer."
	askedByPolicy = "This kind of action asks first."
)

// inPerson reports whether only a person may answer.
func inPerson(why string) bool { return why == askedTainted || why == askedForeign }

// foreign reports whether a call takes something that has to come from a person and does not.
func foreign(in Input, s *step) bool {
	x, ok := s.Tool.(tool.Sourced)
	return ok && !s.isUndo && !x.FromPerson(in.Said, s.Call.Args)
}

// worksTheScreen reports whether any of the calls uses what the user's hands use. A plan without one goes on when the
// user moves the mouse: nobody holds still while a file is loaded.
func worksTheScreen(g []*step) bool {
	return slices.ContainsFunc(g, func(s *step) bool {
		return slices.ContainsFunc(s.Spec.Uses, func(u tool.Resource) bool {
			return u == tool.UsesInput || u == tool.UsesFocus || u == tool.UsesClipboard
		})
	})
}
