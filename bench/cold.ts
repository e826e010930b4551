/**
 * `npm run bench:cold` measures the first render of a fresh process as PNG and as JPEG, and a process that only imports
 * satori, resvg and sharp. All are bundled as a function is, and have the arguments of a rendering process. The time
 * that Node needs without any code is subtracted. The benchmark also measures the first use of a font in a warm
 * process.
 */
import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { RENDERING_NODE_ARGS } from "@image-render/engine/process";
import { BUNDLE_OPTIONS, bundleCode, REQUIRE_BANNER } from "../lib/bundle-code.js";
import { percentile, provenance, table, writeSection } from "./report.js";

const ROUNDS = 15;
const WARM_UP_RENDERS = 20;
/**
 * A bundle loads its native packages from the node_modules folders above it. Only bench/ has the other engines, but bench/
 * also has an older harfbuzzjs than this engine's, so this engine must not find that one.
 */
const ENGINE_FOLDER = join(import.meta.dirname, "../.local/bench-cold");
const PEERS_FOLDER = join(import.meta.dirname, ".local/cold");
const CORE = join(import.meta.dirname, "../packages/engine/src");

/** Prints the time since the process started, and the processor time of all its threads. */
const REPORT = `
  const { user, system } = process.cpuUsage();
  const total = { ms: performance.now(), cpuMs: (user + system) / 1000 };
`;
const PRINT = "process.stdout.write(JSON.stringify({ total, parts }));";

const PARTS = `
  const parts = {};
  const part = async (name, work) => {
    const [before, { user, system }] = [performance.now(), process.cpuUsage()];
    const result = await work();
    const used = process.cpuUsage({ user, system });
    parts[name] = { ms: performance.now() - before, cpuMs: (used.user + used.system) / 1000 };
    return result;
  };
`;

const renderAs = (format: string) => `
  ${PARTS}
  const { Renderer } = await part("our own code", () => import("${CORE}/renderer/renderer.ts"));
  const { DEFAULT_RENDER_LIMITS } = await import("${CORE}/limits/index.ts");
  const { createFontLibrary } = await import("${CORE}/fonts/font-library.ts");
  const { loadResvg } = await import("${CORE}/shared/native.ts");
  await part("resvg", loadResvg);
  const loadImage = () => Promise.reject(new Error());
  const renderer = new Renderer({ fonts: createFontLibrary(), limits: DEFAULT_RENDER_LIMITS, loadImage });
  const text = { id: "t", type: "text", x: 72, y: 250, width: 1000, height: 90, text: "Release notes", font_size: 72, color: "#fff" };
  const document = { width: 1200, height: 630, background: "#0f172a", layers: [text] };
  await part("the first render", () => renderer.render(document, { format: "${format}" }));
  ${REPORT}
  await part("the second render", () => renderer.render(document, { format: "${format}" }));
  ${PRINT}
`;
/** The renders of a warm process. Each has different words. Their format is JPEG, which always takes the same time. */
const firstUses = `
  ${PARTS}
  const { Renderer } = await import("${CORE}/renderer/renderer.ts");
  const { DEFAULT_RENDER_LIMITS } = await import("${CORE}/limits/index.ts");
  const { createFontLibrary } = await import("${CORE}/fonts/font-library.ts");
  const loadImage = () => Promise.reject(new Error());
  const renderer = new Renderer({ fonts: createFontLibrary(), limits: DEFAULT_RENDER_LIMITS, loadImage });
  const draw = (text, font_family) => {
    const layer = { id: "t", type: "text", x: 72, y: 250, width: 1000, height: 90, text, font_family, font_size: 72, color: "#fff" };
    return renderer.render({ width: 1200, height: 630, background: "#0f172a", layers: [layer] }, { format: "jpg" });
  };
  for (let run = 0; run < ${WARM_UP_RENDERS}; run++) await draw("Release notes " + run, "Inter");
  await part("known", () => draw("Release 42", "Inter"));
  await part("latin", () => draw("Release 43", "Playfair Display"));
  await part("cjk", () => draw("リリースノート四十四", "Noto Sans JP"));
  ${REPORT}
  ${PRINT}
`;
const NOTHING = `const parts = {}; ${REPORT} ${PRINT}`;
const IMPORTS = `await import("satori"); await import("@resvg/resvg-js"); await import("sharp"); ${NOTHING}`;

interface Used {
  /** The time since the process started, or the duration of the part. */
  readonly ms: number;
  /** The processor time of all threads. */
  readonly cpuMs: number;
}

interface Run {
  readonly total: Used;
  readonly parts: Readonly<Record<string, Used>>;
}

