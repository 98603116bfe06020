package dqn

import "strings"

// Online is the name of a variable of the network that plays and learns, as it lies below train.ScopePath; name is
// its name in the network's own scope.
func Online(name string) string { return onlineScope + "/" + name }

// IsTarget reports whether a variable, named as it lies below train.ScopePath, is the target network's: a copy that
// values what follows while DQN learns, and no part of the agent.
func IsTarget(name string) bool { return strings.HasPrefix(name, targetScope+"/") }
