// Package codeid says which code a measurement runs through: it hashes the declarations that
// the measurement reaches, and nothing else.
//
//	ids, err := codeid.Find(ctx, root, codeid.Spec{
//		Under: "experiments", Literal: "pkg/lab.Experiment", Field: "Plan",
//	})
//	if err != nil { … }
//	fmt.Println(ids["csp-hard"].Code, ids["csp-hard"].Modules)
//
// A root is the expression given to the field in the one literal of the type in each package
// below Under. From there it follows every name of a declaration of this module, through all
// packages. What is reached brings along:
//
//   - a type: all its methods, since calls through interfaces cannot be told apart;
//   - a constant: its whole group, since the others count up to it;
//   - a variable: its initialiser, and the files that //go:embed puts into it;
//   - a function without a body: the assembly files of its package;
//   - a declaration in files for several systems: all its forms, each with its condition;
//   - anything of a package: the package's init functions, and the variables named _ whose
//     initialiser calls something, and so for every package that is imported for its effect only;
//   - a declaration with a line //lab:reaches <folder>.<name> … above it: what the line names.
//     That is for what no Go expression names, such as a command of this program that is started
//     as a separate process.
//
// An interface brings nothing but itself: a concrete type is reached where a value of it is made.
//
// # What the hash covers
//
// Declarations are written as their tokens, without comments and line breaks, in the order in
// which they are reached from the root. Where one names another declaration, the number of the
// other in this order is written. So neither the place of a declaration, its file and package,
// nor the name of a function, variable or constant counts: one that moves to another package, and
// gets an upper-case name for it, keeps all identities. Names of types, methods and fields count,
// because programs can see them. Directives (//go:noinline and the like) count. Names from
// outside the module are written with their import path, and the versions of the modules that
// they come from are part of the hash, with those that these import.
//
// It is the same on every system and with every build tag: the forms of a declaration for other
// systems are hashed, too, and versions are those of a build for Linux on amd64 without cgo.
//
// # Why names are enough
//
// Only names declared at the top of a package and names of imported packages are resolved, which
// needs scopes and no types. No selector need be resolved, because a value of a type is made
// somewhere by an expression, or comes from a declaration, that names the type, and a type brings
// its methods and the types of its fields. The key of a literal that may be a field or a constant
// is taken for both. So the tree need not build, other modules' sources are not read, and all
// experiments take about a second. The alternative that lost is a graph from go/types over the
// sources of all dependencies: it reached the same declarations, those for other systems left out,
// in twenty times the time and ten times the memory.
//
// A type named as opaque is the exception: its callers have what its methods give without naming
// it. So what the signatures of these methods name is reached, and nothing else of it.
//
// What it does not see: an effect that the initialiser of a variable has on other packages when
// nothing names the variable, and Go code called from assembly.
//
// Errors say where: a file that does not parse, a name that nothing declares or that is declared
// twice, an import that is nowhere. They count where the package is reached, or below Under. Whether
// types match is the compiler's to say.
package codeid
