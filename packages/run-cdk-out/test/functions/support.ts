/** What the tests of the function host share: hosts that are closed for sure, gates, and waiting for conditions. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import {
  type FunctionHost,
  type FunctionHostOptions,
  type FunctionPool,
  type FunctionSpec,
  startFunctionHost,
} from "../../src/functions/function-host.js";

export const FIXTURES = fileURLToPath(new URL("./fixtures", import.meta.url));

/** A host whose functions are the fixtures, and the lines that it logged. */
export interface TestHost {
  readonly host: FunctionHost;
  readonly lines: string[];
  /** Adds the fixture `module.export` as a function; one process, a minute's timeout, unless changed. */
  readonly add: (handler: string, changes?: Partial<FunctionSpec>) => FunctionPool;
}

const cleanups: (() => Promise<unknown>)[] = [];

/** Closes whatever the test opened, the last first; for `afterEach`. */
export async function cleanUp(): Promise<void> {
  for (const close of cleanups.splice(0).reverse()) await close();
}

/** Has `close` called when the test is over. */
export function closeAfterTest(close: () => Promise<unknown>): void {
  cleanups.push(close);
}

export async function startTestHost(options: Partial<FunctionHostOptions> = {}): Promise<TestHost> {
  const lines: string[] = [];
  const host = await startFunctionHost({
    onLogLine: (name, line) => lines.push(`${name}: ${line}`),
    // Two cores shared with other tests: a slow start is not what these tests are about.
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

/** Resolves when the condition holds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** A place where handlers wait until the test lets them go. */
export interface Gate {
  readonly url: string;
  /** Handlers that have come so far. */
  arrived(): number;
  /** Lets all go on that wait or will come. */
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

/** Serves on the loopback until the test is over. */
export async function startServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  closeAfterTest(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
