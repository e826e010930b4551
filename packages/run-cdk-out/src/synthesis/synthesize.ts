/**
 * Runs a CDK app as `cdk synth` does, and leaves its cloud assembly in a folder.
 *
 * The app runs without the CDK's command line, which saves seconds. The app gets the same variables from this module:
 * the output folder and the context.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { type GuardedChild, spawnGuardedCommand } from "../processes/guarded-child.js";
import { writeFileAtomic } from "../services/atomic-file.js";
import { requireCompleteAssembly } from "../template/assembly.js";
import { UserError } from "../user-error.js";
import { readCdkConfig } from "./cdk-config.js";
import { hashInputs } from "./hash-inputs.js";

/** A CDK app in a folder. */
export interface Project {
  /** The folder that the app is run in. Its cdk.json contains the context. */
  readonly projectDir: string;
  /** The command that runs the app: a shell command, or a program and its arguments. */
  readonly command: string | readonly [program: string, ...args: string[]];
  /** The folder for the assembly. It is inside the project, so that functions find the project's packages. */
  readonly assemblyDir: string;
  /** Context that overrides the context of cdk.json. */
  readonly context: Readonly<Record<string, unknown>>;
  /**
   * Files and folders below the project that the synthesis reads. With this list, an assembly is kept as long as none
   * of them changes. Without it, the app runs each time.
   */
  readonly inputs?: readonly string[];
  /** The stack to run, if the app has more than one. */
  readonly stackName?: string | undefined;
}

/** Context that every app gets unless the project sets it: the paths of constructs name the functions in the log. */
const DEFAULT_CONTEXT = { "aws:cdk:enable-path-metadata": true };

/**
 * Creates the assembly, or keeps the existing one if it is complete and no input has changed. Returns which of the two
 * it did.
 */
export async function synthesize(project: Project): Promise<"synthesized" | "unchanged"> {
  const { projectDir, assemblyDir, inputs } = project;
  const context = { ...DEFAULT_CONTEXT, ...readCdkConfig(projectDir).context, ...project.context };
  const stamp = join(assemblyDir, ".inputs");
  const hash = inputs && hashInputs(projectDir, inputs, context);
  if (hash !== undefined && isCurrent(project, stamp, hash)) return "unchanged";
  // Without a stamp, an incomplete assembly is never mistaken for a complete one.
  rmSync(stamp, { force: true });
  await runApp(project, context);
  removeStaleAssets(assemblyDir);
  if (hash !== undefined) writeFileAtomic(stamp, hash);
  return "synthesized";
}

function isCurrent({ assemblyDir, stackName }: Project, stamp: string, hash: string): boolean {
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== hash) return false;
  try {
    requireCompleteAssembly(assemblyDir, stackName);
    return true;
  } catch {
    return false;
  }
}

async function runApp(project: Project, context: unknown): Promise<void> {
  const output: string[] = [];
  const { code } = await startApp(project, context, (line) => output.push(line)).exited;
  if (code !== 0) throw new UserError(`The app could not be synthesized:\n\n${output.join("\n")}\n`);
  if (!existsSync(join(project.assemblyDir, "manifest.json"))) {
    throw new UserError(
      `The app wrote no assembly to ${project.assemblyDir}. It must be a CDK app that reads CDK_OUTDIR, as \`new App()\` does.`,
    );
  }
  requireCompleteAssembly(project.assemblyDir, project.stackName);
}

function startApp(project: Project, context: unknown, onLine: (line: string) => void): GuardedChild {
  const { projectDir, assemblyDir, command } = project;
  const [program, ...args] = typeof command === "string" ? (["/bin/sh", "-c", command] as const) : command;
  return spawnGuardedCommand(program, args, {
    cwd: projectDir,
    env: {
      ...inheritedEnvironment(),
      PATH: searchPath(projectDir),
      CDK_OUTDIR: assemblyDir,
      // The validation of templates takes seconds. `cdk synth` does it.
      CDK_VALIDATION: "false",
      CDK_CONTEXT_JSON: JSON.stringify(context),
    },
    onLine,
  });
}

/** The project's programs, and the Node.js that runs the functions, come before everything else. */
function searchPath(projectDir: string): string {
  const inherited = process.env["PATH"] ?? "";
  return [dirname(process.execPath), join(projectDir, "node_modules", ".bin"), inherited].join(delimiter);
}

/** Removes assets of earlier versions of the sources. Otherwise, they would pile up with each change. */
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
