// Package study holds what experiments on the agent's training have in common: settings of boards, the recipe that
// they start from, and arms, which change one thing of it each.
//
//	arm, err := study.ArmOf(study.Unmasked)
//	if err != nil { … }
//	recipe, err := arm.Recipe(study.Few(), study.Few().Network, 2400, 1)
//	if err != nil { … }
//	curve, err := dqn.Train(ctx, backend, recipe, 1, "")
//
// The base recipe has the settings of the document (dqn.md, "Training Setup and Hyperparameters"): deep Q-learning,
// γ 0.99, a target network copied every 1,000 steps, smooth L1, uniform replay, Adam, batches of 64, falling ε, the mask
// in policy and target, an end at the first mistake, one-hot planes, three stages of givens. What the document leaves
// open or gives as a range was chosen on seed 101, which no record has: the learning rate at the upper end of its range,
// the fall of ε over a quarter of the steps, networks. Rewards count in hundreds. As they are, smooth L1 is the absolute
// error nearly everywhere, whose best value is a median: as long as most moves are wrong, all values sink to −5 first.
// On 4×4 boards 800 steps then solved 18 % of the first stage, with scaled rewards 34 and 36 %, ε falling over 1,000 and
// over 400 steps. [Unscaled] is the literal form, and the losses are compared in it. On 9×9 boards conv as the document
// draws it had 11 % of its moves on the first stage right after 400 steps, rewards not scaled; unit-conv of one block with
// scaled rewards 34 % and, half as wide in its dense layer, 41 %. The last is the base: after 1,400 steps of 1,600 it solved 81, 52
// and 42 % of the three stages. On 4×4 boards the base solved 89, 62 and 14 % after 3,000 steps of 4,000. No arm was tuned.
//
// Invariants: a seed gives every arm the same puzzles in the same order for as long as it plays alike, and the same
// initial weights where the shapes allow it, so arms are compared seed by seed; all are measured on the same held-out
// puzzles.
//
// It trains nothing and keeps no records.
package study
