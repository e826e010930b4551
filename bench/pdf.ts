/**
 * `npm run bench:pdf` compares PDFs with PNGs of the same requests, in turns, in one warm process. Each round has
 * different texts. The last column is the time of a PDF divided by that of a PNG.
 */
import { createFontLibrary, Renderer } from "@image-render/engine";
import { DEFAULT_RENDER_LIMITS } from "@image-render/engine/limits";
import { FUNCTION_BYTES, templateOf } from "./engines/ours.js";
import { table } from "./report.js";
import { makeTemplates } from "./templates.js";

const ROUNDS = { warmUp: 5, measured: 40 };

const context = {
  fonts: createFontLibrary(),
  limits: DEFAULT_RENDER_LIMITS,
  loadImage: () => Promise.reject(new Error("The benchmark fetches nothing.")),
};
const renderer = new Renderer(context, { memoryBytes: FUNCTION_BYTES });

const rows: string[][] = [];
for (const { name, make } of await makeTemplates()) {
  const times = { png: [] as number[], pdf: [] as number[] };
  const bytes = { png: 0, pdf: 0 };
  for (let round = 0; round < ROUNDS.warmUp + ROUNDS.measured; round++) {
    const { scale, ...design } = make(round);
    const { document, layers } = templateOf({ ...design, scale });
    // The first format of a round prepares the texts, so the formats take turns.
    for (const format of round % 2 === 0 ? (["png", "pdf"] as const) : (["pdf", "png"] as const)) {
      const start = performance.now();
      const picture = await renderer.render(document, { layers, scale, format }, { version: name });
      if (round >= ROUNDS.warmUp) times[format].push(performance.now() - start);
      bytes[format] = picture.bytes.length;
    }
  }
  const [png, pdf] = [middleOf(times.png), middleOf(times.pdf)];
  const cell = (time: number, size: number) => `${time.toFixed(1)} ms, ${Math.round(size / 1000)} kB`;
  rows.push([name, cell(png, bytes.png), cell(pdf, bytes.pdf), (pdf / png).toFixed(2)]);
}
process.stdout.write(`${table(["template", "png", "pdf", "pdf / png"], rows)}\n`);

function middleOf(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;
}
