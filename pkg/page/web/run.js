// One way to do whatever takes a while: with progress, a Stop button, and a sentence at its end, whatever that is.

/**
 * run does something long and says how it ended.
 * @param {{tasks: import("./tasks.js").Tasks, status: import("./tasks.js").Status}} page
 * @param {string} name such as "Solving"
 * @param {(task: import("./tasks.js").Task) => Promise<{text: string, tone?: "plain" | "good" | "bad"} | void>} does
 */
export async function run({ tasks, status }, name, does) {
  const task = tasks.start(name);
  try {
    const end = await does(task);
    if (end && !task.signal.aborted) {
      status.say(end.text, end.tone);
    }
  } catch (err) {
    if (task.signal.aborted) {
      if (!task.quiet) {
        status.say(`${name} was stopped.`);
      }
    } else {
      status.say(`${name} failed: ${sentence(err.message)}`, "bad");
    }
  } finally {
    task.done();
  }
}

/** sentence ends a text with a full stop. */
function sentence(text) {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
