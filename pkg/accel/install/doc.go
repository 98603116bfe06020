// Package install brings PJRT plugins to this machine, when told to: by download, or from a file.
//
//	result, err := install.Plugin(ctx, install.Options{Target: install.CPU, Dir: ".tools/pjrt"}, os.Stderr)
//	if err != nil {
//		return err
//	}
//	choice, err := accel.Choose(ctx, accel.Options{Backend: "xla:" + result.Plugin})
//
// [Plugin] puts one plugin with the libraries that it needs into one folder, where
// accel.FindPlugins looks if it is given the folder above:
//
//	DIR/cpu/plugin/pjrt_c_api_cpu_…_plugin.so
//	DIR/cuda13/plugin/pjrt_c_api_cuda_plugin.so
//	DIR/cuda13/nvidia/…            NVIDIA's libraries, several gigabytes
//	DIR/<target>/manifest.json     what was fetched, with versions and SHA-256
//
// # Method and source
//
// What is fetched has a SHA-256 in this package: the CUDA plugin of JAX's wheels with the NVIDIA
// wheels that JAX's own dependencies name. The release of the CPU plugin, of the version that go-xla
// was tested with, has none from its publisher, so it is never fetched: [Options.File] names the
// library, or a wheel or .tar.gz that holds it, which a person has got. How files
// are fetched is not go-xla's way: its installer empties its target first, writes to the
// user's home, prints to standard output and can wait for ever. Here everything goes into a
// new folder beside the target, which takes the target's place only when it is complete,
// is a plugin, and, where this program can load it, has solved a small graph.
//
// # Invariants
//
// Nothing outside DIR is written, and nothing inside it but DIR/<target>, which is
// kept as it was on any failure and is replaced only if [Options.Replace] says so, and
// DIR/.<target>-downloads, which holds the bytes of an interrupted download for the next
// call and is removed by it. Nothing is downloaded whose SHA-256 this package does not hold.
//
// # Cost
//
// The download: 65 megabytes and more for cpu, gigabytes for CUDA, on disk about
// five times as much while it runs.
//
// # What it does not do
//
// It installs no driver. It is there on linux/amd64 alone, as the list of plugins that go-xla
// keeps; on other systems the package is empty. The catalogue is asked through go-xla, which
// cannot be interrupted: when ctx ends, Plugin returns and that request is left to die by
// itself.
package install
