package board

// Interned returns the number of shapes that are not plain and not yet collected.
func Interned() int {
	variants.Lock()
	defer variants.Unlock()
	return len(variants.shapes)
}
