import { resolve } from "node:path";
import { DescribeTableCommand, DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import type { BatchBody } from "../../core/contract/batch-body.js";
import type { JobBody } from "../../core/contract/job-body.js";
import { makeStateFolder, Service, type StateFolder, until } from "../end-to-end/service.js";
import { StackAccess } from "../end-to-end/stack-access.js";
import { checkOutRelease, previousRelease } from "./previous-release.js";

const release = previousRelease();
/** The release may have other dependencies, which are installed first. */
const INSTALL_TIMEOUT_MS = 900_000;
let state: StateFolder;
let oldCode: string;
let running: Service | undefined;

beforeAll(() => {
  state = makeStateFolder();
  oldCode = checkOutRelease(release);
}, INSTALL_TIMEOUT_MS);
afterEach(async () => {
  await running?.stop().catch(() => undefined);
  running = undefined;
});
afterAll(() => state.remove());

async function start(folder?: string): Promise<Service> {
  running = new Service({}, [], folder);
  await running.start(resolve(state.dir));
  return running;
}

const pathOf = (url: string | undefined) => (url ?? "").replace(/^https?:\/\/[^/]+/, "");
const read = async <T>(service: Service, path: string) => (await (await service.call(path)).json()) as T;

async function bytesAt(service: Service, path: string): Promise<Buffer> {
  const response = await service.fetch(path);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${bytes.toString()}`);
  return bytes;
}

/** Reads a stream of events until a text appears, or until it ends. Resolves to everything that was read. */
async function readEvents(service: Service, path: string, wanted: string, headers = {}): Promise<string> {
  const response = await service.call(path, { headers });
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes(wanted)) break;
  }
  return text;
}

/** The names of the global indexes of each table, by the name of the table. */
async function indexNames(service: Service): Promise<ReadonlyMap<string, readonly string[]>> {
  const access = new StackAccess(service);
  await access.open();
  const { dynamodb: endpoint } = access.endpoints;
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const client = new DynamoDBClient({ region: "us-east-1", credentials, ...(endpoint && { endpoint }) });
  try {
    const { TableNames: tables = [] } = await client.send(new ListTablesCommand({}));
    expect(tables.length).toBeGreaterThan(5);
    const described = await Promise.all(
      tables.map(async (TableName) => (await client.send(new DescribeTableCommand({ TableName }))).Table),
    );
    return new Map(
      described.map((table) => [
        table?.TableName ?? "",
        (table?.GlobalSecondaryIndexes ?? []).map(({ IndexName = "" }) => IndexName),
      ]),
    );
  } finally {
    client.destroy();
    access.close();
  }
}

/** How many indexes of each table were added or removed, for tables that both versions have. */
function changesOf(
  before: ReadonlyMap<string, readonly string[]>,
  after: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, number> {
  const kept = [...before].flatMap(([id, names]) => {
    const now = after.get(id);
    const only = (one: readonly string[], other: readonly string[]) =>
      one.filter((name) => !other.includes(name)).length;
    return now === undefined ? [] : [[id, only(names, now) + only(now, names)] as const];
  });
  return new Map(kept);
}

test(`an upgrade from ${release.name} keeps data and signed URLs, ends the jobs in flight, and lets open streams reconnect`, async () => {
  const old = await start(oldCode);
  const template = old.template("Open Graph card");
  const done = await old.ended((await old.createRender({ template, metadata: { order: "1" } })).id);
  const asset = pathOf(done.assetUrl);
  const { url, urls } = (await (
    await old.post("/api/v1/img/sign", { jobs: [{ template }, { template, layers: { title: { text: "Later" } } }] })
  ).json()) as { url: string; urls: { url: string }[] };
  const [viewed, unseen] = [pathOf(url), pathOf(urls[1]?.url)];
  const [pictureBefore, imageBefore] = [await bytesAt(old, asset), await bytesAt(old, viewed)];
  const versions = (await read<{ versions: unknown[] }>(old, `/api/v1/templates/${template}/versions`)).versions.length;
  const { id: kept } = (await (await old.post("/api/v1/keys", { name: "Kept" })).json()) as { id: string };
  const endpoint = { url: "http://127.0.0.1:20001/" };
  const { id: endpointId } = (await (await old.post("/api/v1/webhooks/endpoints", endpoint)).json()) as { id: string };
  const usageBefore = await read<{ credits: { spent: number } }>(old, "/api/v1/usage");
  const indexesBefore = await indexNames(old);

  // The runner is stopped while these jobs have not ended and a stream is open.
  const flying = await Promise.all(
    Array.from({ length: 6 }, (_, index) => old.createRender({ template, layers: { title: { text: `${index}` } } })),
  );
  const batch = (await (
    await old.post("/api/v1/renders/batch", { jobs: [{ template }, { template, format: "webp" }] })
  ).json()) as BatchBody;
  const last = flying.at(-1)?.id ?? "";
  const opened = await readEvents(old, `/api/v1/renders/${last}/events`, "event: status");
  expect(opened).toContain(last);
  const { apiKey } = old.connection;
  expect(await old.stop()).toBe(0);

  const renewed = await start();
  // CloudFormation adds or removes at most one index of a table in an update.
  expect([...changesOf(indexesBefore, await indexNames(renewed)).values()].filter((changes) => changes > 1)).toEqual(
    [],
  );
  expect(renewed.connection.apiKey).toBe(apiKey);
  // Nothing is lost, and nothing was billed twice.
  for (const { id } of flying) expect((await renewed.ended(id)).status).toBe("done");
  const ended = await until("the batch has ended", async () => {
    const body = await read<BatchBody>(renewed, `/api/v1/renders/batches/${batch.id}`);
    return body.status === "queued" ? undefined : body;
  });
  expect(ended.totals).toEqual({ total: 2, queued: 0, done: 2, failed: 0 });
  const usage = await read<{ credits: { spent: number } }>(renewed, "/api/v1/usage");
  expect(usage.credits.spent).toBeGreaterThanOrEqual(usageBefore.credits.spent + 8);
  expect(usage.credits.spent).toBeLessThanOrEqual(usageBefore.credits.spent + 9);
  // Old addresses show the same bytes, and one that nobody has viewed before is rendered now.
  expect(await bytesAt(renewed, asset)).toEqual(pictureBefore);
  expect(await bytesAt(renewed, viewed)).toEqual(imageBefore);
  expect((await bytesAt(renewed, unseen)).byteLength).toBeGreaterThan(1_000);
  // A stream that was open gets the end of the job when it reconnects.
  const events = await readEvents(renewed, `/api/v1/renders/${last}/events`, '"done"');
  expect(events).toContain('"status":"done"');
  // Records are still there.
  expect(await read<JobBody>(renewed, `/api/v1/renders/${done.id}`)).toMatchObject({ metadata: { order: "1" } });
  const after = await read<{ versions: unknown[] }>(renewed, `/api/v1/templates/${template}/versions`);
  expect(after.versions.length).toBeGreaterThanOrEqual(versions);
  const { keys } = await read<{ keys: { id: string }[] }>(renewed, "/api/v1/keys");
  expect(keys.map(({ id }) => id)).toContain(kept);
  const { endpoints } = await read<{ endpoints: { id: string }[] }>(renewed, "/api/v1/webhooks/endpoints");
  expect(endpoints.map(({ id }) => id)).toContain(endpointId);
});
