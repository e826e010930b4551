/**
 * Helpers for the tests of the function host: hosts that are closed after each test, gates, and waits for conditions.
 */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import {
  type FunctionHost,
  type FunctionHostOptions,
  type FunctionPool,
  type FunctionSpec,
  startFunctionHost,
} from "../../src/functions/function-host.js";

export const FIXTURES = fileURLToPath(new URL("./fixtures", import.meta.url));

/** A host for the functions in fixtures/, and the lines that it has logged. */
export interface TestHost {
  readonly host: FunctionHost;
  readonly lines: string[];
  /** Adds the function `module.export` of the fixtures, with one process and a timeout of one minute by default. */
  readonly add: (handler: string, changes?: Partial<FunctionSpec>) => FunctionPool;
}

const cleanups: (() => Promise<unknown>)[] = [];

/** Closes everything that the test has opened, in reverse order. For `afterEach`. */
export async function cleanUp(): Promise<void> {
  for (const close of cleanups.splice(0).reverse()) await close();
}

/** Calls `close` after the test. */
export function closeAfterTest(close: () => Promise<unknown>): void {
  cleanups.push(close);
}

export async function startTestHost(options: Partial<FunctionHostOptions> = {}): Promise<TestHost> {
  const lines: string[] = [];
  const host = await startFunctionHost({
    onLogLine: (name, line) => lines.push(`${name}: ${line}`),
    // Other tests may use the processors at the same time. These tests do not test how fast a process starts.
    initTimeoutMs: 60_000,
    ...options,
  });
  closeAfterTest(() => host.close());
  return { host, lines, add: (handler, changes = {}) => host.add({ ...specOf(handler), ...changes }) };
}

function specOf(handler: string): FunctionSpec {
  const name = handler.replace(".", "-");
  return {
    name,
    arn: `arn:aws:lambda:us-east-1:000000000000:function:${name}`,
    functionName: name,
    codeDir: FIXTURES,
    handler,
    environment: {},
    layerDirs: [],
    timeoutSeconds: 60,
    memoryMb: 256,
    maxConcurrency: 1,
    streaming: false,
  };
}

/** The JSON of a payload. */
export function parsed(payload: Buffer | undefined): Record<string, unknown> {
  return JSON.parse(String(payload)) as Record<string, unknown>;
}

/** Resolves when the condition is true. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Whether a process runs. A zombie process, which its new parent has not reaped yet, does not count. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== "linux" || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

/** Handlers request the URL of a gate. It responds when the test opens the gate. */
export interface Gate {
  readonly url: string;
  /** How many requests have arrived. */
  arrived(): number;
  /** Responds to all present and later requests. */
  open(): void;
}

export async function startGate(): Promise<Gate> {
  let arrived = 0;
  const opening = Promise.withResolvers<undefined>();
  const url = await startServer((_request, response) => {
    arrived += 1;
    void opening.promise.then(() => response.end());
  });
  return { url, arrived: () => arrived, open: () => opening.resolve(undefined) };
}

/** Starts an HTTP server on a loopback port. It stops after the test. */
export async function startServer(
  respond: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(respond).listen(0, "127.0.0.1");
  await once(server, "listening");
  closeAfterTest(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
