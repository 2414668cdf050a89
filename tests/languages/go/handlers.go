// Package web answers requests.
package web

import (
	"context"
	"encoding/json"
	"net/http"

	"example.com/shop/internal/store"
	log "example.com/shop/log"
	. "example.com/shop/errors"
	_ "example.com/shop/drivers"
)

const (
	// PageSize is how many carts a page holds.
	PageSize = 50
	maxBody  = 1 << 20
)

var (
	// ErrMissing is answered with 404.
	ErrMissing = New("missing")
	routes     = map[string]http.HandlerFunc{
		"/carts": listCarts,
	}
)

// Server holds what handlers need.
type Server struct {
	*http.Server
	store.Store `json:"-"`
	mu          sync.Mutex
	carts, old  map[int]*Cart
	onClose     func(context.Context) error
}

// NewServer makes a server.
func NewServer(ctx context.Context, opts ...Option) (*Server, error) {
	s := &Server{carts: make(map[int]*Cart)}
	for _, opt := range opts {
		opt(s)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /carts/{id}", s.handleGet)
	mux.Handle("POST /carts", s.auth(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.create(w, r)
	})))
	go func() { defer s.Close(); <-ctx.Done() }()
	return s, nil
}

func (s *Server) handleGet(w http.ResponseWriter, r *http.Request) {
	cart, err := s.Find(r.Context(), r.PathValue("id"))
	switch {
	case errors.Is(err, ErrMissing):
		http.Error(w, "no such cart", http.StatusNotFound)
		return
	}
	_ = json.NewEncoder(w).Encode(struct{ ID int }{cart.ID})
}

type Option func(*Server)

// WithLog logs to l.
func WithLog(l log.Logger) Option { return func(s *Server) { s.log = l } }

var _ http.Handler = (*App)(nil)
var _ Doer = App{}
