import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { unzipSync } from "fflate";
import { runCli } from "../../cli/main.js";
import { createdWorkspaceSchema } from "../../core/contract/access-api.js";
import { removalRequested } from "../../core/contract/events/removal-requested.js";
import type { BatchBody } from "../../core/contract/batch-body.js";
import type { JobBody } from "../../core/contract/job-body.js";
import { until } from "./service.js";
import { useService } from "./use-service.js";

const TABLES = ["Templates", "Jobs", "Batches", "Workspaces", "ApiKeys", "Limits", "Claims", "Webhooks"] as const;
/** Part of everything that the workspaces store, so that a leftover is visible. */
const MARKS = { gone: "Aurochs", kept: "Bison" } as const;

const { service, stack } = useService();
let receiver: Server;

interface Filled {
  readonly id: string;
  readonly key: string;
  readonly template: string;
  readonly assetUrl: string;
  readonly imageUrl: string;
}
let gone: Filled;
let kept: Filled;
let operator = "";
const folder = mkdtempSync(join(tmpdir(), "irs-workspaces-"));

async function send(key: string, method: string, path: string, body?: unknown): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, ...(body !== undefined && { "content-type": "application/json" }) };
  return await service.fetch(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
}

async function read<T>(key: string, method: string, path: string, body?: unknown): Promise<T> {
  const response = await send(key, method, path, body);
  const text = await response.text();
  if (response.status >= 300) throw new Error(`${path}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}

/** Creates a workspace with at least one item of each kind, and files below each prefix that belongs to workspaces. */
async function fill(mark: string): Promise<Filled> {
  const created = await read<unknown>(operator, "POST", "/api/v1/workspaces", { name: mark, plan: "unlimited" });
  const { id, key } = createdWorkspaceSchema.parse(created);
  const document = (text: string) => ({
    ...{ name: text, width: 60, height: 40 },
    layers: [{ id: "t", type: "text", name: "title", x: 0, y: 0, width: 60, height: 40, text }],
  });
  // The document is so large that it is stored in the bucket.
  const variables = Array.from({ length: 25 }, (_, index) => ({
    ...{ name: `v${index}`, type: "string", default: "x".repeat(9_000) },
  }));
  const large = { ...document(mark), variables };
  const { id: template } = await read<{ id: string }>(key, "POST", "/api/v1/templates", { document: document(mark) });
  const { id: removed } = await read<{ id: string }>(key, "POST", "/api/v1/templates", { document: large });
  await send(key, "DELETE", `/api/v1/templates/${removed}`);
  await read(key, "POST", "/api/v1/projects", { name: mark });
  await read(key, "POST", "/api/v1/webhooks/endpoints", {
    url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
  });
  await read(key, "POST", "/api/v1/session/links", { name: mark, scopes: ["render"] });
  await upload(key, mark);
  const job = await read<JobBody>(key, "POST", "/api/v1/render?wait=60", { template, metadata: { mark } });
  const batch = await read<BatchBody>(key, "POST", "/api/v1/renders/batch", { jobs: [{ template }, { template }] });
  await read(key, "GET", `/api/v1/renders/batches/${batch.id}/wait?timeout=60`);
  await send(key, "POST", `/api/v1/renders/batches/${batch.id}/archive`, {});
  await until("the archive is made", async () => {
    const response = await send(key, "GET", `/api/v1/renders/batches/${batch.id}/archive`);
    return response.status === 303 ? true : undefined;
  });
  const { url: imageUrl } = await read<{ url: string }>(key, "POST", "/api/v1/img/sign", { template });
  expect((await fetch(imageUrl)).status).toBe(200);
  expect((await send(key, "GET", `/api/v1/templates/${template}/thumbnail`)).status).toBe(200);
  await until("a delivery is recorded", async () => {
    const { deliveries } = await read<{ deliveries: unknown[] }>(key, "GET", "/api/v1/webhooks/deliveries");
    return deliveries.length > 0 ? true : undefined;
  });
  return { id, key, template, assetUrl: job.assetUrl ?? "", imageUrl };
}

async function upload(key: string, mark: string): Promise<void> {
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><title>${mark}</title></svg>`);
  const announced = { contentType: "image/svg+xml", bytes: svg.byteLength, filename: `${mark}.svg` };
  const created = await read<{ id: string; method: string; url: string; headers: Record<string, string> }>(
    ...([key, "POST", "/api/v1/uploads", announced] as const),
  );
  await fetch(created.url, { method: created.method, headers: created.headers, body: svg });
  await until("the upload is ready", async () => {
    const { state } = await read<{ state: string }>(key, "GET", `/api/v1/uploads/${created.id}`);
    return state === "ready" ? true : undefined;
  });
}

