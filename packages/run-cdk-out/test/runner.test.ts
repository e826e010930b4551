import { ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, afterEach, beforeAll, expect, jest, test } from "@jest/globals";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server, type AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../src/services/free-port.js";
import { synthesize } from "../src/synthesis/synthesize.js";
import { type AppOptions, isAlive, type Reached, RunningApp, SAMPLE, until } from "./running-app.js";

jest.setTimeout(120_000);

const LAUNCHER = fileURLToPath(new URL("../bin/run-cdk-out.mjs", import.meta.url));
/** This folder is inside the sample's project, so that functions find its packages. */
const FOLDERS = join(SAMPLE, ".run-cdk-out");
let folder: string;
let assemblyDir: string;
let stateDir: string;
let port: number;
let running: RunningApp | undefined;

beforeAll(async () => {
  mkdirSync(FOLDERS, { recursive: true });
  folder = mkdtempSync(join(FOLDERS, "runner-test-"));
  stateDir = join(folder, "state");
  assemblyDir = join(folder, "cdk.out");
  port = await freePort();
  const command = [process.execPath, "--import", "tsx", "bin/app.ts"] as const;
  await synthesize({ projectDir: SAMPLE, command: [...command], assemblyDir, context: {} });
}, 60_000);
afterEach(async () => {
  await running?.stop("SIGKILL");
  running = undefined;
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the program with `--app`, a port and a state folder. */
function start(app: string, args: readonly string[] = [], options: AppOptions = {}): RunningApp {
  running = new RunningApp(["--app", app, "--port", String(port), "--state", stateDir, ...args], options);
  return running;
}

async function listen(server: Server, onPort = 0): Promise<number> {
  await new Promise<void>((resolve) => server.listen(onPort, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

const post = (url: string, body: unknown) => fetch(url, { method: "POST", body: JSON.stringify(body) });
const json = async (response: Response) => (await response.json()) as Record<string, unknown>;
/** The queues' URLs by the names of their constructs. */
async function queueUrls({ inspectUrl }: Reached): Promise<Record<string, string>> {
  const response = await fetch(`${inspectUrl}/resources`);
  const resources = Object.entries((await response.json()) as Record<string, { type: string; physicalId: string }>);
  const queues = resources.filter(([, { type }]) => type === "AWS::SQS::Queue");
  return Object.fromEntries(queues.map(([id, { physicalId }]) => [id.slice(0, -8), physicalId]));
}
const functions = async ({ inspectUrl }: Reached) =>
  (await (await fetch(`${inspectUrl}/functions`)).json()) as { name: string; busy: number; pids: number[] }[];

/** The body of a queue's next message. */
async function receiveOne(url: string): Promise<string> {
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const sqs = new SQSClient({ endpoint: new URL(url).origin, region: "us-east-1", credentials });
  const command = new ReceiveMessageCommand({ QueueUrl: url, WaitTimeSeconds: 20 });
  const { Messages = [] } = await sqs.send(command);
  sqs.destroy();
  return Messages[0]?.Body ?? "";
}

/** Creates an item, and waits until its file has passed through queue, bucket and bus. */
async function storeItem({ baseUrl }: Reached, id: string): Promise<Record<string, unknown>> {
  const created = await post(`${baseUrl}/items`, { id });
  expect(created.status).toBe(202);
  await until(async () => {
    const item = await json(await fetch(`${baseUrl}/items/${id}`));
    return item["stored"] === true ? item : undefined;
  });
  return json(created);
}

test("a stack runs from its cdk.out alone, keeps its data over a restart, and leaves no process behind", async () => {
  const app = start(assemblyDir);
  const reached = await app.ready();
  const { baseUrl } = reached;
  expect(baseUrl).toBe(`http://127.0.0.1:${port}`);
  expect(reached.table["GreetingText"]).toBe("hello");

  // The item passes through the edge function and its key-value store, the HTTP API, table, queue, bucket and bus.
  expect(await storeItem(reached, "a")).toEqual({ id: "a", greeting: "hello", edge: "hello" });
  const file = await fetch(`${baseUrl}/files/a.txt`);
  expect([file.status, await file.text()]).toEqual([200, "file of a"]);
  const streamed = await fetch(`${baseUrl}/stream`);
  expect([streamed.status, await streamed.text()]).toEqual([200, "one\ntwo\nthree\n"]);
  expect((await fetch(`${baseUrl}/items/unknown`)).status).toBe(404);
  expect(app.output).toMatch(/api +│ Queued id=a/);
  expect(app.output).toMatch(/greeter +│ .*Create hello/);

  // A rule of the stack's own bus sends events to a queue.
  const { Notices = "" } = await queueUrls(reached);
  expect(JSON.parse(await receiveOne(Notices))).toMatchObject({ source: "sample", detail: { id: "a" } });

  const used = await functions(reached);
  expect(used.map(({ name }) => name).sort()).toEqual(["api", "greeter", "stream", "worker"]);
  const urls = await queueUrls(reached);

  expect(await app.stop()).toBe(0);
  expect(used.flatMap(({ pids }) => pids).filter(isAlive)).toEqual([]);

  const again = start(assemblyDir);
  const second = await again.ready();
  expect(await json(await fetch(`${baseUrl}/items/a`))).toEqual({ id: "a", stored: true });
  expect(await queueUrls(second)).toEqual(urls);
  // The custom resource has not changed, so its function does not run.
  expect(again.output).not.toMatch(/greeter +│/);
  await again.stop();
});

test("a changed property of the template updates the custom resource and the environment of the functions", async () => {
  const app = start(SAMPLE, ["--context", "greeting=welcome"]);
  const reached = await app.ready();
  expect(app.output).toContain("✓ Synthesize the stack");
  expect(app.output).toMatch(/greeter +│ .*Update welcome/);
  expect(await storeItem(reached, "b")).toEqual({ id: "b", greeting: "welcome", edge: "welcome" });
  await app.stop();
});

test("--fresh starts with empty services, and an app can be a command", async () => {
  const app = start("node --import tsx bin/app.ts", ["--fresh"], { cwd: SAMPLE });
  const { baseUrl } = await app.ready();
  expect(app.output).toMatch(/greeter +│ .*Create hello/);
  expect((await fetch(`${baseUrl}/items/a`)).status).toBe(404);
  await app.stop("SIGINT");
});

test("a custom resource that fails stops the start with its reason and exit code 1", async () => {
  const app = start(SAMPLE, ["--context", "fail=no greeting today"]);
  expect(await app.ended()).toBe(1);
  expect(app.output).toContain("Greeting: Update failed: no greeting today");
});

test("a port that is in use stops the program before it starts anything", async () => {
  const other = createServer();
  await listen(other, port);
  const app = start(assemblyDir);
  expect(await app.ended()).toBe(1);
  expect(app.output.trim()).toBe(
    `Port ${port} cannot be used. Is another program using it? Choose another port, for example with PORT=${port + 1}.`,
  );
  await new Promise((resolve) => other.close(resolve));
});

test.each<[problem: string, args: readonly string[], message: string]>([
  ["an unknown option", ["--frehs"], "Unknown option '--frehs' (Did you mean --fresh?). See `run-cdk-out --help`."],
  ["a stack that does not exist", ["--stack", "Other"], "has no stack Other. It has: Sample."],
  ["context for a finished assembly", ["--context", "a=b"], "--context has no effect on a finished assembly."],
])("%s stops the program with one sentence", async (_problem, args, message) => {
  const app = start(assemblyDir, args);
  expect(await app.ended()).toBe(1);
  expect(app.output).toContain(message);
  expect(app.output).not.toMatch(/^ +at /m);
});

test("a folder without an app stops the program with the names of the files that it looks for", async () => {
  const app = start(join(SAMPLE, "functions"));
  expect(await app.ended()).toBe(1);
  expect(app.output).toContain('has neither a manifest.json (a cdk.out folder) nor a cdk.json with an "app"');
});

test("a second runner refuses a state folder in use; a killed runner leaves no process, and its state is taken over", async () => {
  const first = start(assemblyDir);
  const reached = await first.ready();
  await storeItem(reached, "c");
  const pids = (await functions(reached)).flatMap((one) => one.pids);
  expect(pids).not.toEqual([]);

  const otherPort = String(await freePort());
  const second = new RunningApp(["--app", assemblyDir, "--port", otherPort, "--state", stateDir]);
  expect(await second.ended()).toBe(1);
  expect(second.output).toContain(`Another runner (process ${first.pid}) uses ${stateDir}`);

  await first.stop("SIGKILL");
  await until(() => (pids.some(isAlive) ? undefined : true));
  const third = start(assemblyDir);
  expect(await json(await fetch(`${(await third.ready()).baseUrl}/items/c`))).toMatchObject({ stored: true });
  expect(await third.stop()).toBe(0);
});

test("Ctrl-C stops in order even if the signal arrives twice, from the terminal and from npm", async () => {
  const app = start(assemblyDir);
  await app.ready();
  app.signal("SIGINT");
  app.signal("SIGINT");
  expect(await app.ended()).toBe(0);
});

test("repeated Ctrl-C does not wait for running invocations, and leaves no process", async () => {
  const app = start(assemblyDir);
  const reached = await app.ready();
  await post(`${reached.baseUrl}/items`, { id: "endless" });
  const worker = async () => (await functions(reached)).find(({ name }) => name === "worker");
  const pids = await until(async () => {
    const { busy = 0, pids: found = [] } = (await worker()) ?? {};
    return busy > 0 && found.length > 0 ? found : undefined;
  });
  await until(() => {
    app.signal("SIGINT");
    return app.hasEnded ? true : undefined;
  });
  expect(await app.ended()).toBe(130);
  await until(() => (pids.some(isAlive) ? undefined : true));
});

test("the launcher passes signals on and returns the program's exit code; without it, the program stops", async () => {
  // Without the message of the endless invocation, for which each stop would wait.
  const stopped = start(assemblyDir, ["--fresh"], { program: LAUNCHER });
  await stopped.ready();
  expect(await stopped.stop("SIGTERM")).toBe(0);

  const killed = start(assemblyDir, [], { program: LAUNCHER });
  const pids = (await functions(await killed.ready())).flatMap((one) => one.pids);
  await killed.stop("SIGKILL");
  await until(() => (pids.some(isAlive) ? undefined : true));
  // The state folder is free again.
  expect(
    await start(assemblyDir)
      .ready()
      .then(() => running?.stop()),
  ).toBe(0);
});

test("a function serves replaced code without a restart, and its debugger port responds", async () => {
  const inspectPort = await freePort();
  const app = start(assemblyDir, ["--inspect", `api=${inspectPort}`]);
  const { baseUrl, inspectUrl } = await app.ready();
  const debuggers = async () => (await fetch(`http://127.0.0.1:${inspectPort}/json/list`)).json();
  await until(() => debuggers().catch(() => undefined));
  expect(await debuggers()).toEqual([expect.objectContaining({ type: "node" })]);

  const dir = join(folder, "new-api");
  mkdirSync(dir);
  writeFileSync(join(dir, "index.mjs"), 'export const handler = () => ({ statusCode: 200, body: "new code" });');
  expect((await post(`${inspectUrl}/functions/api/code`, { dir })).status).toBe(200);
  const response = await fetch(`${baseUrl}/items/a`);
  expect([response.status, await response.text()]).toEqual([200, "new code"]);
  await app.stop();
});

test("a debugger port for a function that does not exist stops the start with the names of the functions", async () => {
  const app = start(assemblyDir, ["--inspect", "apy"]);
  expect(await app.ended()).toBe(1);
  expect(app.output.trim()).toMatch(/There is no function apy\. The stack has: api, greeter, stream, worker\.$/);
});

test("a debugger port that is in use stops the program before it starts anything", async () => {
  const other = createServer();
  const inspectPort = await listen(other);
  const app = start(assemblyDir, ["--inspect", `api=${inspectPort}`]);
  expect(await app.ended()).toBe(1);
  expect(app.output).toContain(`Choose another port, for example with --inspect api=${inspectPort + 1}.`);
  await new Promise((resolve) => other.close(resolve));
});
