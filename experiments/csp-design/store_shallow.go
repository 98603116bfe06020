package cspdesign

import "slices"

// shallow copies the list of domains only, as domains.copy() does in Python. The sets in it
// are those of the original: what AC-3 strikes in a branch stays struck when the branch is
// given up. It is wrong, and measured to show how wrong.
func shallow(dom []set) []set { return slices.Clone(dom) }
