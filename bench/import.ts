/**
 * `npm run bench:import` measures the processor time that a fresh process takes to import the api function, and to
 * import only the AWS clients and commands that the function uses. The clients are bundled in two ways: as our
 * functions are, and with the defaults of esbuild. The startup time of Node itself is subtracted.
 */
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildSync } from "esbuild";
import { DEFAULT_PLANS } from "../core/contract/plans.js";
import { BUNDLE_OPTIONS, bundleCode, REQUIRE_BANNER } from "../lib/bundle-code.js";
import { percentile, provenance, table, writeSection } from "./report.js";

const ROUNDS = 41;
const ROOT = join(import.meta.dirname, "..");
const FOLDER = join(ROOT, ".local/bench-import");
const FUNCTION = join(ROOT, "lambdas/api");

const REPORT = "const { user, system } = process.cpuUsage(); process.stdout.write(String(user + system));";
const START = "export const handler = await createApi(";
/** The variables that the handler reads when it is imported. Nothing is called, so most values can be anything. */
const URL = "https://queue.example.com/queue";
const ENVIRONMENT = {
  LOG_LEVEL: "ERROR",
  ORIGIN_SECRET: "secret",
  SIGNING_KEYS_SECRET: "secret",
  PLANS: JSON.stringify(DEFAULT_PLANS),
  CORS_ORIGINS: "[]",
  ALLOW_LOOPBACK_TARGETS: "false",
  API_KEYS_TABLE: "table",
  LIMITS_TABLE: "table",
  TEMPLATES_TABLE: "table",
  JOBS_TABLE: "table",
  BATCHES_TABLE: "table",
  WORKSPACES_TABLE: "table",
  WEBHOOKS_TABLE: "table",
  BUCKET: "bucket",
  EVENT_BUS: "bus",
  WEBHOOK_QUEUE_URL: URL,
  INTERACTIVE_QUEUE_URL: URL,
  STANDARD_QUEUE_URL: URL,
  BULK_QUEUE_URL: URL,
  HEAVY_QUEUE_URL: URL,
  RETENTION_CLASSES: "[]",
  RELEASE_VERSION: "1.0.0",
  RELEASE_COMMIT: "",
  STACK_NAME: "Stack",
};

/** The handler without its start, which would read the secrets. */
const source = readFileSync(join(FUNCTION, "handler.ts"), "utf8");
if (!source.includes(START))
  throw new Error(`The api handler has no line "${START}", which this benchmark replaces. Adapt bench/import.ts.`);
const api = source.replace(START, "export const start = () => createApi(");

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
bundle("api", api);
const clientsOnly = clientsOf(ownFiles(api));
bundle("clients", clientsOnly);
bundlePlainly("plain", clientsOnly);
bundle("bare", "");
const times: Record<string, number[]> = { bare: [], plain: [], clients: [], api: [] };
const NAMES = {
  plain: "only its AWS clients and commands, bundled by default",
  clients: "the same, bundled as a function",
  api: "the api function",
} as const;
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, samples] of Object.entries(times)) samples.push(await run(name));
}

const bare = percentile(times.bare ?? [], 0.5);
const rows = (["plain", "clients", "api"] as const).map((name) => ({
  name,
  kb: statSync(join(FOLDER, `${name}.mjs`)).size / 1000,
  median: percentile(times[name] ?? [], 0.5) - bare,
  least: Math.min(...(times[name] ?? [])) - Math.min(...(times.bare ?? [])),
}));
rmSync(FOLDER, { recursive: true, force: true });
const [plain = Number.NaN, clients = Number.NaN, whole = Number.NaN] = rows.map(({ median }) => median);
const result = table(
  ["imported", "", "", "kB", "p50 ms", "least ms"],
  rows.map(({ name, kb, median, least }) => [NAMES[name], "", "", kb.toFixed(0), median.toFixed(1), least.toFixed(1)]),
);
const summary = `The api function takes ${(whole / plain).toFixed(2)} times the processor time of only its AWS clients, and ${(whole / clients).toFixed(2)} times that of clients that are bundled as a function (${ROUNDS} fresh processes each, in turn; without the ${bare.toFixed(0)} ms that Node itself takes to start).`;
process.stdout.write(`${result}\n\n${summary}\n`);
writeSection("import", [provenance(), result, summary].join("\n\n"));

function bundle(name: string, code: string): void {
  bundleCode({ code: `${code}\n${REPORT}`, folder: FUNCTION, outfile: join(FOLDER, `${name}.mjs`) });
}

function bundlePlainly(name: string, code: string): void {
  const stdin = { contents: `${code}\n${REPORT}`, resolveDir: FUNCTION, loader: "ts" } as const;
  buildSync({ ...BUNDLE_OPTIONS, stdin, banner: { js: REQUIRE_BANNER }, outfile: join(FOLDER, `${name}.mjs`) });
}

/** The files of the project that a bundle of this code contains. */
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

/** A module that exports exactly what these files import from the AWS SDK. */
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

/** Returns the processor time of the process in ms. Other work on the machine hardly changes it. */
async function run(name: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(FOLDER, `${name}.mjs`)], {
    env: { ...process.env, AWS_REGION: "us-east-1", ...ENVIRONMENT },
  });
  return Number(stdout) / 1000;
}
