package tools

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/backend/desktop/desktoptest"
	"pace/backend/proof"
	"pace/backend/tool"
)

// drafting runs fn on a desktop with a mail program and a program for messages.
func drafting(t *testing.T, fn func(t *testing.T, k *kept)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		k := keep(t)
		d := desktoptest.New(t)
		k.on(d)
		d.Install(desktop.Entry{ID: "post.desktop", Name: "Post"}).Handles("mailto").OpensWindow(0, "Write: lunch")
		d.Install(desktop.Entry{ID: "chat.desktop", Name: "Chat"}).Handles("sms")
		k.put("contacts/all.vcf", cards)
		time.Sleep(10 * time.Second)
		fn(t, k)
		k.all.End("t")
		d.Close()
		synctest.Wait()
	})
}

func TestADraftIsHandedToTheMailProgramAndItsWindowIsTheProof(t *testing.T) {
	drafting(t, func(t *testing.T, k *kept) {
		k.book.full = errors.New("disk full")
		o, _ := k.run("mail", `{"to":"anna@example.org"}`)
		effect(t, proof.Refused, o)
		require.Empty(t, k.desk.URLs(), "what can't be written down is not handed over")
		k.book.full = nil
		o, _ = k.run("Mail.draft", `{"recipients":["Anna","Cy <cy@example.org>"],"title":"lunch","bodyText":"At noon?\nAnna"}`)
		effect(t, proof.Confirmed, o)
		require.Contains(t, o.Report(), "nothing was sent")
		require.Equal(t, []string{"mailto:anna@example.org,cy@example.org?subject=lunch&body=At%20noon%3F%0D%0AAnna"}, k.desk.URLs())
		require.Equal(t, "mail mail program", k.book.lines[len(k.book.lines)-1], "the ledger names no address")
	})
}

func TestSeveralAddressesInOneTextAreSeveralPeople(t *testing.T) {
	for text, want := range map[string][]string{
		"a@example.org and b@example.org": {"a@example.org", "b@example.org"},
		"Anna, b@example.org; Cy":         {"Anna", "b@example.org", "Cy"},
		"Sword and Sons":                  {"Sword and Sons"},
	} {
		require.Equal(t, want, mailArgs{To: []string{text}}.people())
	}
}

func TestADraftThatNoWindowShowsIsNotCalledOpen(t *testing.T) {
	drafting(t, func(t *testing.T, k *kept) {
		o, _ := k.run("messages", `{"recipient":"+41 79 000","text":"late"}`)
		effect(t, proof.Unverifiable, o)
		require.Contains(t, o.Report(), "no window shows")
		require.NotContains(t, o.Report(), "browser")
		require.Equal(t, []string{"sms:+4179000?body=late"}, k.desk.URLs())
	})
}

func TestAPersonIsFoundInTheContactsAndNeverGuessed(t *testing.T) {
	drafting(t, func(t *testing.T, k *kept) {
		o, _ := k.run("mail", `{"to":"Dora","subject":"x"}`)
		effect(t, proof.Refused, o)
		require.Equal(t, "No mail address of “Dora” is in your contacts.", o.Report())
		require.Equal(t, proof.ReasonNotFound, o.Reason())
		require.Empty(t, k.desk.URLs(), "a bare name is handed to nobody")
		o, _ = k.run("mail", `{"to":"Bo"}`)
		effect(t, proof.Confirmed, o)
		require.Equal(t, []string{"mailto:bo@example.org"}, k.desk.URLs(), "only one Bo has an address")
		o, _ = k.run("messages", `{"recipient":"Anna","text":"hi"}`)
		effect(t, proof.Refused, o)
		require.Equal(t, proof.ReasonAmbiguous, o.Reason(), "she has two numbers")
		require.Contains(t, o.Report(), "044")
		o, _ = k.run("messages", `{"recipient":"Dora"}`)
		effect(t, proof.Refused, o)
		require.Equal(t, proof.ReasonNotFound, o.Reason())
		require.Len(t, k.desk.URLs(), 1)

		// All of it is known before anybody is asked to approve a draft.
		for call, said := range map[string]string{`{"to":["Anna","Dora"]}`: "Dora", `{"to":["Cy and Sons"]}`: "Cy and Sons"} {
			p := mail{k.b, k.all, k.book}.Wants(t.Context(), []byte(call))
			var u *tool.Unknown
			require.ErrorAs(t, p, &u)
			require.Equal(t, said, u.Said)
			require.Equal(t, "What is the mail address?", u.Question)
		}
		require.Nil(t, mail{k.b, k.all, k.book}.Wants(t.Context(), []byte(`{"to":["Anna","x@example.org"]}`)))
		require.Nil(t, mail{k.b, k.all, k.book}.Wants(t.Context(), []byte(`{}`)), "a draft to nobody is one")
		require.Equal(t, proof.ReasonAmbiguous, messages{k.b, k.all, k.book}.Wants(t.Context(), []byte(`{"recipient":"Anna"}`)).Reason)
		require.Equal(t, proof.ReasonNotFound, messages{k.b, k.all, k.book}.Wants(t.Context(), []byte(`{"recipient":"Dora"}`)).Reason)
		require.Nil(t, messages{k.b, k.all, k.book}.Wants(t.Context(), []byte(`{"recipient":"555 01 02"}`)))
		require.Len(t, k.desk.URLs(), 1)
	})
}

func TestADraftThatNoProgramTakesIsRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := keep(t)
		d := desktoptest.New(t)
		k.on(d)
		o, _ := k.run("mail", `{"to":"a@example.org"}`)
		effect(t, proof.Refused, o)
		require.Equal(t, "No mail program is set up that opens drafts.", o.Report())
		k.all.End("t")
		d.Close()
		synctest.Wait()
	})
}

func TestDraftsThatWouldAddHeadersAreNoPlan(t *testing.T) {
	k := keep(t)
	for _, args := range []string{`{"to":"a@b.c\nBcc: d@e.f"}`, `{"subject":"x\r\nBcc: d@e.f"}`, `{"body":"\u0000"}`, `{"body":"` + strings.Repeat("ü", 40_000) + `"}`} {
		require.NotEmpty(t, k.bad("mail", args), "%.60s", args)
	}
	for _, args := range []string{`{}`, `{"recipient":"a\nb"}`, `{"recipient":"1","text":"\u0007"}`} {
		require.NotEmpty(t, k.bad("messages", args), args)
	}
}
