package cspdesign

// deep copies the domains and what is in them: the document's choice.
func deep[E any, D domain[E]](dom []E) []E {
	out := make([]E, len(dom))
	for cell := range dom {
		D(&out[cell]).clone(&dom[cell])
	}
	return out
}
