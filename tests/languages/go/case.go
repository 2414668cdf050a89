package p

type Stack[T any] struct{}

func (s *Stack[T]) Push(v T) {}
func (Stack[T]) Len() int    { return 0 }
func init()                  {}
func init()                  {}

type App struct{ st *Stack[int] }

func (a *App) Run() { a.st.Push(1) }

type Doer interface {
	Exec(q string) error
}

func (t T) Save() { t.db.Exec("q") }
func (p Pair[K, V]) Swap() {}
func (p *(Odd)) Par() {}

const (
	first = iota
	second
)

// Table of cases.
var table = map[string]struct{ a int }{
	"x": {1},
}
