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

func TestAPartOfTheScreenIsPhotographed(t *testing.T) {
	means(t,
		"take a screenshot of the left half", `screenshot{"area":"region","part":"left"}`,
		"screenshot the right half of the screen", `screenshot{"area":"region","part":"right"}`,
		"take a screenshot of the upper half", `screenshot{"area":"region","part":"top"}`,
		"take a screenshot of the top right quarter", `screenshot{"area":"region","part":"topRight"}`,
		"grab a shot of the bottom-left corner of my screen", `screenshot{"area":"region","part":"bottomLeft"}`,
		"screenshot the area 100, 200 to 400, 500", `screenshot{"area":"region","height":300,"width":300,"x":100,"y":200}`,
		"take a screenshot of the region from (400, 500) to (100, 200)", `screenshot{"area":"region","height":300,"width":300,"x":100,"y":200}`,
		"take a screenshot of a 300 by 200 area at 100, 200", `screenshot{"area":"region","height":200,"width":300,"x":100,"y":200}`,
		"screenshot 300x200 at 10 20", `screenshot{"area":"region","height":200,"width":300,"x":10,"y":20}`,
		"take a screenshot of the left half and open my pictures folder", `screenshot{"area":"region","part":"left"} finder{"action":"open","path":"~/Pictures"}`,
		"take a screenshot of the window", `screenshot{"area":"window"}`,
		"take a screenshot of an area", `screenshot{"area":"region"}`,
	)
	nothing(t, "take a screenshot of the cat", "capture the moment", "screenshot the area 100, 200 to 100, 500", "take a screenshot at 5", "take a screenshot of 100, 200", "capture the left wing", "screenshot the area 1, 2, 3",
		"take a screenshot of the left half?", "she took a screenshot of the left half")
}
