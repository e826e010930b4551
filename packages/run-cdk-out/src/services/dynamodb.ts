/** DynamoDB: dynoxide (SQLite) as a child process, or an endpoint that the user names. */
import { accessSync, constants, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { type AddressInfo, createServer } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { type GuardedChild, spawnGuardedCommand } from "../processes/guarded-child.js";
import { once } from "./http-service.js";
import type { Service, ServiceOptions } from "./service.js";

export interface DynamoDbOptions extends ServiceOptions {
  /** Called with each line that the child writes, and when it ends unasked. */
  readonly onLine?: (line: string) => void;
}

/** A free port may be taken by another process before the child listens on it. */
const PORT_ATTEMPTS = 3;
const POLL_MS = 20;
const START_TIMEOUT_MS = 15_000;

/** Starts DynamoDB and resolves when it answers. Tables and items outlast a restart. */
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
      return await startChild(binary, await freePort(options.port), options);
    } catch (error) {
      if (attempt === PORT_ATTEMPTS || options.port) throw error;
    }
  }
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
    await untilAnswering(endpoint, child);
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

async function untilAnswering(endpoint: string, child: GuardedChild): Promise<void> {
  const ended = new AbortController();
  void child.exited.then(() => ended.abort(new Error("The process ended.")));
  const giveUp = AbortSignal.any([ended.signal, AbortSignal.timeout(START_TIMEOUT_MS)]);
  while (!(await answers(endpoint, giveUp))) {
    giveUp.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  // Another process may have been quicker to take the port, and be the one that answers.
  giveUp.throwIfAborted();
}

/** DynamoDB, and what plays it, says `healthy: …` to a plain GET. */
async function answers(endpoint: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(endpoint, { headers: { connection: "close" }, signal });
    return (await response.text()).startsWith("healthy");
  } catch {
    return false;
  }
}

/** The binary of this platform's package, else one on the PATH. */
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

/**
 * The port if it is free, or any free one. Another process that holds it would answer in the child's stead, and the
 * child's own complaint come too late.
 */
async function freePort(wanted = 0): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(wanted, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function noDynamoDb(): string {
  return (
    `There is no local DynamoDB for ${process.platform}-${process.arch}. Put the program "dynoxide" on the PATH ` +
    "(https://github.com/nubo-db/dynoxide), or set DYNAMODB_ENDPOINT to the address of any other local DynamoDB."
  );
}
