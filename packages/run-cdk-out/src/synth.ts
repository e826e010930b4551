/**
 * Synthesizes the stack as `cdk synth` would, into a folder of the runner's own, unless nothing has changed.
 *
 * The app is run without the CDK's command line, which saves seconds; what that one hands over to the app (the output
 * folder, the context) is handed over here.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { hashInputs } from "./input-hash.js";
import { spawnGuardedNode } from "./processes/guarded-child.js";
import { writeFileAtomic } from "./services/atomic-file.js";
import { demandWholeAssembly } from "./template/assembly.js";
import { UserError } from "./user-error.js";

/** How the stack differs on one machine: its own binaries, loopback targets, plain HTTP for viewers. */
const LOCAL_CONTEXT = {
  stageName: "local",
  nativeLayer: "host",
  allowLoopbackTargets: true,
  viewerScheme: "http",
  // The names of constructs, from which the functions' log names are made.
  "aws:cdk:enable-path-metadata": true,
};

export interface SynthOptions {
  readonly projectDir: string;
  /** Where the assembly goes; below the project, so that its functions find the project's packages. */
  readonly assemblyDir: string;
  /** Context over that of cdk.json and the local defaults. */
  readonly context: Readonly<Record<string, string>>;
}

/** Makes the assembly, or leaves the one that is there if it is whole and still true. Answers which. */
export async function synthesize(options: SynthOptions): Promise<"synthesized" | "unchanged"> {
  const { projectDir, assemblyDir } = options;
  const context = { ...readContext(projectDir), ...LOCAL_CONTEXT, ...options.context };
  const hash = hashInputs(projectDir, context);
  const stamp = join(assemblyDir, ".inputs");
  if (isCurrent(assemblyDir, stamp, hash)) return "unchanged";
  // Without its stamp, an assembly that is half made is never taken for whole.
  rmSync(stamp, { force: true });
  await runApp(projectDir, assemblyDir, context);
  removeStaleAssets(assemblyDir);
  writeFileAtomic(stamp, hash);
  return "synthesized";
}

function isCurrent(assemblyDir: string, stamp: string, hash: string): boolean {
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== hash) return false;
  try {
    demandWholeAssembly(assemblyDir);
    return true;
  } catch {
    return false;
  }
}

const cdkConfigSchema = z.object({ context: z.record(z.string(), z.unknown()).default({}) });

function readContext(projectDir: string): Record<string, unknown> {
  return cdkConfigSchema.parse(JSON.parse(readFileSync(join(projectDir, "cdk.json"), "utf8"))).context;
}

async function runApp(projectDir: string, assemblyDir: string, context: unknown): Promise<void> {
  const output: string[] = [];
  const app = spawnGuardedNode(join(projectDir, "bin", "app.ts"), [], {
    cwd: projectDir,
    nodeArgs: ["--import", "tsx"],
    env: {
      ...inheritedEnvironment(),
      CDK_OUTDIR: assemblyDir,
      // Validation costs seconds and is the business of `npm run synth`.
      CDK_VALIDATION: "false",
      CDK_CONTEXT_JSON: JSON.stringify(context),
    },
    onLine: (line) => output.push(line),
  });
  const { code } = await app.exited;
  if (code !== 0) throw new UserError(`The stack could not be synthesized:\n\n${output.join("\n")}\n`);
  demandWholeAssembly(assemblyDir);
}

/** Assets of former states of the sources, which would gather with each change. */
function removeStaleAssets(assemblyDir: string): void {
  const manifests = readdirSync(assemblyDir).filter((name) => name.endsWith(".assets.json"));
  const named = manifests.map((name) => readFileSync(join(assemblyDir, name), "utf8")).join();
  for (const name of readdirSync(assemblyDir)) {
    const isAsset = name.startsWith("asset.") || name.startsWith("bundling-temp-");
    if (isAsset && !named.includes(name)) rmSync(join(assemblyDir, name), { recursive: true });
  }
}

function inheritedEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(entries);
}
