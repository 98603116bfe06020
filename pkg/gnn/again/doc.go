// Package again trains the candidate network again on what it failed on.
//
// It wraps the task of package candidate. A board that has to leave its place unsolved is kept, and a
// share of the places that become free goes to kept boards until they are solved. Those boards
// are the training's own, made by the recipe's streams and ladders; so no test set is touched. It is the
// idea of expert iteration (Anthony, Tian and Barber, "Thinking Fast and Slow with Deep Learning and Tree Search",
// 2017, arXiv:1705.08439) as far as it goes where the answers are known: what the present network cannot do is what it is
// given to learn.
//
//	task, err := again.New(ctx, backend, network, recipe.Task, again.Config{Share: 0.5}, nil, workers)
//
// Another share of the places can go to a pool of boards that the recipe's streams do not come by, such as those which package
// generate finds in the vicinity of others. What the lab holds out is left out of it.
//
// Besides, the noise on states is drawn by the backend. Package candidate draws it on the host, which on a GPU
// takes longer than the rest of a training step.
//
// Both belong to a training and to nothing that a solver reaches: package candidate, which every set of weights
// brings along, is left as it was when its weights were measured.
package again
