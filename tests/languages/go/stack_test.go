package stack

import "testing"

func TestMain(m *testing.M) { m.Run() }

// TestPush covers the plain case.
func TestPush(t *testing.T) {
	tests := []struct {
		name string
	}{{"a"}}
	t.Run("empty stack", func(t *testing.T) {
		t.Run("inner", func(t *testing.T) {
			check(t)
		})
	})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			check(t)
		})
	}
	group.Run("not a group of tests", 1)
}

func BenchmarkPush(b *testing.B) {}
func FuzzPush(f *testing.F)      {}
func ExampleStack()              {}
func Testament(t *testing.T)     {}
func TestHelper(n int)           {}

func check(t *testing.T) {
	queue.Run("no test", func() {})
}

var _ = Describe("Stack", func() {
	BeforeEach(func() { reset() })
	Context("when full", func() {
		It("refuses", func() {
			Expect(push()).To(Fail())
		})
	})
})

var _ = Describe(
