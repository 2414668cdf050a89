package web_test

import (
	"net/http/httptest"
	"testing"

	"example.com/shop/web"
)

type fakeStore struct{ web.Store }

func (f *fakeStore) Find(id string) (*web.Cart, error) { return nil, web.ErrMissing }

func TestMain(m *testing.M) { os.Exit(m.Run()) }

func TestServer_Get(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		want int
	}{
		{"missing", 404},
		{name: "found", want: 200},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rec := httptest.NewRecorder()
			newServer(t).ServeHTTP(rec, httptest.NewRequest("GET", "/carts/1", nil))
			if rec.Code != tt.want {
				t.Errorf("got %d", rec.Code)
			}
		})
	}
	t.Run("closed server", func(t *testing.T) { require.Error(t, newServer(t).Close()) })
}

func newServer(t *testing.T) *web.Server {
	t.Helper()
	return web.New(&fakeStore{})
}

func BenchmarkGet(b *testing.B) {
	for b.Loop() {
		newServer(nil)
	}
}

func FuzzParse(f *testing.F) { f.Add("x") }

func ExampleServer() {
	fmt.Println(web.New(nil))
	// Output: server
}
