package tool

import (
	"context"
	"encoding/json"

	"pace/backend/proof"
)

// Wanting is a tool that can tell before it runs that its call lacks something which only what it works with knows: a
// person's address. It is asked before anybody is asked to approve the call, and changes nothing.
type Wanting interface {
	Wants(ctx context.Context, args json.RawMessage) *proof.Problem
}

// Unknown is the cause of a problem with words of the sentence that stand for something nobody knows. What Question is
// answered with takes their place.
type Unknown struct {
	Said     string
	Question string
}

func (u *Unknown) Error() string { return "it is not known what is meant by " + u.Said }
