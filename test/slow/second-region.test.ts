import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { startDynamoDb } from "run-cdk-out/testing";
import { makeStateFolder, Service, type StateFolder } from "../end-to-end/service.js";
import { copyTable, TABLES, tablesAt, watchQueuedJobs } from "./copied-data.js";

/** Two deployments on a busy machine, and a minute until the sweeper runs. The test itself waits for conditions. */
const MAX_MS = 900_000;
const QUEUED = "0c3a2b1e-5d4f-4e6a-9b8c-7d6e5f4a3b2c";

let folders: readonly StateFolder[] = [];
const services: Service[] = [];

beforeAll(() => {
  folders = [makeStateFolder(), makeStateFolder()];
});
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop().catch(() => undefined);
});
afterAll(() => {
  for (const folder of folders) folder.remove();
});

async function start(folder: StateFolder | undefined, settings: Readonly<Record<string, string>> = {}) {
  const service = new Service(settings);
  services.push(service);
  await service.start(folder?.dir ?? "");
  return service;
}

/** The attributes that a job gets when it is claimed or ends. */
const OUTCOME = ["attempts", "unreported", "bytes", "renderMs", "stages", "finishedAtMs", "publishedAtMs", "debit"];

/** Adds a job that was sent to a queue and not yet claimed at the time of the copy. */
async function addQueuedJob(target: DynamoDBDocumentClient, TableName: string, ended: string): Promise<void> {
  const { Item = {} } = await target.send(new GetCommand({ TableName, Key: { id: ended } }));
  const kept = Object.entries(Item).filter(([name]) => !OUTCOME.includes(name));
  const queued = { ...Object.fromEntries(kept), id: QUEUED, status: "queued", attempts: 0 };
  await target.send(new PutCommand({ TableName, Item: queued }));
}

/** The last copy of the data in the second region: restored backups, the synchronized bucket, replicated secrets. */
async function copyToSecondRegion(first: Service, second: string, ended: string): Promise<string> {
  const { DataToAdopt } = await first.inspect<{ DataToAdopt: string }>("/outputs");
  const names = JSON.parse(DataToAdopt) as Record<string, string>;
  const { dynamodb } = await first.inspect<{ dynamodb: string }>("/services");
  const source = tablesAt(dynamodb);
  const restored = await startDynamoDb({ dataDir: join(second, "dynamodb") });
  const target = tablesAt(restored.endpoint);
  // The other region has no table of this name, so the restored table can have it.
  for (const table of TABLES) await copyTable(source, names[table] ?? "", target, names[table] ?? "");
  await addQueuedJob(target, names["jobs"] ?? "", ended);
  // The only job without a message in the second region is the one that waited in a queue.
  expect(await watchQueuedJobs(target, names["jobs"] ?? "")).toBe(1);
  source.destroy();
  target.destroy();
  await restored.close();

  // The objects and their metadata.
  for (const tree of [[], [".meta"]]) {
    const folder = join("s3", ...tree, names["bucket"] ?? "");
    cpSync(join(first.stateDir, folder), join(second, folder), { recursive: true });
  }

  const file = join("secrets", "secrets.json");
  const stored = JSON.parse(readFileSync(join(first.stateDir, file), "utf8")) as { secrets: { arn: string }[] };
  const secrets = stored.secrets.filter(({ arn }) => [names["signingKeys"], names["firstKey"]].includes(arn));
  mkdirSync(join(second, "secrets"), { recursive: true });
  writeFileSync(join(second, file), JSON.stringify({ ...stored, secrets }));
  return DataToAdopt;
}

const pathOf = (url: string | null | undefined) => (url ?? "").replace(/^https?:\/\/[^/]+/, "");
const bytesAt = async (service: Service, path: string) =>
  Buffer.from(await (await service.fetch(path)).arrayBuffer()).toString("base64");
const spent = async (service: Service) =>
  ((await (await service.call("/api/v1/usage")).json()) as { credits: { spent: number } }).credits.spent;

async function mint(service: Service, template: string, title: string): Promise<string> {
  const body = { template, layers: { title: { text: title } }, scale: 0.2 };
  const { url } = (await (await service.post("/api/v1/img/sign", body)).json()) as { url: string };
  return pathOf(url);
}

test(
  "after the loss of a region, a stack in another one has everything from before the last copy, and all signed URLs stay valid",
  async () => {
    const [firstFolder, secondFolder] = folders;
    const first = await start(firstFolder);
    const template = first.template("Open Graph card");
    const render = async (service: Service) => service.ended((await service.createRender({ template, scale: 0.2 })).id);
    const before = await render(first);
    const viewed = await mint(first, template, "Viewed before the copy");
    const unviewed = await mint(first, template, "Not viewed before the loss");
    const picture = await bytesAt(first, viewed);
    const revoked = await mint(first, first.template("Certificate"), "Revoked");
    const revocation = `/api/v1/templates/${first.template("Certificate")}/revoke-signatures`;
    expect((await first.post(revocation, {})).status).toBe(200);
    const spentBefore = await spent(first);

    const adoptData = await copyToSecondRegion(first, secondFolder?.dir ?? "", before.id);

    const after = await render(first);
    const mintedAfter = await mint(first, template, "Minted and viewed after the copy");
    const pictureAfter = await bytesAt(first, mintedAfter);
    const { apiKey, workspaceId, templates } = first.connection;
    await first.kill();

    const second = await start(secondFolder, { adoptData });
    expect(second.connection).toMatchObject({ apiKey, workspaceId, templates });
    expect(await second.getRender(before.id)).toMatchObject({ id: before.id, status: "done" });
    expect((await second.fetch(pathOf(before.assetUrl))).status).toBe(200);
    expect(await bytesAt(second, viewed)).toBe(picture);
    expect((await second.fetch(unviewed)).status).toBe(200);
    expect((await second.fetch(revoked)).status).toBe(401);
    // The first view in the second region is the only debit since the copy.
    expect(await spent(second)).toBe(spentBefore + 1);

    // What was written after the copy is lost. A signed URL contains all that its picture needs, so its picture is rendered again.
    expect((await second.call(`/api/v1/renders/${after.id}`)).status).toBe(404);
    expect((await second.fetch(pathOf(after.assetUrl))).status).toBe(404);
    expect(await bytesAt(second, mintedAfter)).toBe(pictureAfter);
    expect(await spent(second)).toBe(spentBefore + 2);
    expect((await render(second)).status).toBe("done");
    // The sweeper sends the message of the job that waited.
    expect((await second.ended(QUEUED)).status).toBe("done");
  },
  MAX_MS,
);
