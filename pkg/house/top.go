package house

// Place is a file or folder at the top of the tree.
type Place struct{ Name, For string }

// Top is what lies at the top of the tree, folders first. Each that is committed is here: a test compares.
var Top = []Place{
	{"cmd", "the command line, the notebooks' kernel, the engines of the page: they parse, open and print"},
	{"experiments", "a folder for each question: plan, measurement, tables, figures, judges; the queue of jobs for a graphics card"},
	{"pkg", "the library, floor by floor; its README says what each package is for"},
	{"research", "the ledger of claims, the reports, the tutorials, the glossary: by hand, but for what stands between markers"},
	{"results", "records, and the tables, figures and verdicts that follow from them: nothing by hand"},
	{"notebooks", "the same as stories, executed"},
	{"docker", "images with Jupyter and the lab"},
	{".ci", "what continuous integration runs"},
	{".tools", "the tools that make installs, pinned apart from the product's own modules"},
	{"README.md", "what it is, and how to use it"},
	{"CHANGELOG.md", "what changed, for people who use it"},
	{"CONTRIBUTING.md", "how to add to it"},
	{"CITATION.cff", "how to cite it"},
	{"LICENSE", "Apache-2.0"},
	{"Makefile", "every target, one line each"},
	{"go.mod", "the module and what it needs, pinned"},
	{"go.sum", "the hashes of that"},
	{".golangci.yaml", "what the linter asks"},
	{".gitignore", "what is made and not committed"},
	{".gitattributes", "line ends"},
}
