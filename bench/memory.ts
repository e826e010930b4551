/**
 * `npm run bench:memory` renders 200 templates 10,000 times in one renderer with the memory of a function. Its memory must
 * stay flat with full caches. Then it renders the largest picture in the format that needs the most memory. It runs as the
 * rendering process does: bundled, on plain Node, with the allocator settings of the functions.
 */
import { readFileSync } from "node:fs";
import { DEFAULT_RENDER_LIMITS } from "@image-render/engine/limits";
import { createFontLibrary, Renderer } from "@image-render/engine";
import { FUNCTION_BYTES, templateOf } from "./engines/ours.js";
import { percentile, provenance, writeSection } from "./report.js";
import { largestDesign, makeTemplates } from "./templates.js";

const [TEMPLATES, RENDERS, EVERY] = [200, 10_000, 500];
/** All processes of a function stay below 1,600 MB. The function's own process uses at most 150 MB of that. */
const LIMITS = { megabytes: 1450, growth: 1.1 };
const FORMATS = ["png", "jpg", "webp"] as const;

const context = {
  fonts: createFontLibrary(),
  limits: DEFAULT_RENDER_LIMITS,
  loadImage: () => Promise.reject(new Error("The benchmark fetches nothing.")),
};
const renderer = new Renderer(context, { memoryBytes: FUNCTION_BYTES });
const templates = await makeTemplates();
const resident: number[] = [];
for (let run = 0; run < RENDERS; run++) {
  const number = popular(run);
  const design = templates[number % templates.length]?.make(run);
  if (design === undefined) throw new Error("There are no templates.");
  const { document, layers } = templateOf(design);
  const format = FORMATS[run % FORMATS.length] ?? "png";
  await renderer.render(document, { format, layers, scale: design.scale }, { version: `template ${number}` });
  if ((run + 1) % EVERY === 0) resident.push(megabytesOf("VmRSS"));
}
const { document, layers } = templateOf(await largestDesign());
await renderer.render(document, { format: "avif", layers }, { version: "largest" });
const peak = megabytesOf("VmHWM");

// The caches fill up during the first half. After that, memory must not grow.
const half = resident.length / 2;
const isFlat = percentile(resident.slice(half), 0.5) <= percentile(resident.slice(half / 2, half), 0.5) * LIMITS.growth;
const series = `Resident memory after each ${EVERY} of ${RENDERS} renders of ${TEMPLATES} templates, in MB: ${resident.join(", ")}.`;
const line = `${series} The peak with a picture of 25 megapixels as AVIF afterwards: ${peak} MB.`;
process.stdout.write(
  `${line}\n${isFlat ? "Flat" : "Still growing"}, ${peak <= LIMITS.megabytes ? "within" : "over"} the limit.\n`,
);
writeSection("memory", `${provenance()}\n\n${line}`);
process.exitCode = isFlat && peak <= LIMITS.megabytes ? 0 : 1;

/** Returns a template's number. A few templates are rendered often and most rarely, so the caches keep changing. */
function popular(run: number): number {
  const random = (Math.imul(run + 1, 2_654_435_761) >>> 8) / 2 ** 24;
  return Math.floor(TEMPLATES * random ** 3);
}

/** Returns the current (`VmRSS`) or the highest (`VmHWM`) resident memory of this process, in MB. */
function megabytesOf(field: "VmRSS" | "VmHWM"): number {
  const [, kibibytes] =
    new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  return Math.round((Number(kibibytes) * 1024) / 1e6);
}
