// Package jupyter starts Jupyter kernels, speaks their protocol with them, and serves it.
//
//	spec, err := jupyter.Find("python3", jupyter.Dirs())
//	if err != nil { … } // lists the kernels found and the folders looked in
//	k, err := jupyter.Start(ctx, jupyter.Config{Spec: spec})
//	if err != nil { … } // with the end of what the kernel wrote to its terminal
//	defer k.Close()
//	id, err := k.Send(jupyter.Shell, "execute_request", jupyter.Object{
//		"code": "1 + 1", "silent": false, "store_history": true,
//	})
//	for m := range k.Messages() {
//		if m.Parent.ID == id { fmt.Println(m.Channel, m.Header.Type) }
//	}
//
// A kernel is a program that a kernelspec describes, a file kernel.json in one of the folders
// where Jupyter looks ([Dirs]). It is started in its own process group with a connection
// file that names five ports and a key; requests go to it on the shell and control channels,
// outputs come back on iopub, and every message is signed with HMAC-SHA256. [Serve] is the
// kernel's side: a function answers the requests. Source: the Jupyter messaging protocol 5.3 and
// the description of kernelspecs in the documentation of jupyter_client; ZeroMQ's transport ZMTP 3.0
// with the NULL mechanism (https://rfc.zeromq.org/spec/23/).
//
// Invariants: a message whose signature is wrong is never delivered and ends the connection of a
// client, and [Serve] passes over it; [Kernel.Done] is closed as soon as the process ends; after [Kernel.Close] no process of the
// kernel's group is left, and on Linux none that it started in any group. If this process is
// killed, the kernel is killed too: at once by the system on Linux, and on all of Unix by a shell
// that waits for this process to end and then takes the group and the connection file away. No message larger than Config.MaxMessage is held in
// memory: what is too much of it is dropped as it is received.
//
// Cost: one goroutine per channel, sixteen undelivered messages; a request and its reply take
// less than a millisecond. Close scans /proc once on Linux.
//
// ZMTP's framing is written here, in one file on net.Conn; the package zmq4 is not used, because it
// reserves whatever size a frame's head claims, so that a bound on messages takes a second reader of the
// same frames before it; its sockets retry at fixed quarters of a second, queue without a bound on
// the size of a message, and cannot be waited for when they close. The launcher of the lab's kernel,
// which is started for each call of go, stays without it too. The tests speak with zmq4's sockets of
// each type, as client and as server.
//
// What it does not do: kernels on other machines, kernels started by someone else, widgets
// (comm messages are delivered but not answered), encryption.
package jupyter
