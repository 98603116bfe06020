package nbkernel

import (
	"context"
	"strings"
	"sync/atomic"

	"sudokulab/pkg/jupyter"
)

// complaintName is the implementation that kernel_info names while the launcher answers in
// GoNB's place.
const complaintName = "sudokulab-complaint"

// complain serves a client with nothing but errors until it asks for the shutdown or ctx
// ends.
func complain(ctx context.Context, connectionFile string, c *NotReadyError) error {
	k := &complainer{complaint: c}
	return jupyter.Serve(ctx, connectionFile, k.answer)
}

// complainer is a kernel whose every cell fails.
type complainer struct {
	complaint *NotReadyError
	count     atomic.Int64
}

type object = jupyter.Object

// answer returns the type and content of the reply to a request, "" for what is no request.
func (k *complainer) answer(request *jupyter.Message, publish jupyter.Publish) (kind string, content any) {
	report := object{
		"ename": "KernelNotReady", "evalue": k.complaint.Error(), "traceback": []string{k.complaint.What + ".", k.complaint.Remedy + "."},
	}
	switch request.Header.Type {
	case "kernel_info_request":
		return "kernel_info_reply", object{
			"status": "ok", "protocol_version": jupyter.Version, "implementation": complaintName, "implementation_version": "1",
			"language_info": object{"name": "go", "version": "", "mimetype": "text/x-go", "file_extension": ".go"}, "banner": k.complaint.Error(),
		}
	case "shutdown_request":
		return "shutdown_reply", object{"status": "ok", "restart": false}
	case "interrupt_request":
		return "interrupt_reply", object{"status": "ok"}
	case "comm_info_request":
		return "comm_info_reply", object{"status": "ok", "comms": object{}}
	case "history_request":
		return "history_reply", object{"status": "ok", "history": []any{}}
	case "is_complete_request":
		return "is_complete_reply", object{"status": "unknown"}
	case "execute_request":
		_ = publish("error", report) // the reply says the same
		report["execution_count"] = k.count.Add(1)
		fallthrough
	case "complete_request", "inspect_request":
		report["status"] = "error"
		return strings.TrimSuffix(request.Header.Type, "request") + "reply", report
	}
	return "", nil
}