/** Every item and file that names the workspace: by its ID, by its mark, or by the ID of its template. */
async function tracesOf({ id, template }: Filled, mark: string): Promise<readonly string[]> {
  const isTrace = (text: string) => [id, template, mark].some((part) => text.includes(part));
  const items = await Promise.all(
    TABLES.map(async (table) =>
      (await stack.itemsWith(table, {})).map((item) => `${table}: ${JSON.stringify(item)}`).filter(isTrace),
    ),
  );
  return [...items.flat(), ...(await stack.storedKeys()).filter(isTrace)];
}

beforeAll(async () => {
  receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  operator = service.connection.apiKey;
  [gone, kept] = [await fill(MARKS.gone), await fill(MARKS.kept)];
}, 240_000);

afterAll(() => {
  receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs `irs workspaces` with a key. `answer` is what a person enters. */
async function irs(key: string, argv: readonly string[], answer?: string) {
  const [out, err] = [new PassThrough({ highWaterMark: 1e8 }), new PassThrough({ highWaterMark: 1e8 })];
  const env = { IRS_URL: service.connection.baseUrl, IRS_API_KEY: key };
  const ask = answer === undefined ? {} : { ask: async () => await Promise.resolve(answer) };
  const terminal = { out, err, folder, env, onInterrupt: () => AbortSignal.abort(), ...ask };
  const code = await runCli(["workspaces", ...argv], terminal);
  const text = (stream: PassThrough) => ((stream.read() as Buffer | null) ?? "").toString();
  return { code, text: text(out), errors: text(err) };
}

const filesIn = (name: string) =>
  readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, name).length + 1))
    .sort();
