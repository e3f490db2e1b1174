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
	means(t,
		"stop the download", `stop_download{}`, "cancel the current download", `stop_download{}`, "please stop downloading that", `stop_download{}`,
		"stop downloading report.pdf", `stop_download{"name":"report.pdf"}`, "cancel the download of my holiday film.mkv", `stop_download{"name":"my holiday film.mkv"}`,
		`stop the download of "film 2"`, `stop_download{"name":"film 2"}`,
	)
	nothing(t, "don't stop the download", "how do I stop the download", "stop downloading so many things for me", "she stopped the download", "did you stop the download?", "stop the download of crude oil in winter")
}

func TestScreenshotsAndLocking(t *testing.T) {
	means(t,
		"take a screenshot of this window", `screenshot{"area":"window"}`,
		"screenshot", `screenshot{"area":"screen"}`,
		"lock my computer", `lock_screen{}`,
	)
	nothing(t, "lock the door")
}
