/**
 * `npm run bench:import`: what importing the api function costs in a fresh process, beside importing only the AWS clients
 * and commands that it uses. Both are bundled as a function is, and the time of bare Node is taken off both.
 */
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { BUNDLE_OPTIONS } from "../lib/bundle-options.js";
import { percentile, provenance, table, writeSection } from "./report.js";

const ROUNDS = 41;
const ROOT = join(import.meta.dirname, "..");
const FOLDER = join(ROOT, ".local/bench-import");
const HANDLER = "lambdas/api/handler.ts";

const START = "export const handler = await createApi(";
/** The handler as it stands, but that it is not started: that would ask the secrets. */
const source = readFileSync(join(ROOT, HANDLER), "utf8");
if (!source.includes(START)) throw new Error(`${HANDLER} does not start as this bench expects: ${START}`);
const api = source.replace(START, "export const start = () => createApi(");

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const files = await bundle("api", api);
await bundle("clients", clientsOf(files));
await bundle("bare", "");
const times: Record<string, number[]> = { bare: [], clients: [], api: [] };
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, samples] of Object.entries(times)) samples.push(await run(name));
}

const bare = percentile(times.bare ?? [], 0.5);
const rows = (["clients", "api"] as const).map((name) => ({
  name,
  kb: statSync(join(FOLDER, `${name}.mjs`)).size / 1000,
  median: percentile(times[name] ?? [], 0.5) - bare,
  fastest: Math.min(...(times[name] ?? [])) - Math.min(...(times.bare ?? [])),
}));
rmSync(FOLDER, { recursive: true, force: true });
const [clients, whole] = rows;
const ratio = (whole?.median ?? Number.NaN) / (clients?.median ?? Number.NaN);
const result = table(
  ["imported", "", "", "kB", "p50 ms", "fastest ms"],
  rows.map(({ name, kb, median, fastest }) => [
    name === "api" ? "the api function" : "its AWS clients and commands alone",
    "",
    "",
    kb.toFixed(0),
    median.toFixed(1),
    fastest.toFixed(1),
  ]),
);
const summary = `The api function takes ${ratio.toFixed(2)} times as long as its AWS clients alone (${ROUNDS} fresh processes each, in turn; bare Node, ${bare.toFixed(0)} ms, taken off both).`;
process.stdout.write(`${result}\n\n${summary}\n`);
writeSection("import", [provenance(), result, summary].join("\n\n"));

/** Resolves to the project's own files in the bundle. */
async function bundle(name: string, contents: string): Promise<string[]> {
  const { metafile } = await build({
    ...BUNDLE_OPTIONS,
    stdin: { contents, resolveDir: join(ROOT, HANDLER, ".."), loader: "ts" },
    outfile: join(FOLDER, `${name}.mjs`),
    absWorkingDir: ROOT,
    metafile: true,
  });
  return Object.keys(metafile.inputs).filter((file) => /^(aws|lambdas)\//.test(file));
}

/** A module that exports just what these files import of the AWS SDK. */
function clientsOf(files: readonly string[]): string {
  const imports = /^import \{([^}]*)\} from ("@aws-sdk\/[^"]+");$/gm;
  const texts = [api, ...files.map((file) => readFileSync(join(ROOT, file), "utf8"))];
  const found = texts.flatMap((text) => [...text.matchAll(imports)]);
  const named = found.flatMap(([, names = "", from = ""]) =>
    names
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "" && !name.startsWith("type "))
      .map((name) => `export { ${name} } from ${from};`),
  );
  return [...new Set(named)].join("\n");
}

async function run(name: string): Promise<number> {
  const started = performance.now();
  await promisify(execFile)(process.execPath, [join(FOLDER, `${name}.mjs`)]);
  return performance.now() - started;
}
