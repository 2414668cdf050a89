package broken

func before() { ok() }

func unfinished(a int {
	if a > 0 {
		go(

func after() int {
	return 1
}

const url = "https://x.test/*"

func last() string { return `/* not a comment` }
