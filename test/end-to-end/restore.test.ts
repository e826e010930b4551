import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import type { JobBody } from "../../core/contract/job-body.js";
import type { Connection } from "../../local/connection-file.js";
import { makeStateFolder, type RetainedResource, Service, type StateFolder } from "./service.js";
import { NOTHING_STORED, storedIn } from "./stored-state.js";

let state: StateFolder;
let service: Service | undefined;

beforeAll(() => {
  state = makeStateFolder();
});
afterEach(async () => {
  await service?.stop().catch(() => undefined);
  service = undefined;
});
afterAll(() => state.remove());

async function start(settings: Readonly<Record<string, string>> = {}, ...options: string[]): Promise<Service> {
  const started = new Service(settings, options);
  await started.start(state.dir);
  service = started;
  return started;
}

async function mint(running: Service, template: string, title: string): Promise<string> {
  const response = await running.post("/api/v1/img/sign", { template, layers: { title: { text: title } }, scale: 0.2 });
  const { url } = (await response.json()) as { url: string };
  return url.slice(running.connection.baseUrl.length);
}

async function bytesAt(running: Service, path: string): Promise<Buffer> {
  const response = await running.fetch(path);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) throw new Error(`${response.status}: ${bytes.toString()}`);
  return bytes;
}

const pathOf = (url: string | null | undefined) => (url ?? "").replace(/^https?:\/\/[^/]+/, "");

describe("a first deployment that fails", () => {
  test("leaves nothing behind, although its last step has protected the tables and stored the web pages", async () => {
    // test/lib/stable-ids.test.ts has the logical ID.
    await expect(start({}, "--fail", "BootstrapCA1FBB1E")).rejects.toThrow(/BootstrapCA1FBB1E: Create failed/);
    expect(await storedIn(state.dir)).toEqual(NOTHING_STORED);
  });
});

describe("the restore drill of docs/deploy.md", () => {
  let before: Connection;
  let adoptData: string;
  let retained: readonly RetainedResource[];
  let job: JobBody;
  let picture: Buffer;
  const paths = { viewed: "", unviewed: "", revoked: "" };

  test("a deleted stack keeps tables, bucket and secrets, and nothing else", async () => {
    // The state folder is that of the failed deployment, which must not get in the way.
    const running = await start();
    before = running.connection;
    const template = running.template("Open Graph card");
    const revoked = running.template("Certificate");
    paths.viewed = await mint(running, template, "Viewed");
    paths.unviewed = await mint(running, template, "Not viewed yet");
    paths.revoked = await mint(running, revoked, "Revoked");
    expect((await running.post(`/api/v1/templates/${revoked}/revoke-signatures`, {})).status).toBe(200);
    picture = await bytesAt(running, paths.viewed);
    job = await running.ended((await running.createRender({ template, scale: 0.2 })).id);
    expect(job.status).toBe("done");
    ({ DataToAdopt: adoptData } = await running.inspect<{ DataToAdopt: string }>("/outputs"));

    retained = await running.deleteStack();
    const types = retained.map(({ type }) => type).sort();
    expect(types).toEqual([
      ...Array<string>(7).fill("AWS::DynamoDB::GlobalTable"),
      "AWS::S3::Bucket",
      ...Array<string>(2).fill("AWS::SecretsManager::Secret"),
    ]);
    expect(existsSync(join(state.dir, "connection.json"))).toBe(false);
  });

  test("a new stack with this data serves old signed URLs, old jobs and old keys", async () => {
    const running = await start({ adoptData });
    expect(running.connection).toMatchObject({ apiKey: before.apiKey, workspaceId: before.workspaceId });
    expect(running.connection.templates).toEqual(before.templates);
    expect(await bytesAt(running, paths.viewed)).toEqual(picture);
    expect((await bytesAt(running, paths.unviewed)).length).toBeGreaterThan(1000);
    // The key-value store of the edge is new. It must contain what was revoked while the old store existed.
    expect((await running.fetch(paths.revoked)).status).toBe(401);
    const found = await running.getRender(job.id);
    expect(found).toMatchObject({ id: job.id, status: "done", createdAt: job.createdAt });
    expect((await bytesAt(running, pathOf(found.assetUrl))).length).toBe(found.bytes);
    await running.stop();
    // Only what each stack creates for itself was added: the token buckets, the origin secret, the key-value store.
    const stored = await storedIn(state.dir);
    expect([stored.tables.length, stored.buckets.length, stored.secrets.length]).toEqual([8, 1, 3]);
    for (const { type, physicalId } of retained) {
      if (type.startsWith("AWS::DynamoDB")) expect(stored.tables).toContain(physicalId);
    }
  });
});

test("without protectData, a deleted stack leaves nothing behind", async () => {
  state.remove();
  state = makeStateFolder();
  const running = await start({ protectData: "false" });
  const { id } = await running.createRender({ template: running.template("Open Graph card"), scale: 0.2 });
  expect(await running.ended(id)).toMatchObject({ status: "done" });
  expect(await running.deleteStack()).toEqual([]);
  expect(await storedIn(state.dir)).toEqual(NOTHING_STORED);
});
