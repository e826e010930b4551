/**
 * `npm run bench:cold` measures the first render of a fresh process, and a process that only imports satori, resvg and
 * sharp. Both are bundled as a function is. The time that Node itself takes to start is subtracted from both.
 */
import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { BUNDLE_OPTIONS, REQUIRE_BANNER } from "../lib/bundle-code.js";
import { percentile, provenance, table, writeSection } from "./report.js";

const ROUNDS = 9;
/**
 * A bundle loads its external packages from the node_modules folders above it. Only bench/ has satori, but bench/ also has
 * an older harfbuzzjs than the engine's, so the engine must not find that one.
 */
const ENGINE_FOLDER = join(import.meta.dirname, "../.local/bench-cold");
const PEERS_FOLDER = join(import.meta.dirname, ".local/cold");
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

const SCRIPTS: Readonly<Record<string, { readonly folder: string; readonly source: string }>> = {
  bare: { folder: ENGINE_FOLDER, source: 'process.stdout.write("{}");' },
  imports: { folder: PEERS_FOLDER, source: IMPORTS },
  render: { folder: ENGINE_FOLDER, source: RENDER },
};
for (const folder of [ENGINE_FOLDER, PEERS_FOLDER]) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}
for (const [name, { folder, source }] of Object.entries(SCRIPTS)) await bundle(join(folder, name), source);
const times: Record<string, number[]> = { bare: [], imports: [], render: [] };
const parts = new Map<string, number[]>();
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, { folder }] of Object.entries(SCRIPTS)) {
    const { ms, marks } = await run(join(folder, name));
    times[name]?.push(ms);
    for (const [part, took] of Object.entries(marks)) parts.set(part, [...(parts.get(part) ?? []), took]);
  }
}
for (const folder of [ENGINE_FOLDER, PEERS_FOLDER]) rmSync(folder, { recursive: true, force: true });

const median = (samples: readonly number[] = []) => percentile(samples, 0.5);
// The second render is not part of a cold start. It shows how much of the first render's time is due to being the first.
const bare = median(times["bare"]);
const imports = median(times["imports"]) - bare;
const render = median(times["render"]) - bare - median(parts.get("the second render"));
const rows = [
  ["imports of satori, resvg and sharp alone", imports],
  ["a first render, process start to bytes", render],
  ...[...parts].map(([part, samples]) => [`of it: ${part}`, median(samples)] as const),
] as const;
const summary = `The first render takes ${(render / imports).toFixed(2)} times as long as the imports alone (both without the ${bare.toFixed(0)} ms that Node itself takes to start).`;
const result = table(
  ["what", "", "", "p50 ms"],
  rows.map(([what, ms]) => [what.replace("of it: the second", "for comparison: the second"), "", "", ms.toFixed(0)]),
);
process.stdout.write(`${result}\n\n${summary}\n`);
writeSection("cold", [provenance(), result, summary].join("\n\n"));

async function bundle(path: string, source: string): Promise<void> {
  const entry = `${path}.entry.mjs`;
  writeFileSync(entry, source);
  await build({
    entryPoints: [entry],
    outfile: `${path}.mjs`,
    ...BUNDLE_OPTIONS,
    external: ["sharp", "@resvg/resvg-js", "satori"],
    banner: { js: REQUIRE_BANNER },
    logLevel: "error",
  });
}

async function run(path: string): Promise<{ ms: number; marks: Record<string, number> }> {
  const started = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, [`${path}.mjs`]);
  return { ms: performance.now() - started, marks: JSON.parse(stdout) as Record<string, number> };
}
