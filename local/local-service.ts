/** Configures the service to run on one machine. */
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Program, type Project, type Ready, type RunSettings, synthesisFolder } from "run-cdk-out";
import { bannerText } from "./banner.js";
import { type Connection, removeConnection, writeConnection } from "./connection-file.js";
import { createSignInLink } from "./sign-in-link.js";
import { readStackOutputs } from "./stack-outputs.js";
import { INPUTS } from "./synthesis-inputs.js";

export const PROJECT_DIR = resolve(fileURLToPath(new URL("..", import.meta.url)));
const STATE_FOLDER = ".local";

/** The settings that differ on one machine: the machine's own binaries, loopback targets, plain HTTP for viewers. */
const LOCAL_CONTEXT = {
  stageName: "local",
  nativeLayer: "host",
  allowLoopbackTargets: true,
  viewerScheme: "http",
};

const DEFAULT_STATE_DIR = join(PROJECT_DIR, STATE_FOLDER);

/** Returns the CDK app of this project, with the settings for one machine. */
export function localProject(settings: RunSettings): Project {
  return {
    projectDir: PROJECT_DIR,
    // The same program as in cdk.json, but without npx, which would take one second.
    command: [process.execPath, "--import", "tsx", "bin/app.ts"],
    assemblyDir: synthesisFolder(PROJECT_DIR, settings.stateDir, DEFAULT_STATE_DIR),
    context: { ...LOCAL_CONTEXT, ...settings.context },
    inputs: INPUTS,
  };
}

/** Returns the program behind an npm script. `command` is the command line that starts the script with options. */
export function localService(command: string): Program {
  return {
    command,
    summary: "Runs the whole service on this machine.",
    stateDir: DEFAULT_STATE_DIR,
    stateDirName: STATE_FOLDER,
    source: ({ settings }) => localProject(settings),
    onReady: greet,
    removeConnectionFiles: ({ stateDir }: RunSettings) => removeConnection(stateDir),
  };
}

/** Writes the connection file, and returns the banner. */
async function greet({ runner, settings, seconds }: Ready): Promise<string> {
  const connection = connectionOf(runner);
  const signInLink = await createSignInLink(connection);
  // Programs that wait for this file call the service at once, so the link must exist before.
  writeConnection(settings.stateDir, connection);
  const { sampleBody } = readStackOutputs(runner.outputs, runner.readSecret);
  return bannerText(connection, { sampleBody, signInLink, seconds });
}

/** Returns what a program needs to call the running service. */
export function connectionOf({ outputs, readSecret, baseUrl = "", inspectUrl }: Ready["runner"]): Connection {
  const { apiKey, workspaceId, templates } = readStackOutputs(outputs, readSecret);
  return { baseUrl, apiKey, workspaceId, templates, inspectUrl, pid: process.pid };
}
