package weights

import "github.com/gomlx/gomlx/ml/model"

// Store is GoMLX's store of weights, as [Set.Store] returns it, for packages that pass one on.
type Store = model.Store
