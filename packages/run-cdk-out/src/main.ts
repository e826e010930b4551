/** The command line `run-cdk-out`. */
import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { Option, type OptionValues } from "commander";
import { type Ready, runProgram } from "./program/run-program.js";
import type { StackSource } from "./runner-types.js";
import { synthesisFolder } from "./state/synthesis-folder.js";
import { readCdkConfig } from "./synthesis/cdk-config.js";
import { UserError } from "./user-error.js";

const STATE_FOLDER = ".run-cdk-out";
const DEFAULT_STATE_DIR = resolve(STATE_FOLDER);

await runProgram({
  command: "run-cdk-out",
  summary: "Runs a stack of a CDK app on this machine, from the app's cdk.out.",
  stateDir: DEFAULT_STATE_DIR,
  stateDirName: STATE_FOLDER,
  options: [
    new Option(
      "--app <app>",
      "a cdk.out folder, a project folder with a cdk.json, or a command that synthesizes the app (default: the current folder)",
    ),
    new Option("--stack <name>", "the stack to run, if the app has more than one"),
  ],
  source: ({ settings, values }) => findApp(values, settings.stateDir, settings.context),
  onReady: readyText,
});

/**
 * Interprets `--app` as `cdk` does: as a folder with an assembly, or else as a command. The folder of a project is also
 * allowed.
 */
function findApp(values: OptionValues, stateDir: string, context: Readonly<Record<string, string>>): StackSource {
  const { app = ".", stack: stackName } = values as { readonly app?: string; readonly stack?: string };
  const isFolder = statSync(app, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder && existsSync(join(app, "manifest.json"))) {
    if (Object.keys(context).length === 0) return { assemblyDir: resolve(app), stackName };
    throw new UserError(
      "--context has no effect on a finished assembly. Give --app the project or its command instead.",
    );
  }
  const projectDir = isFolder ? resolve(app) : process.cwd();
  const command = isFolder ? readCdkConfig(projectDir).app : app;
  if (command === undefined) {
    throw new UserError(
      `${projectDir} has neither a manifest.json (a cdk.out folder) nor a cdk.json with an "app". Name the app with --app.`,
    );
  }
  const assemblyDir = synthesisFolder(projectDir, stateDir, join(projectDir, STATE_FOLDER));
  return { projectDir, command, assemblyDir, context, stackName };
}

function readyText({ runner, seconds }: Ready): string {
  const lines = [["Base URL", runner.baseUrl ?? "none: the stack has no distribution, HTTP API or function URL"]];
  for (const { domainName, url } of runner.endpoints) lines.push([domainName, url]);
  lines.push(["Inspection", runner.inspectUrl], ...Object.entries(runner.outputs));
  const width = Math.max(...lines.map(([name = ""]) => name.length));
  const table = lines.map(([name = "", value = ""]) => `  ${name.padEnd(width)}  ${value}`);
  return ["", `Ready after ${seconds.toFixed(1)} s`, "", ...table, "", "Stop with Ctrl-C.", ""].join("\n");
}
