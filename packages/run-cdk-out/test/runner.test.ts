import { ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { type AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Connection } from "../src/state/connection-file.js";
import { isAlive, RunningApp, until } from "./running-app.js";

jest.setTimeout(120_000);

const LOCAL = fileURLToPath(new URL("./fixtures/app/.local", import.meta.url));
let stateDir: string;
let port: number;
let running: RunningApp | undefined;

beforeAll(async () => {
  // Below the project, where functions find its packages.
  mkdirSync(LOCAL, { recursive: true });
  stateDir = mkdtempSync(join(LOCAL, "runner-test-"));
  port = await freePort();
});
afterEach(async () => {
  await running?.stop("SIGKILL");
  running = undefined;
});
afterAll(() => rmSync(LOCAL, { recursive: true }));

function start(...args: string[]): RunningApp {
  running = new RunningApp(stateDir, port, args);
  return running;
}

async function listen(server: Server, onPort = 0): Promise<number> {
  await new Promise<void>((resolve) => server.listen(onPort, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

async function freePort(): Promise<number> {
  const server = createServer();
  const found = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return found;
}

const post = (url: string, body: unknown) => fetch(url, { method: "POST", body: JSON.stringify(body) });
const json = async (response: Response) => (await response.json()) as Record<string, unknown>;
/** The queues' URLs by the names of their constructs. */
async function queueUrls({ inspectUrl }: Connection): Promise<Record<string, string>> {
  const response = await fetch(`${inspectUrl}/resources`);
  const resources = Object.entries((await response.json()) as Record<string, { type: string; physicalId: string }>);
  const queues = resources.filter(([, { type }]) => type === "AWS::SQS::Queue");
  return Object.fromEntries(queues.map(([id, { physicalId }]) => [id.slice(0, -8), physicalId]));
}
const functions = async ({ inspectUrl }: Connection) =>
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

/** Puts an item, and waits until its file has made the way through queue, bucket and bus. */
async function storeItem({ baseUrl }: Connection, id: string): Promise<Record<string, unknown>> {
  const created = await post(`${baseUrl}/items`, { id });
  expect(created.status).toBe(202);
  await until(async () => {
    const item = await json(await fetch(`${baseUrl}/items/${id}`));
    return item["stored"] === true ? item : undefined;
  });
  return json(created);
}

describe("a stack, from its template alone", () => {
  test("serves, keeps what it was given over a restart, and leaves nothing behind", async () => {
    const app = start();
    const connection = await app.ready();
    const { baseUrl } = connection;
    expect(baseUrl).toBe(`http://127.0.0.1:${port}`);
    expect(connection).toMatchObject({
      apiKey: expect.stringMatching(/^[A-Za-z0-9]{20}$/),
      workspaceId: "workspace-1",
      templates: { Card: "template-1" },
    });
    expect(statSync(join(stateDir, "connection.json")).mode & 0o777).toBe(0o600);
    expect(app.output).toContain(connection.apiKey);

    // Through the edge function and its key-value store, the HTTP API, table, queue, bucket and bus.
    expect(await storeItem(connection, "a")).toEqual({ id: "a", greeting: "hello", edge: "hello" });
    const file = await fetch(`${baseUrl}/files/a.txt`);
    expect([file.status, await file.text()]).toEqual([200, "file of a"]);
    const streamed = await fetch(`${baseUrl}/stream`);
    expect([streamed.status, await streamed.text()]).toEqual([200, "one\ntwo\nthree\n"]);
    expect((await fetch(`${baseUrl}/items/unknown`)).status).toBe(404);
    expect(app.output).toMatch(/api +│ Queued id=a/);
    expect(app.output).toMatch(/bootstrap +│ .*Create hello/);

    // A rule of the stack's own bus leads to a queue.
    const { Notices = "" } = await queueUrls(connection);
    expect(JSON.parse(await receiveOne(Notices))).toMatchObject({ source: "fixture", detail: { id: "a" } });

    const used = await functions(connection);
    expect(used.map(({ name }) => name).sort()).toEqual(["api", "bootstrap", "stream", "worker"]);
    const urls = await queueUrls(connection);

    expect(await app.stop()).toBe(0);
    expect(existsSync(join(stateDir, "connection.json"))).toBe(false);
    expect(used.flatMap(({ pids }) => pids).filter(isAlive)).toEqual([]);

    // What was stored is still there, the queue's URL too, and the custom resource was not asked again.
    const again = start();
    const second = await again.ready();
    expect(second.apiKey).toBe(connection.apiKey);
    expect(await json(await fetch(`${baseUrl}/items/a`))).toEqual({ id: "a", stored: true });
    expect(await queueUrls(second)).toEqual(urls);
    expect(again.output).toContain("nothing has changed");
    expect(again.output).not.toMatch(/bootstrap +│/);
    await again.stop();
  });

  test("follows its template: a changed property updates the custom resource, and the functions' environment", async () => {
    const app = start("--context", "greeting=welcome");
    const connection = await app.ready();
    expect(app.output).toMatch(/bootstrap +│ .*Update welcome/);
    expect(await storeItem(connection, "b")).toEqual({ id: "b", greeting: "welcome", edge: "welcome" });
    await app.stop();
  });

  test("--fresh begins with nothing", async () => {
    const app = start("--fresh");
    const { baseUrl } = await app.ready();
    expect(app.output).toMatch(/bootstrap +│ .*Create hello/);
    expect((await fetch(`${baseUrl}/items/a`)).status).toBe(404);
    await app.stop("SIGINT");
  });
});

describe("what goes wrong is told, and ends with code 1", () => {
  test("a custom resource that fails stops the start with its reason", async () => {
    const app = start("--context", "fail=no workspace to be had");
    expect(await app.ended()).toBe(1);
    expect(app.output).toContain("Bootstrap: Update failed: no workspace to be had");
    expect(existsSync(join(stateDir, "connection.json"))).toBe(false);
  });

  test("a port that is taken is told of before anything is done", async () => {
    const other = createServer();
    await listen(other, port);
    const app = start();
    expect(await app.ended()).toBe(1);
    expect(app.output.trim()).toBe(
      `Port ${port} can't be used (is something else running there?); choose another with PORT=${port + 1} npm start.`,
    );
    await new Promise((resolve) => other.close(resolve));
  });

  test("an option that is not known", async () => {
    const app = start("--frehs");
    expect(await app.ended()).toBe(1);
    expect(app.output.trim()).toBe("Unknown option '--frehs'. See `npm start -- --help`.");
  });
});

test("a second runner keeps off; one that was killed leaves no process, and its state can be taken over", async () => {
  const first = start();
  const connection = await first.ready();
  await storeItem(connection, "c");
  const pids = (await functions(connection)).flatMap((one) => one.pids);
  expect(pids).not.toEqual([]);

  const second = new RunningApp(stateDir, await freePort());
  expect(await second.ended()).toBe(1);
  expect(second.output).toContain(`Another runner (process ${connection.pid}) uses ${stateDir}`);

  await first.stop("SIGKILL");
  await until(() => (pids.some(isAlive) ? undefined : true));
  const third = start();
  expect(await json(await fetch(`${(await third.ready()).baseUrl}/items/c`))).toMatchObject({ stored: true });
  expect(await third.stop()).toBe(0);
});

describe("Ctrl-C", () => {
  test("stops in good order, even if it arrives twice, from the terminal and from npm", async () => {
    const app = start();
    const { pid } = await app.ready();
    process.kill(pid, "SIGINT");
    process.kill(pid, "SIGINT");
    expect(await app.ended()).toBe(0);
  });

  test("again and again doesn't wait for what still runs, and leaves no process", async () => {
    const app = start();
    const connection = await app.ready();
    await post(`${connection.baseUrl}/items`, { id: "endless" });
    const worker = async () => (await functions(connection)).find(({ name }) => name === "worker");
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
});
