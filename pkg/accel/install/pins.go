//go:build linux && amd64

package install

// pin is a wheel by the SHA-256 of its content: what is fetched is what was looked at, whatever the index says later.
type pin struct{ name, version, sha256 string }

// pins are what a target consists of, the plugin first, then the libraries that its package asks for.
var pins = map[string][]pin{
	CUDA12: {
		{"jax-cuda12-pjrt", "0.10.2", "806d1fd29038b6acf5a2b289dd62192abea977ee26aef60ea295b1d28a23acf8"},
		{"nvidia-cublas-cu12", "12.9.3.13", "d7d51055f161b317c7105ddaae90e71eda059026074ffef93cf7cde2886bfe72"},
		{"nvidia-cuda-cccl-cu12", "12.9.27", "37869e17ce2e1ecec6eddf1927cca0f8c34e64fd848d40453df559091e2d7117"},
		{"nvidia-cuda-cupti-cu12", "12.8.90", "ea0cb07ebda26bb9b29ba82cda34849e73c166c18162d3913575b0c9db9a6182"},
		{"nvidia-cuda-nvcc-cu12", "12.9.86", "5d6a0d32fdc7ea39917c20065614ae93add6f577d840233237ff08e9a38f58f0"},
		{"nvidia-cuda-nvrtc-cu12", "12.9.86", "210cf05005a447e29214e9ce50851e83fc5f4358df8b453155d5e1918094dcb4"},
		{"nvidia-cuda-runtime-cu12", "12.9.79", "25bba2dfb01d48a9b59ca474a1ac43c6ebf7011f1b0b8cc44f54eb6ac48a96c3"},
		{"nvidia-cudnn-cu12", "9.28.0.42", "9ff58b7f36dacd0a93e89f8f2957b52466889217963701daa15e577317cfa375"},
		{"nvidia-cufft-cu12", "11.4.1.4", "c67884f2a7d276b4b80eb56a79322a95df592ae5e765cf1243693365ccab4e28"},
		{"nvidia-cusolver-cu12", "11.7.5.82", "15da72d1340d29b5b3cf3fd100e3cd53421dde36002eda6ed93811af63c40d88"},
		{"nvidia-cusparse-cu12", "12.5.10.65", "73060ce019ac064a057267c585bf1fd5a353734151f87472ff02b2c5c9984e78"},
		{"nvidia-nccl-cu12", "2.32.3", "bb94b2348e4861d5e8aa00b36c3d12d9bdf9c6369b82cbb723de0b582280a21c"},
		{"nvidia-nvjitlink-cu12", "12.9.86", "e3f1171dbdc83c5932a45f0f4c99180a70de9bd2718c1ab77d14104f6d7147f9"},
		{"nvidia-nvshmem-cu12", "3.8.0", "b2e5760d6158aefe7bb74348d5128bb1b46a7dd1fd4b7b1e6fe55b4b07888f70"},
	},
	CUDA13: {
		{"jax-cuda13-pjrt", "0.10.2", "a97e9cabe0e21d8dbcc70bd909ca1c34cd546d3ce2d94b4cd907a8d4f6179f6a"},
		{"nvidia-cublas", "13.10.0.20", "dcc6d63884c53d07e267ce7e6feac17b2538cebaafec5db865736c3e28e4dc84"},
		{"nvidia-cuda-cccl", "13.3.5.0.6", "d5230098fa2df5021e1a00c0c4eee41797671a91119d31e892463e5ccf3ee326"},
		{"nvidia-cuda-crt", "13.5.37", "e898b7f73d3035fa89915a3f7bf3b54a73e90249746111aed295822c4729bb29"},
		{"nvidia-cuda-cupti", "13.5.25", "9dcca41c12a734192b14e7128ae116bc9ce1b9da686e2ebf48ae7a4415f76650"},
		{"nvidia-cuda-nvcc", "13.5.37", "f5c4f7ead5d964fb4af42bbf1e6d3ec3c1e6e9d83b53749f691d387e7fcaa3a7"},
		{"nvidia-cuda-nvrtc", "13.5.37", "86b4d68058807988b7d9af5b44917a0601e9c337f35ccd657bfb3c759ff8d8bc"},
		{"nvidia-cuda-runtime", "13.5.37", "df2b79a8852f10d1fef8c848489c49eebb5754051bf870202a862831412b179d"},
		{"nvidia-cudnn-cu13", "9.28.1.4", "a54f205b1db1f2895d99f398754db1369816f0569dd459731f925635cf7b65ec"},
		{"nvidia-cufft", "12.5.0.14", "b8be26837a5abad2b5b74f3e92dd29f622a42934b355be0961a48712cbba23ad"},
		{"nvidia-cusolver", "12.4.1.2", "b3b8e02fd2f2df869369af075dc3a179d43f6f7b85e94632a7dce556697be044"},
		{"nvidia-cusparse", "12.9.4.2", "072667e58c851a318738f5527a12eb225cbf058803f2ea451c722d8cf8edddec"},
		{"nvidia-nccl-cu13", "2.32.3", "1459723080ac889d73a26edfa3e04383a7928ab31ac8f0ec43b3ea9548b04ff3"},
		{"nvidia-nvjitlink", "13.5.37", "280d7cb9649704145f074b8dbde500de04ce02d0872e066e20a83c17bcaa93eb"},
		{"nvidia-nvshmem-cu13", "3.8.0", "81a4d1f666543e6d34df6d2ff940c7da1435e34e186aab6f3c2b48861b64ef38"},
		{"nvidia-nvvm", "13.5.37", "c41bfa362e407405163f103c2229f0765f8cc2ed7d148b754dc77f228bf7e070"},
	},
}
