// Package supply prefetches items for a consumer: workers on all cores, a bounded
// queue, a difficulty that can be changed while they run, and a sequence of items that depends
// on none of this. A trainer takes batches of puzzles from it.
//
//	cfg := supply.DefaultConfig()
//	cfg.Seed = 7
//	puzzles := supply.Puzzles(generate.DefaultConfig(), generate.UniqueWithin(0))
//	s, err := supply.New(ctx, cfg, generate.Range{Low: 70, High: 80}, puzzles)
//	if err != nil { … }
//	defer s.Close()
//	for step := range steps {
//		if step == 1000 {
//			s.Set(generate.Range{Low: 50, High: 75}) // from item s.Position()+cfg.Lookahead on
//		}
//		batch, err := s.Batch(ctx, 64)
//		…
//	}
//
// The method is that of the document on the DQN agent (dqn.md, "Asynchronous Puzzle
// Generation"): a worker for each core, a shared queue, a difficulty in shared memory that each
// worker reads before its next puzzle. There the order of the puzzles and the moment at which
// a change shows are matters of chance. Here items are numbered, each is made from the seed, its
// index and its difficulty, and they come in the order of their indices. Workers claim indices
// below the consumer's position plus a fixed number, the lookahead. This bound is the length of
// the queue, and it makes changes exact as well: no worker has claimed the item at position plus
// lookahead, so a change that holds from there on costs no item and depends on no timing.
//
// # What a change promises
//
// Each setter returns or is told the index from which the new difficulty holds, up to the next
// change; changes that were set for later indices are cancelled. The items below keep theirs. With changes made by the consumer between two of its calls,
// the sequence is a function of the seed, the lookahead and the positions of the changes,
// for any number of workers, however long each item takes. A goroutine other than the
// consumer may change the difficulty too; where it falls is then a matter of timing, and
// [Supply.SetFrom] with the index that was returned repeats it.
//
//	setter   holds from                what is thrown away
//	Set      position + lookahead      nothing
//	SetNow   position                  all that was made or begun of another difficulty
//	SetFrom  any index from position   what was made or begun beyond it of another difficulty
//
// [Supply.State] is the rest of the sequence as JSON; [Resume] goes on from it.
//
// # Invariants
//
// No more than lookahead items exist, finished or begun, that the consumer does not have yet
// (items thrown away while a worker is at them, one for each worker at most, come on top until
// their context is noticed). Item i is handed out before item i+1, and each once. An error of an
// item stands in its place, once, and the supply goes on. Workers wait for room only, never for
// the consumer to take what they hold, so that nothing keeps [Supply.Close] waiting but an item
// that ignores its context. After Close no goroutine is left.
//
// # Why so
//
// An item and a difficulty are type parameters: nothing here knows what a puzzle is. The
// price is one function, [Puzzles]; what it buys is tests in which an item is a number and a
// trainer's own items, such as a puzzle with its features, made by the workers as well. The difficulty
// is comparable so that setting what already holds is no change: a curriculum may set its range
// at every step.
//
// Three designs lost. An ordered pipeline, as package pipeline is, keeps the order too and hands an
// item out in less time (BenchmarkNext measures this one), nothing next to the time of a puzzle; but what is in it
// cannot be looked at or thrown away one by one, so that a change at once would have to drain it, and
// nothing in it says which item is begun where a change falls. Items in the order in which they are finished, as in the
// document, spare the wait behind a slow one and are another sequence in each run. A lag in time, "as
// soon as the workers see it", is what a shared variable gives; it cannot be repeated.
//
// # Cost
//
// Little time (BenchmarkNext) and two allocations per item, those for its context. A worker yields
// the processor after each item, for the sake of a consumer that wakes up while all cores make
// items: it would wait until Go takes a core away, which is many times what an item takes. A trainer
// that sleeps for its step woke up that much late without the yield and hardly late with it. The
// steps per second stay the same, since the cores bound them; the time moves from being late to
// waiting, where it is counted.
//
// A lookahead of two batches and an item for each worker suffices as long as the cores make what is
// asked for; experiment dqn-pipeline has the figures, and the load up to which the consumer does not wait.
//
// # What it does not do
//
// It does not rate or repeat items, keeps none that were handed out, and does not spread over
// processes. It cannot make items faster than the cores do: a consumer that takes more waits
// ([Stats] says how long). Two supplies with the same seed hand out the same items, so training and
// test sets need different seeds.
package supply
