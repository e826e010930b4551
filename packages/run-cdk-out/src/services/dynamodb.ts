/** DynamoDB: dynoxide (SQLite) as a child process, or the endpoint in `DYNAMODB_ENDPOINT`. */
import { accessSync, constants, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { type GuardedChild, spawnGuardedCommand } from "../processes/guarded-child.js";
import { freePort, isPortFree } from "./free-port.js";
import { once } from "./http-service.js";
import type { Service, ServiceOptions } from "./service.js";

export interface DynamoDbOptions extends ServiceOptions {
  /** Called with each line that the child writes, and when it ends unexpectedly. */
  readonly onLine?: (line: string) => void;
}

/** Another process can take the free port before the child listens on it. */
const PORT_ATTEMPTS = 3;
const POLL_MS = 20;
const START_TIMEOUT_MS = 15_000;

/** Starts DynamoDB and resolves when it responds. Tables and items survive a restart. */
export async function startDynamoDb(options: DynamoDbOptions): Promise<Service> {
  const binary = findBinary();
  const endpoint = process.env["DYNAMODB_ENDPOINT"];
  if (binary === undefined) {
    if (endpoint === undefined) throw new Error(noDynamoDb());
    return { endpoint: endpoint.replace(/\/$/, ""), close: () => Promise.resolve() };
  }
  mkdirSync(options.dataDir, { recursive: true });
  for (let attempt = 1; ; attempt++) {
    try {
      return await startChild(binary, await portFor(options), options);
    } catch (error) {
      if (attempt === PORT_ATTEMPTS || options.port) throw error;
    }
  }
}

/**
 * Checks a requested port first: another process on that port would respond instead of the child, and the child reports
 * a used port too late.
 */
async function portFor({ port }: DynamoDbOptions): Promise<number> {
  if (!port) return freePort();
  if (await isPortFree(port)) return port;
  throw new Error(`DynamoDB cannot use port ${port}: another program uses it.`);
}

async function startChild(binary: string, port: number, { dataDir, onLine }: DynamoDbOptions): Promise<Service> {
  const output: string[] = [];
  const state = { closing: false };
  const args = ["serve", "--host", "127.0.0.1", "--port", String(port), "--db-path", join(dataDir, "dynamodb.sqlite")];
  const child = spawnGuardedCommand(binary, args, {
    env: { PATH: process.env["PATH"] ?? "" },
    onLine(line) {
      if (output.length < 50) output.push(line);
      onLine?.(line);
    },
  });
  const endpoint = `http://127.0.0.1:${port}`;
  try {
    await waitUntilHealthy(endpoint, child);
  } catch (cause) {
    await child.kill();
    throw new Error(`DynamoDB (${binary}) did not start on port ${port}:\n${output.join("\n")}`, { cause });
  }
  void child.exited.then(() => {
    if (!state.closing) onLine?.("DynamoDB ended unexpectedly");
  });
  return {
    endpoint,
    close: once(async () => {
      state.closing = true;
      await child.stop();
    }),
  };
}

async function waitUntilHealthy(endpoint: string, child: GuardedChild): Promise<void> {
  const ended = new AbortController();
  void child.exited.then(() => ended.abort(new Error("The process ended.")));
  const giveUp = AbortSignal.any([ended.signal, AbortSignal.timeout(START_TIMEOUT_MS)]);
  while (!(await isHealthy(endpoint, giveUp))) {
    giveUp.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  // Another process may have taken the port, and may be the one that responds.
  giveUp.throwIfAborted();
}

/** DynamoDB and its emulators return `healthy: …` for a plain GET. */
async function isHealthy(endpoint: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(endpoint, { headers: { connection: "close" }, signal });
    return (await response.text()).startsWith("healthy");
  } catch {
    return false;
  }
}

/** Returns the binary of this platform's package, or one on the PATH. */
function findBinary(): string | undefined {
  const name = process.platform === "win32" ? "dynoxide.exe" : "dynoxide";
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const packaged = packageFolder(`@dynoxide/${process.platform}-${process.arch}`);
  return [...(packaged === undefined ? [] : [packaged]), ...folders]
    .map((folder) => join(folder, name))
    .find((path) => isExecutable(path));
}

function packageFolder(name: string): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  } catch {
    return undefined;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function noDynamoDb(): string {
  return (
    `There is no local DynamoDB for ${process.platform}-${process.arch}. Put the program "dynoxide" on the PATH ` +
    "(https://github.com/nubo-db/dynoxide), or set DYNAMODB_ENDPOINT to the address of any other local DynamoDB."
  );
}
