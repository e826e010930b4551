/**
 * `npm run bench:cold`: the first render of a fresh process, beside a process that only imports satori, resvg and sharp.
 * Both are bundled as a function is, and the time of bare Node is taken off both.
 */
import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { BUNDLE_OPTIONS, REQUIRE_BANNER } from "../lib/bundle-code.js";
import { percentile, provenance, table, writeSection } from "./report.js";

const ROUNDS = 9;
/** Inside the project, so that what stays outside of the bundles is found in its node_modules. */
const FOLDER = join(import.meta.dirname, "../.local/bench-cold");
const CORE = join(import.meta.dirname, "../core/rendering");

const RENDER = `
  const started = performance.now();
  const { Renderer } = await import("${CORE}/renderer.ts");
  const { DEFAULT_RENDER_LIMITS } = await import("${CORE}/context.ts");
  const { createFontLibrary } = await import("${CORE}/fonts/font-library.ts");
  const { loadResvg, loadSharp } = await import("${CORE}/native.ts");
  const marks = { "our own code": performance.now() - started };
  const mark = async (name, work) => {
    const before = performance.now();
    await work();
    marks[name] = performance.now() - before;
  };
  await mark("resvg", loadResvg);
  await mark("sharp", loadSharp);
  const renderer = new Renderer({ fonts: createFontLibrary(), limits: DEFAULT_RENDER_LIMITS, loadImage: () => Promise.reject(new Error()) });
  const text = { id: "t", type: "text", x: 72, y: 250, width: 1000, height: 90, text: "Release notes", font_size: 72, color: "#fff" };
  const document = { width: 1200, height: 630, background: "#0f172a", layers: [text] };
  await mark("the first render", () => renderer.render(document, {}));
  await mark("the second render", () => renderer.render(document, {}));
  process.stdout.write(JSON.stringify(marks));
`;
const IMPORTS = `await import("satori"); await import("@resvg/resvg-js"); await import("sharp"); process.stdout.write("{}");`;

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const scripts = { bare: 'process.stdout.write("{}");', imports: IMPORTS, render: RENDER };
for (const [name, source] of Object.entries(scripts)) await bundle(name, source);
const times: Record<string, number[]> = { bare: [], imports: [], render: [] };
const parts = new Map<string, number[]>();
for (let round = 0; round < ROUNDS; round++) {
  for (const name of Object.keys(scripts)) {
    const { ms, marks } = await run(name);
    times[name]?.push(ms);
    for (const [part, took] of Object.entries(marks)) parts.set(part, [...(parts.get(part) ?? []), took]);
  }
}
rmSync(FOLDER, { recursive: true, force: true });

const median = (samples: readonly number[] = []) => percentile(samples, 0.5);
// The second render is no part of a cold start; it only says what the first one owes to being the first.
const bare = median(times["bare"]);
const imports = median(times["imports"]) - bare;
const render = median(times["render"]) - bare - median(parts.get("the second render"));
const rows = [
  ["imports of satori, resvg and sharp alone", imports],
  ["a first render, process start to bytes", render],
  ...[...parts].map(([part, samples]) => [`of it: ${part}`, median(samples)] as const),
] as const;
const summary = `The first render takes ${(render / imports).toFixed(2)} times as long as the imports alone (bare Node, ${bare.toFixed(0)} ms, taken off both).`;
const result = table(
  ["what", "", "", "p50 ms"],
  rows.map(([what, ms]) => [what.replace("of it: the second", "for comparison: the second"), "", "", ms.toFixed(0)]),
);
process.stdout.write(`${result}\n\n${summary}\n`);
writeSection("cold", [provenance(), result, summary].join("\n\n"));

async function bundle(name: string, source: string): Promise<void> {
  const entry = join(FOLDER, `${name}.entry.mjs`);
  writeFileSync(entry, source);
  await build({
    entryPoints: [entry],
    outfile: join(FOLDER, `${name}.mjs`),
    ...BUNDLE_OPTIONS,
    external: ["sharp", "@resvg/resvg-js", "satori"],
    banner: { js: REQUIRE_BANNER },
    logLevel: "error",
  });
}

async function run(name: string): Promise<{ ms: number; marks: Record<string, number> }> {
  const started = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, [join(FOLDER, `${name}.mjs`)]);
  return { ms: performance.now() - started, marks: JSON.parse(stdout) as Record<string, number> };
}