const linesOf = (file: string) =>
  readFileSync(join(folder, file), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe("the export of a workspace", () => {
  test("irs workspaces export writes everything of a workspace to a folder, without keys and secrets", async () => {
    const { code, errors, text } = await irs(kept.key, ["export", "--folder", "whole"]);
    expect({ code, errors }).toMatchObject({ code: 0 });
    expect(text).toBe(`${join(folder, "whole")}\n`);
    const manifest = JSON.parse(readFileSync(join(folder, "whole", "manifest.json"), "utf8")) as {
      readonly entries: Readonly<Record<string, number>>;
    };
    const month = new Date().toISOString().slice(0, 7);
    expect(manifest).toMatchObject({ workspace: { id: kept.id, name: MARKS.kept }, missing: {} });
    expect(manifest.entries).toMatchObject({ "templates.jsonl": 1, "uploads.jsonl": 1, "renders.jsonl": 4 });
    // The job and the signed image have a debit each, the batch has one for both of its jobs.
    expect(manifest.entries).toMatchObject({ [`ledger/${month}.jsonl`]: 3 });
    const renders = linesOf("whole/renders.jsonl");
    expect(renders).toContainEqual(expect.objectContaining({ metadata: { mark: MARKS.kept } }));
    expect(renders).toContainEqual(expect.objectContaining({ request: expect.anything() as unknown }));
    const files = filesIn("whole");
    expect(files.filter((file) => file.startsWith("pictures/"))).toEqual(
      renders.map(({ id }) => `pictures/${String(id)}.png`).sort(),
    );
    expect(files).toContain(`templates/${kept.template}/version-1.json`);
    expect(files.filter((file) => file.startsWith("batches/") || file.startsWith("uploads/"))).toHaveLength(2);
    for (const file of ["keys.json", "webhook-endpoints.json", "usage.json", "projects.json"])
      expect(files).toContain(file);
    const all = files.map((file) => readFileSync(join(folder, "whole", file), "latin1")).join("\n");
    expect(all).not.toContain(kept.key);
    expect(all).not.toContain("whsec_");
    expect(all).not.toContain(gone.id);
  });

  test("an export that was interrupted continues, and is then the same as one without an interruption", async () => {
    const whole = filesIn("whole");
    // The state after a crash: one page of renders is stored, a second one only in part, and a picture is missing.
    const state = {
      ...{ workspaceId: kept.id, startedAt: new Date().toISOString(), missing: {} },
      lists: { "templates.jsonl": { bytes: 0, entries: 0, isComplete: false } },
    };
    expect((await irs(kept.key, ["export", "--folder", "again"])).code).toBe(0);
    rmSync(join(folder, "again", "manifest.json"));
    writeFileSync(join(folder, "again", "export-state.json"), JSON.stringify(state));
    writeFileSync(join(folder, "again", "templates.jsonl"), '{"id":"half a li');
    const [picture = ""] = whole.filter((file) => file.startsWith("pictures/"));
    rmSync(join(folder, "again", picture));
    expect((await irs(kept.key, ["export", "--folder", "again"])).code).toBe(0);
    expect(filesIn("again")).toEqual(whole);
    for (const file of whole.filter((name) => name !== "manifest.json" && name !== "keys.json")) {
      expect([file, readFileSync(join(folder, "again", file))]).toEqual([
        file,
        readFileSync(join(folder, "whole", file)),
      ]);
    }
  });

  test("irs workspaces export can write a ZIP file with the same files", async () => {
    expect((await irs(kept.key, ["export", "--zip", "kept.zip"])).code).toBe(0);
    const files = unzipSync(new Uint8Array(readFileSync(join(folder, "kept.zip"))));
    expect(Object.keys(files).sort()).toEqual(filesIn("whole"));
    const [picture = ""] = Object.keys(files).filter((file) => file.startsWith("pictures/"));
    expect(Buffer.from(files[picture] ?? [])).toEqual(readFileSync(join(folder, "whole", picture)));
  });

  test("a folder with a complete export, or with that of another workspace, is refused", async () => {
    expect((await irs(kept.key, ["export", "--folder", "whole"])).errors).toContain("already has a complete export");
    rmSync(join(folder, "again", "manifest.json"));
    const state = { workspaceId: gone.id, startedAt: new Date().toISOString(), missing: {}, lists: {} };
    writeFileSync(join(folder, "again", "export-state.json"), JSON.stringify(state));
    expect((await irs(kept.key, ["export", "--folder", "again"])).errors).toContain("the export of another workspace");
  });
});

describe("the deletion of a workspace", () => {
  test("the deletion of a workspace with an operator's key is refused, because nobody could manage the deployment", async () => {
    const { workspaceId } = await read<{ workspaceId: string }>(operator, "GET", "/api/v1/session");
    expect((await send(operator, "DELETE", `/api/v1/workspaces/${workspaceId}`)).status).toBe(422);
  });

  test("a deletion stops the keys, and removes every item and file of the workspace, but nothing of another one", async () => {
    const keptTraces = (await tracesOf(kept, MARKS.kept)).length;
    const keysBefore = await stack.storedKeys();
    expect((await tracesOf(gone, MARKS.gone)).length).toBeGreaterThan(20);

    const response = await send(operator, "DELETE", `/api/v1/workspaces/${gone.id}`);
    expect(response.status).toBe(202);
    expect(response.headers.get("location")).toBe(`/api/v1/workspaces/${gone.id}`);
    expect(await response.json()).toMatchObject({ id: gone.id, deletion: { status: "removing" } });
    await until("the key is refused", async () =>
      (await send(gone.key, "GET", "/api/v1/usage")).status === 401 ? true : undefined,
    );
    await until("the first pass has ended", async () => {
      const body = await read<{ deletion?: { status: string } }>(operator, "GET", `/api/v1/workspaces/${gone.id}`);
      return body.deletion?.status === "checking" ? true : undefined;
    });
    const after = await tracesOf(gone, MARKS.gone);
    expect(after).toEqual([expect.stringMatching(/^Workspaces: .*"item":"profile"/)]);
    // Two pictures of the batch, the picture of the job, that of the signed image, the archive, the upload (also where it
    // arrived), the document and the thumbnail.
    expect((await stack.storedKeys()).length).toBeLessThanOrEqual(keysBefore.length - 7);
    expect((await tracesOf(kept, MARKS.kept)).length).toBeGreaterThanOrEqual(keptTraces);
  });

  test("signed URLs of a deleted workspace return 404, and those of another one still show their pictures", async () => {
    expect((await fetch(gone.assetUrl)).status).toBe(404);
    expect((await fetch(gone.imageUrl)).status).toBe(404);
    expect((await fetch(kept.assetUrl)).status).toBe(200);
    expect((await fetch(kept.imageUrl)).status).toBe(200);
    expect((await send(kept.key, "GET", "/api/v1/usage")).status).toBe(200);
  });

  test("a deleted workspace cannot be changed, is not listed, and a repeated deletion changes nothing", async () => {
    const path = `/api/v1/workspaces/${gone.id}`;
    expect((await send(operator, "PATCH", path, { name: "Back" })).status).toBe(404);
    const { workspaces } = await read<{ workspaces: { id: string }[] }>(operator, "GET", "/api/v1/workspaces");
    expect(workspaces.map(({ id }) => id)).not.toContain(gone.id);
    expect((await send(operator, "DELETE", path)).status).toBe(202);
  });

  test("a later pass removes what was stored after the first one, and the last pass removes the workspace itself", async () => {
    await stack.putItem("Claims", { id: "img/00/late.png", workspaceId: gone.id });
    await stack.store("img/00/late.png", Buffer.from(MARKS.gone), { type: "image/png", cacheControl: "no-cache" });
    // The second pass finds the late picture, so there is a third one.
    for (const pass of [2, 3]) {
      await stack.changeItem("Workspaces", { id: gone.id, item: "profile" }, (profile) => {
        expect(profile.deletion).toMatchObject({ pass, kind: 0 });
        return { ...profile, deletion: { ...(profile.deletion as object), dueAtMs: 0 } };
      });
      const { type, source } = removalRequested;
      await stack.publish([{ type, workspaceId: gone.id, requestId: "test" }], source);
      await until(`pass ${pass} has ended`, async () => {
        const [profile] = await stack.itemsWith("Workspaces", { id: gone.id, item: "profile" });
        const deletion = profile?.deletion as { pass: number } | undefined;
        return deletion === undefined || deletion.pass > pass ? true : undefined;
      });
    }
    expect(await tracesOf(gone, MARKS.gone)).toEqual([]);
    expect(await stack.storedKeys()).not.toContain("img/00/late.png");
    expect((await send(operator, "GET", `/api/v1/workspaces/${gone.id}`)).status).toBe(404);
  });
});

describe("irs workspaces delete", () => {
  test("irs workspaces delete deletes nothing if the name that a person enters differs, or if nobody can be asked", async () => {
    expect((await irs(operator, ["delete", kept.id], "Bisons")).errors).toContain("Nothing was deleted");
    expect((await irs(operator, ["delete", kept.id])).errors).toContain("Add --yes");
    expect((await send(kept.key, "GET", "/api/v1/usage")).status).toBe(200);
  });

  test("irs workspaces delete waits until everything of the workspace is removed", async () => {
    const { code, errors } = await irs(operator, ["delete", kept.id], MARKS.kept);
    expect({ code, errors }).toMatchObject({ code: 0, errors: expect.stringContaining("is removed") as unknown });
    expect(await tracesOf(kept, MARKS.kept)).toHaveLength(1);
  });
});
