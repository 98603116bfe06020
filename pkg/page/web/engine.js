// The lab as the page asks it: calls by name, with arguments and results in JSON, as package protocol describes them.

/** EngineError is how a call fails. */
export class EngineError extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** Server asks the server that the page came from. */
class Server {
  name = "server";

  /**
   * @param {string} name
   * @param {object} args
   * @param {{onEvent?: (event: any) => void, signal?: AbortSignal}} [how]
   */
  async call(name, args, { onEvent, signal } = {}) {
    let answer;
    try {
      answer = await fetch(`api/v1/${name}`, {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(args), signal,
      });
      const kind = answer.headers.get("Content-Type") ?? "";
      if (kind.startsWith("application/x-ndjson")) {
        return await lines(answer.body, onEvent);
      }
      const body = await answer.json();
      if (!answer.ok) {
        throw new EngineError(body.error.code, body.error.message);
      }
      return body;
    } catch (err) {
      if (err instanceof EngineError) {
        throw err;
      }
      if (signal?.aborted) {
        throw new EngineError("cancelled", "stopped");
      }
      throw new EngineError("internal", "the server does not answer");
    }
  }
}

/** lines reads an answer of events, and returns its result. */
async function lines(body, onEvent) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    rest += value ?? "";
    const whole = rest.split("\n");
    rest = whole.pop();
    for (const line of whole) {
      const said = JSON.parse(line);
      if (said.error) {
        throw new EngineError(said.error.code, said.error.message);
      }
      if ("result" in said) {
        return said.result;
      }
      onEvent?.(said.event);
    }
    if (done) {
      throw new EngineError("internal", "the answer ended before its result");
    }
  }
}

/** Local asks a worker in this browser. Calls run one after another; to stop one ends the worker and starts another. */
class Local {
  name = "worker";
  #make;
  #module;
  #worker;
  #running = null;
  #waiting = [];
  #last = 0;

  /** @param {() => Worker} make @param {WebAssembly.Module} module which is compiled once, so that another worker is ready in moments */
  constructor(make, module) {
    this.#make = make;
    this.#module = module;
    this.#start();
  }

  #start() {
    const worker = this.#make();
    this.#worker = worker;
    worker.onmessage = ({ data }) => worker === this.#worker && this.#said(data);
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker === this.#worker) {
        this.#broken();
      }
    };
    worker.postMessage({ module: this.#module });
  }

  /** restart ends the worker whatever it does. */
  #restart() {
    this.#worker.terminate();
    this.#running = null;
    this.#start();
  }

  #broken() {
    const { reject } = this.#running ?? {};
    this.#restart();
    reject?.(new EngineError("internal", "the engine in this browser came to an end; it has been started again"));
    this.#next();
  }

  #said({ id, kind, text }) {
    if (kind === "dead") {
      this.#broken();
      return;
    }
    const call = this.#running;
    if (!call || call.id !== id) {
      return;
    }
    const value = JSON.parse(text);
    if (kind === "event") {
      try {
        call.onEvent?.(value);
      } catch (err) {
        this.#restart();
        call.reject(err);
        this.#next();
      }
      return;
    }
    this.#running = null;
    if (kind === "result") {
      call.resolve(value);
    } else {
      call.reject(new EngineError(value.code, value.message));
    }
    this.#next();
  }

  #next() {
    if (this.#running || this.#waiting.length === 0) {
      return;
    }
    const call = this.#waiting.shift();
    this.#running = call;
    this.#worker.postMessage({ id: call.id, name: call.name, args: call.args });
  }

  call(name, args, { onEvent, signal } = {}) {
    return new Promise((resolve, reject) => {
      const stopped = () => new EngineError("cancelled", "stopped");
      if (signal?.aborted) {
        reject(stopped());
        return;
      }
      const call = { id: ++this.#last, name, args: JSON.stringify(args), onEvent };
      const abort = () => {
        if (this.#running === call) {
          this.#restart();
        } else {
          this.#waiting = this.#waiting.filter((c) => c !== call);
        }
        call.reject(stopped());
        this.#next();
      };
      call.resolve = (value) => {
        signal?.removeEventListener("abort", abort);
        resolve(value);
      };
      call.reject = (err) => {
        signal?.removeEventListener("abort", abort);
        reject(err);
      };
      signal?.addEventListener("abort", abort);
      this.#waiting.push(call);
      this.#next();
    });
  }
}

/** Both asks the worker for what it has, and the server for the methods that are there only and for what takes long. */
class Both {
  name = "worker and server";
  #local;
  #server;
  #here;

  constructor(local, server, here) {
    this.#local = local;
    this.#server = server;
    this.#here = here;
  }

  async call(name, args, how) {
    if (name === "methods") {
      return this.#server.call(name, args, how);
    }
    const missing = args.method && args.method !== "auto" && !this.#here.has(args.method);
    // To make a puzzle by technique takes many tries: the server makes them several times as fast.
    const long = name === "practise" || (name === "generate" && args.technique);
    return (missing || long ? this.#server : this.#local).call(name, args, how);
  }
}

/** bytes decodes the base64 text of an element. */
function bytes(id) {
  const text = atob(document.getElementById(id).textContent.trim());
  const out = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    out[i] = text.charCodeAt(i);
  }
  return out;
}

/** embedded starts the worker that a page in one file has within it. */
async function embedded() {
  const packed = new Blob([bytes("sudokulab-wasm")]).stream().pipeThrough(new DecompressionStream("gzip"));
  const module = await WebAssembly.compile(await new Response(packed).arrayBuffer());
  const script = URL.createObjectURL(new Blob([bytes("sudokulab-worker")], { type: "text/javascript" }));
  return new Local(() => new Worker(script), module);
}

/**
 * open finds who answers: the worker within this file; or the server that the page came from, and a worker if the server has
 * one. ?engine=server and ?engine=worker take one of the two alone.
 */
export async function open() {
  if (document.getElementById("sudokulab-wasm")) {
    return embedded();
  }
  const asked = new URLSearchParams(location.search).get("engine");
  const server = new Server();
  if (asked === "server") {
    return server;
  }
  const has = await (await fetch("engine.json")).json();
  if (!has.worker) {
    if (asked === "worker") {
      throw new EngineError("refused", "this server has no engine for the browser");
    }
    return server;
  }
  const module = await WebAssembly.compileStreaming(fetch("engine.wasm"));
  const local = new Local(() => new Worker("worker.js"), module);
  if (asked === "worker") {
    return local;
  }
  const { methods } = await local.call("methods", {});
  return new Both(local, server, new Set(methods.map((m) => m.name)));
}
