package phrase_test

import (
	"testing"

	"pace/backend/phrase"
)

func TestProgramsAddressesMenusAndTabsAreOpened(t *testing.T) {
	means(t,
		"open the calculator", `open_app{"app":"calculator"}`,
		"open my browser", `open_app{"app":"browser"}`,
		"open Disk Usage", `open_app{"app":"Disk Usage"}`,
		"open hex editor", `open_app{"app":"hex editor"}`,
		"go to bbc.co.uk/news", `open_url{"url":"https://bbc.co.uk/news"}`,
		"go to example dot org slash docs", `open_url{"url":"https://example.org/docs"}`,
		"open 127.0.0.1:8080/x", `open_url{"url":"http://127.0.0.1:8080/x"}`,
		"go to github", `open_url{"url":"https://github.com"}`,
		"open https://example.org in Firefox", `open_url{"url":"https://example.org"}`,
		"open youtube on chrome", `open_url{"url":"https://www.youtube.com"}`,
		"fire up Blender", `open_app{"app":"Blender"}`,
		"opne thunderbird", `open_app{"app":"thunderbird"}`,
		"open the file menu", `click{"label":"file","role":"menu"}`,
		"switch to the Privacy tab", `click{"label":"Privacy","role":"tab"}`,
		"open Chrome, go to example.com and press enter", `open_app{"app":"Chrome"} open_url{"url":"https://example.com"} key{"key":"enter"}`,
	)
}

func TestWhatCannotBeOpenedIsRefused(t *testing.T) {
	refuses(t, phrase.Unsupported, "open javascript:alert(1)", "open file:///etc/passwd", "go to http://user:pass@example.org", "go to user@example.org",
		"open report.pdf", "open notes.md", "open the Preferences window", "open the Invoices folder")
	refuses(t, phrase.Incomplete, "open", "go to", "open the")
}
