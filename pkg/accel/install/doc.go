// Package install downloads PJRT plugins, when told to.
//
// # What it computes
//
// [Plugin] fetches one plugin with the libraries that it needs and puts them into a
// folder of their own, where accel.FindPlugins looks if it is given the folder above:
//
//	DIR/cpu/plugin/pjrt_c_api_cpu_…_plugin.so
//	DIR/cuda13/plugin/pjrt_c_api_cuda_plugin.so
//	DIR/cuda13/nvidia/…            NVIDIA's libraries, several gigabytes
//	DIR/<target>/manifest.json     what was fetched, with versions and SHA-256
//
// # Method and source
//
// Which files to fetch is go-xla's knowledge (its installer package): the CPU plugin
// of the version that go-xla was tested with, and the CUDA plugin of JAX's wheels
// with the NVIDIA wheels that JAX's own dependencies name. How they are fetched is
// not: that installer empties its target first, writes to the user's home, prints to
// standard output and can wait for ever. Here everything goes into a new folder
// beside the target, which takes the target's place only when it is complete.
//
// # Example
//
//	result, err := install.Plugin(ctx, install.Options{Target: install.CPU, Dir: ".tools/pjrt"}, os.Stderr)
//	if err != nil {
//		return err
//	}
//	choice, err := accel.Choose(ctx, accel.Options{Backend: "xla:" + result.Plugin})
//
// # Invariants
//
// Nothing outside DIR is written, and nothing inside it but DIR/<target>, which is
// kept as it was on any failure and is replaced only if [Options.Replace] says so.
// Downloads with a published SHA-256 are held against it.
//
// # Cost
//
// The download: some hundred megabytes for cpu, gigabytes for CUDA, on disk about
// twice as much while it runs.
//
// # What it does not do
//
// It installs no driver and does not load what it installed: that is accel.Choose's
// part. It is there on linux/amd64 alone, as the list of plugins that go-xla keeps; on
// other systems the package is empty. The catalogue is asked through go-xla, which cannot be interrupted: when ctx
// ends, Plugin returns and that request is left to die by itself.
package install
