/**
 * `npm run bench:import`: what importing the api function costs a fresh process in processor time, beside importing only the AWS clients
 * and commands that it uses. Both are bundled as a function is, and the time of bare Node is taken off both.
 */
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildSync } from "esbuild";
import { bundleCode } from "../lib/bundle-code.js";
import { percentile, provenance, table, writeSection } from "./report.js";

const ROUNDS = 41;
const ROOT = join(import.meta.dirname, "..");
const FOLDER = join(ROOT, ".local/bench-import");
const FUNCTION = join(ROOT, "lambdas/api");

const START = "export const handler = await createApi(";
/** The handler as it stands, but that it is not started: that would ask the secrets. */
const source = readFileSync(join(FUNCTION, "handler.ts"), "utf8");
if (!source.includes(START)) throw new Error(`The handler does not start as this bench expects: ${START}`);
const api = source.replace(START, "export const start = () => createApi(");

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
bundle("api", api);
bundle("clients", clientsOf(ownFiles(api)));
bundle("bare", "");
const times: Record<string, number[]> = { bare: [], clients: [], api: [] };
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, samples] of Object.entries(times)) samples.push(await run(name));
}

const bare = percentile(times.bare ?? [], 0.5);
const rows = (["clients", "api"] as const).map((name) => ({
  name,
  kb: statSync(join(FOLDER, `${name}.mjs`)).size / 1000,
  median: percentile(times[name] ?? [], 0.5) - bare,
  least: Math.min(...(times[name] ?? [])) - Math.min(...(times.bare ?? [])),
}));
rmSync(FOLDER, { recursive: true, force: true });
const [clients, whole] = rows;
const ratio = (whole?.median ?? Number.NaN) / (clients?.median ?? Number.NaN);
const result = table(
  ["imported", "", "", "kB", "p50 ms", "least ms"],
  rows.map(({ name, kb, median, least }) => [
    name === "api" ? "the api function" : "its AWS clients and commands alone",
    "",
    "",
    kb.toFixed(0),
    median.toFixed(1),
    least.toFixed(1),
  ]),
);
const summary = `The api function takes ${ratio.toFixed(2)} times the processor time of its AWS clients alone (${ROUNDS} fresh processes each, in turn; bare Node, ${bare.toFixed(0)} ms, taken off both).`;
process.stdout.write(`${result}\n\n${summary}\n`);
writeSection("import", [provenance(), result, summary].join("\n\n"));

function bundle(name: string, code: string): void {
  const tell = "const { user, system } = process.cpuUsage(); process.stdout.write(String(user + system));";
  bundleCode({ code: `${code}\n${tell}`, folder: FUNCTION, outfile: join(FOLDER, `${name}.mjs`) });
}

/** The project's own files that a bundle of this code holds. */
function ownFiles(contents: string): string[] {
  const { metafile } = buildSync({
    stdin: { contents, resolveDir: FUNCTION, loader: "ts" },
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    absWorkingDir: ROOT,
    metafile: true,
    write: false,
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

/** Resolves to the processor time that the process took, which other work on the machine hardly changes. */
async function run(name: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(FOLDER, `${name}.mjs`)]);
  return Number(stdout) / 1000;
}
