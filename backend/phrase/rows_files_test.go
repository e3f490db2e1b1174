package phrase_test

import "testing"

func TestFoldersAndFiles(t *testing.T) {
	means(t,
		"show me ~/Documents/letter.txt in files", `finder{"action":"reveal","path":"~/Documents/letter.txt"}`,
		"show me ~/Documents in files", `finder{"action":"open","path":"~/Documents"}`,
		"open my downloads", `finder{"action":"open","path":"~/Downloads"}`,
		"open the documents folder", `finder{"action":"open","path":"~/Documents"}`,
		"show me budget.xlsx in the file manager", `finder{"action":"reveal","path":"budget.xlsx"}`,
		"open ~/Projects/pace", `finder{"action":"open","path":"~/Projects/pace"}`,
		"download https://example.org/a.zip as archive.zip", `download_file{"name":"archive.zip","url":"https://example.org/a.zip"}`,
	)
	nothing(t, "download the report", "download ftp://example.org/x")
}

func TestScreenshotsAndLocking(t *testing.T) {
	means(t,
		"take a screenshot of this window", `screenshot{"area":"window"}`,
		"screenshot", `screenshot{"area":"screen"}`,
		"lock my computer", `lock_screen{}`,
	)
	nothing(t, "lock the door")
}
