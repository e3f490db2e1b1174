package brain

import (
	"errors"
	"fmt"
	"net/url"

	"pace/backend/egress"
	"pace/backend/planner/local"
	"pace/backend/planner/prompt"
	"pace/backend/tool"
)

// Sentence says for a person why a model could not be asked or believed, without the full stop: more may follow.
func Sentence(f Place, err error) string {
	var refused *egress.Refused
	var wrong *local.WrongModel
	var cut *local.PromptCut
	var said *local.ServerError
	where := place(f.Server.URL)
	switch {
	case errors.Is(err, ErrAddress):
		return capital(err.Error())
	case errors.Is(err, ErrNoChat):
		return fmt.Sprintf("The model server at %s has no model that can chat", where)
	case errors.Is(err, ErrNoServer):
		return "No model server with a chat model answers on this machine"
	case errors.As(err, &refused):
		return fmt.Sprintf("The model server %s was not asked: %s", refused.Host, refused.Why)
	case errors.As(err, &wrong):
		return fmt.Sprintf("The server answered with the model “%s” instead of “%s”", wrong.Served, wrong.Configured)
	case errors.As(err, &cut):
		return fmt.Sprintf("The model did not read the whole prompt (%s)", cut)
	case errors.Is(err, local.ErrLoading):
		return "The model server is still loading its model"
	case errors.Is(err, local.ErrNoModel):
		return "The model server does not have the model that is set"
	case errors.Is(err, local.ErrUnreachable):
		return fmt.Sprintf("The model server at %s does not answer", where)
	case errors.Is(err, local.ErrNotAServer):
		return fmt.Sprintf("What answers at %s is no model server", where)
	case errors.Is(err, prompt.ErrTooLong):
		return "That is too long for this model"
	case errors.As(err, &said):
		return capital(said.Error())
	}
	for _, row := range []struct {
		err  error
		text string
	}{
		{local.ErrCut, "The model's answer broke off"},
		{local.ErrLength, "The model's answer ran into its length limit"},
		{local.ErrFinish, "The model's answer ended for another reason than its end"},
		{local.ErrEmpty, "The model's answer was empty"},
		{local.ErrInvalid, "The model's answer could not be used"},
		{local.ErrMalformed, "What the model server sends can't be read"},
		{local.ErrStalled, "The model server stopped sending"},
		{local.ErrTooLong, "The model took too long"},
		{local.ErrTooBig, "The model's answer was too big"},
	} {
		var problem tool.Problem
		switch {
		case errors.Is(err, row.err) && errors.As(err, &problem):
			return row.text + " (" + problem.Error() + ")"
		case errors.Is(err, row.err):
			return row.text
		}
	}
	return "Asking the model failed"
}

// place is a server's address as a person knows it.
func place(address string) string {
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		return u.Host
	}
	return address
}

func capital(s string) string {
	if s != "" && s[0] >= 'a' && s[0] <= 'z' {
		return string(s[0]-'a'+'A') + s[1:]
	}
	return s
}
