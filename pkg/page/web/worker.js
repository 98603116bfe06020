// The lab within a worker: Go's own wasm_exec.js stands before this text when the page starts it. The first message brings
// the compiled module, each later one a call. One call runs at a time; the page ends the whole worker to stop it.

/* global Go, sudokulabAsk */

let started;

function start(module) {
  return new Promise((resolve, reject) => {
    globalThis.sudokulabReady = resolve;
    const go = new Go();
    WebAssembly.instantiate(module, go.importObject)
      .then((instance) => go.run(instance))
      .then(() => postMessage({ kind: "dead" }))
      .catch(reject);
  });
}

addEventListener("message", async ({ data }) => {
  try {
    if (data.module) {
      started = start(data.module);
      await started;
      postMessage({ kind: "ready" });
      return;
    }
    await started;
    sudokulabAsk(data.name, data.args, (kind, text) => postMessage({ id: data.id, kind, text }));
  } catch {
    postMessage({ kind: "dead" });
  }
});
