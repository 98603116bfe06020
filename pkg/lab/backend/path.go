package backend

import (
	"sudokulab/pkg/accel"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/learn/candidates/fused"
)

// NameOf is [Name] for answers of the candidate network: a path of package fused that answers in the backend's place, if one
// does, is named with it.
func NameOf(choice *accel.Choice, p fused.Path) string {
	if p != "" {
		return p.Name()
	}
	return Name(choice)
}

// KeeperOn is [KeeperOf] for answers of the candidate network. Those of the portable path are as exact as the
// pure-Go backend's, being scalar Go as they are; those of vectors are a device's, which another machine
// need not have.
func KeeperOn(r *lab.Run, choice *accel.Choice, p fused.Path) Keeper {
	if p != "" {
		return Keeper{r, p == fused.Portable}
	}
	return KeeperOf(r, choice)
}
