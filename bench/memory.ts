/**
 * `npm run bench:memory` renders 50 templates 1,000 times in one renderer. Its memory must stay flat and below 400 MiB. It
 * runs as the function does: bundled, on plain Node, with the allocator setting of the function.
 */
import { DEFAULT_RENDER_LIMITS } from "../core/rendering/context.js";
import { createFontLibrary } from "../core/rendering/fonts/font-library.js";
import { Renderer } from "../core/rendering/renderer.js";
import { templateOf } from "./engines/ours.js";
import { provenance, writeSection } from "./report.js";
import { makeTemplates } from "./templates.js";

const [TEMPLATES, RENDERS] = [50, 1000];
const LIMITS = { mebibytes: 400, growth: 1.15 };
const FORMATS = ["png", "jpg", "webp"] as const;

const renderer = new Renderer({
  fonts: createFontLibrary(),
  limits: DEFAULT_RENDER_LIMITS,
  loadImage: () => Promise.reject(new Error("The benchmark fetches nothing.")),
});
const templates = (await makeTemplates()).slice(0, 3);
const mebibytes: number[] = [];
for (let run = 0; run < RENDERS; run++) {
  const number = (run * 7) % TEMPLATES;
  const template = templates[number % templates.length];
  if (template === undefined) throw new Error("There are no templates.");
  const { document, layers } = templateOf(template.make(run));
  const format = FORMATS[run % FORMATS.length] ?? "png";
  await renderer.render(document, { format, layers }, { version: `template ${number}` });
  if ((run + 1) % 100 === 0) mebibytes.push(Math.round(process.memoryUsage.rss() / 2 ** 20));
}
// The caches fill up during the first half. After that, memory must not grow.
const [half = 0, end = 0] = [mebibytes[RENDERS / 200 - 1], mebibytes.at(-1)];
const isFlat = Math.max(...mebibytes) < LIMITS.mebibytes && end <= half * LIMITS.growth;
const line = `Resident memory after each 100 of ${RENDERS} renders of ${TEMPLATES} templates, in MiB: ${mebibytes.join(", ")}.`;
process.stdout.write(`${line}\n${isFlat ? "Flat, and within the limit." : "Over the limit, or still growing."}\n`);
writeSection("memory", `${provenance()}\n\n${line}`);
process.exitCode = isFlat ? 0 : 1;
