import { open } from "./engine.js";

const engine = await open();
const { methods } = await engine.call("methods", {});
document.querySelector("main").textContent = methods.map((m) => m.name).join(", ");
