package symmetry

import "sudokulab/pkg/board"

// Seen is a set of classes of boards, for dropping boards that are a known board in
// disguise. It keeps a [Key] for each class, not the board: about 40 bytes per class with
// the map around it. A board may be dropped wrongly only if keys collide; see [Key]. It
// must not be used by two goroutines at once; compute keys with [Keys] and add those.
type Seen struct {
	c    *Canonicalizer
	keys map[Key]struct{}
}

// NewSeen returns an empty set. It errs if the limits are not valid.
func NewSeen(l Limits) (*Seen, error) {
	c, err := NewCanonicalizer(l)
	if err != nil {
		return nil, err
	}
	return &Seen{c: c, keys: make(map[Key]struct{})}, nil
}

// Add adds the class of b and reports whether it is new. Errors are as for
// [Canonicalizer.Canonical]; the set is then unchanged.
func (s *Seen) Add(b board.Board) (fresh bool, err error) {
	k, err := s.key(b)
	if err != nil {
		return false, err
	}
	return s.AddKey(k), nil
}

// AddKey adds a class by its key and reports whether it is new.
func (s *Seen) AddKey(k Key) (fresh bool) {
	if s.keys == nil {
		s.keys = make(map[Key]struct{})
	}
	before := len(s.keys)
	s.keys[k] = struct{}{}
	return len(s.keys) > before
}

// Has reports whether the class of b is in the set. Errors are as for
// [Canonicalizer.Canonical].
func (s *Seen) Has(b board.Board) (bool, error) {
	k, err := s.key(b)
	if err != nil {
		return false, err
	}
	_, ok := s.keys[k]
	return ok, nil
}

func (s *Seen) key(b board.Board) (Key, error) {
	if s.c == nil {
		c, err := NewCanonicalizer(DefaultLimits())
		if err != nil {
			return Key{}, err
		}
		s.c = c
	}
	return s.c.Key(b)
}

// Len returns the number of classes.
func (s *Seen) Len() int { return len(s.keys) }
