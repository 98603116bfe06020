package main

import (
	"context"
	"errors"
	"syscall/js"

	"sudokulab/pkg/page/protocol"
	"sudokulab/pkg/page/wire"
)

// main sets the function sudokulabAsk(call, arguments in JSON, answer), and stays. It calls answer(kind, JSON) with kind
// "event" any number of times, and then once with "result" or "error".
func main() {
	d := protocol.New(protocol.DefaultLimits())
	var codec wire.Codec
	js.Global().Set("sudokulabAsk", js.FuncOf(func(_ js.Value, a []js.Value) any {
		name, args, to := a[0].String(), a[1].String(), a[2]
		go ask(d, name, args, func(kind string, v any) error {
			b, err := codec.Marshal(v)
			if err != nil {
				return err
			}
			to.Invoke(kind, string(b))
			return nil
		})
		return nil
	}))
	js.Global().Call("sudokulabReady")
	select {}
}

// ask answers one call. The page ends the whole worker to stop it, so its context never ends.
func ask(d *protocol.Desk, name, args string, answer func(string, any) error) {
	result, err := d.Do(context.Background(), name, []byte(args), func(e any) error { return answer("event", e) })
	if err == nil {
		err = answer("result", result)
	}
	if err == nil {
		return
	}
	failed, ok := errors.AsType[*protocol.Error](err)
	if !ok {
		failed = &protocol.Error{Code: protocol.Internal, Message: err.Error()}
	}
	_ = answer("error", failed) // two texts are always JSON
}
