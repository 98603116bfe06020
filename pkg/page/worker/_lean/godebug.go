// Package godebug has the settings by which the standard library can be made to behave as it did before. All have their defaults: no
// person sets the variable GODEBUG of a browser's worker.
package godebug

// Setting is one of them.
type Setting struct{ name string }

// New returns the setting of a name; "#" before it says that no document has it.
func New(name string) *Setting { return &Setting{name} }

// Name is its name, without "#".
func (s *Setting) Name() string {
	if s.Undocumented() {
		return s.name[1:]
	}
	return s.name
}

// Undocumented says whether no document has it.
func (s *Setting) Undocumented() bool { return s.name != "" && s.name[0] == '#' }

// Value is empty, which stands for the default.
func (s *Setting) Value() string { return "" }

// String writes the setting.
func (s *Setting) String() string { return s.Name() + "=" }

// IncNonDefault counts what is not done by default, which is nothing.
func (s *Setting) IncNonDefault() {}