interface Script {
  readonly title: string;
  readonly folder: string;
  readonly bundle: (path: string) => Promise<void>;
}

const SCRIPTS: readonly Script[] = [
  { title: "Node alone", folder: ENGINE_FOLDER, bundle: (path) => bundlePeers(path, NOTHING) },
  { title: "imports of satori, resvg and sharp", folder: PEERS_FOLDER, bundle: (path) => bundlePeers(path, IMPORTS) },
  ...["png", "jpg"].map((format) => ({
    title: `a first render, ${format}`,
    folder: ENGINE_FOLDER,
    bundle: (path: string) => bundleEngine(path, renderAs(format)),
  })),
];

for (const folder of [ENGINE_FOLDER, PEERS_FOLDER]) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}
const WARM: Script = {
  title: "a first use of a font",
  folder: ENGINE_FOLDER,
  bundle: (path) => bundleEngine(path, firstUses),
};
const ALL = [...SCRIPTS, WARM];
const pathOf = (script: Script) => join(script.folder, String(ALL.indexOf(script)), "index");
for (const script of ALL) {
  mkdirSync(dirname(pathOf(script)), { recursive: true });
  await script.bundle(pathOf(script));
}
const runs = new Map<Script, Run[]>(ALL.map((script) => [script, []]));
for (let round = 0; round < ROUNDS; round++) {
  for (const script of ALL) runs.get(script)?.push(await run(pathOf(script)));
}
for (const folder of [ENGINE_FOLDER, PEERS_FOLDER]) rmSync(folder, { recursive: true, force: true });

const median = (samples: readonly number[]) => percentile(samples, 0.5);
const least = (samples: readonly number[]) => Math.min(...samples);
const [bare = [], ...others] = SCRIPTS.map((script) => runs.get(script)?.map(({ total }) => total) ?? []);
const bareMs = median(bare.map(({ ms }) => ms));
const bareCpuMs = least(bare.map(({ cpuMs }) => cpuMs));
const rows = SCRIPTS.slice(1).flatMap((script, index) => {
  const totals = others[index] ?? [];
  const all = runs.get(script) ?? [];
  const ms = median(totals.map((total) => total.ms)) - bareMs;
  const cpuMs = least(totals.map((total) => total.cpuMs)) - bareCpuMs;
  return [
    [script.title, "", ms.toFixed(0), cpuMs.toFixed(0)],
    ...Object.keys(all[0]?.parts ?? {}).map((part) => {
      const used = all.flatMap(({ parts }) => parts[part] ?? []);
      const name = part === "the second render" ? "for comparison: the second render" : `of it: ${part}`;
      const [partMs, partCpuMs] = [median(used.map((one) => one.ms)), least(used.map((one) => one.cpuMs))];
      return [name, "", partMs.toFixed(0), partCpuMs.toFixed(0)];
    }),
  ];
});
const summary = `Without what Node itself takes: ${bareMs.toFixed(0)} ms, ${bareCpuMs.toFixed(0)} ms of processor time. Processor time is that of all threads. The first use of a font is measured in a process that has drawn ${WARM_UP_RENDERS} pictures with a different font. It is the time that the render takes in addition to a render with new words in a known font.`;
const usesOf = (part: string) => (runs.get(WARM) ?? []).flatMap(({ parts }) => parts[part] ?? []);
const known = usesOf("known");
const firstUse = (title: string, part: string): string[] => {
  const ms = median(usesOf(part).map((used) => used.ms)) - median(known.map((used) => used.ms));
  const cpuMs = least(usesOf(part).map((used) => used.cpuMs)) - least(known.map((used) => used.cpuMs));
  return [title, "", ms.toFixed(0), cpuMs.toFixed(0)];
};
rows.push(firstUse("the first use of a Latin font", "latin"), firstUse("the first use of a CJK font", "cjk"));
const result = table(["what", "", "p50 ms", "least processor ms"], rows);
process.stdout.write(`${result}\n\n${summary}\n`);
writeSection("cold", [provenance(), result, summary].join("\n\n"));

/** Bundles as for a function: with the packages. Code that is imported later has its own files. */
function bundleEngine(path: string, code: string): Promise<void> {
  bundleCode({ code, folder: ENGINE_FOLDER, outfile: `${path}.mjs` });
  return Promise.resolve();
}

async function bundlePeers(path: string, source: string): Promise<void> {
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

async function run(path: string): Promise<Run> {
  const { stdout } = await promisify(execFile)(process.execPath, [...RENDERING_NODE_ARGS, `${path}.mjs`]);
  return JSON.parse(stdout) as Run;
}
