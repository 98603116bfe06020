package job

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"time"
)

// Sample is what a part of a job took.
type Sample struct {
	Items int64
	Bytes int64
	Time  time.Duration
}

// Whole projects a sample onto a job's items.
func (s Sample) Whole(items int64) (bytes int64, t time.Duration) {
	if s.Items == 0 {
		return 0, 0
	}
	share := float64(items) / float64(s.Items)
	return int64(float64(s.Bytes) * share), time.Duration(float64(s.Time) * share)
}

// Sample works on the first items of shards that lie evenly over the job, in turn, until it has taken about so long, and keeps nothing of
// what they write. Each round takes ten times as many items of each shard as the one before; the last round counts.
func (j *Job) Sample(ctx context.Context, about time.Duration) (last Sample, err error) {
	const places = 5
	begin := time.Now()
	for items := int64(1); ; items *= 10 {
		var s Sample
		whole := true
		for i := range places {
			shard := i * j.Spec.Shards / places
			if i > 0 && shard == (i-1)*j.Spec.Shards/places {
				continue // fewer shards than places
			}
			n, more, err := j.sample(ctx, shard, items, &s)
			if err != nil {
				return last, err
			}
			s.Items += n
			whole = whole && !more
		}
		if last = s; whole || time.Since(begin) > about/10 {
			return last, nil
		}
	}
}

// sample works on the first items of a shard, and tells whether it has more.
func (j *Job) sample(ctx context.Context, shard int, items int64, s *Sample) (n int64, more bool, err error) {
	part := j.slice(shard)
	if part.Lines == nil {
		n, more = min(items, part.Count), part.Count > items
		part.Count = n
	} else {
		defer func() { err = errors.Join(err, part.Close()) }()
		n, more = min(items, part.left), part.left > items
		part.left = n
	}
	if n == 0 {
		return 0, false, nil
	}
	begin := time.Now()
	w := &counter{to: io.Discard, hash: sha256.New()} // as a shard's output is hashed
	if err := j.opt.Do(ctx, part, w); err != nil {
		return 0, false, err
	}
	s.Time += time.Since(begin)
	s.Bytes += w.n
	return n, more, nil
}
