/**
 * `tsx packages/engine/test/cost/main.ts NAME`: draws one costly case, and writes the outcome, the processor time and
 * the peak of resident memory as JSON. It runs in its own process, because a rasterizer that aborts ends the process.
 */
import { Renderer } from "../../src/renderer/renderer.js";
import { MAX_WORK_US } from "../../src/shared/work.js";
import { testContext } from "../support.js";
import { COSTLY_CASES } from "./costly-cases.js";

const name = process.argv[2] ?? "";
const costly = COSTLY_CASES[name]?.();
if (costly === undefined) throw new Error(`There is no case ${name}. Known: ${Object.keys(COSTLY_CASES).join(", ")}.`);
let counted = 0;
const maxWork = Number(process.argv[3] ?? MAX_WORK_US);
const renderer = new Renderer(testContext(), { maxWork, onWork: (microseconds) => (counted = microseconds / 1e6) });
await renderer.render(
  { width: 100, height: 100, layers: [{ id: "a", type: "text", width: 90, height: 90, text: "A" }] },
  {},
);
const before = process.cpuUsage();
const outcome = await renderer
  .render(costly.document, { layers: costly.overrides }, { uploads: costly.uploads })
  .then(({ width, height }) => `${width}x${height}`)
  .catch((error: unknown) => String(error));
const { user, system } = process.cpuUsage(before);
const megabytes = Math.round(process.resourceUsage().maxRSS / 1000);
process.stdout.write(`${JSON.stringify({ outcome, counted, seconds: (user + system) / 1e6, megabytes })}\n`);
