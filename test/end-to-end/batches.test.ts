import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { ArchiveBody, BatchBody } from "../../core/contract/batch-body.js";
import { createdWorkspaceSchema } from "../../core/contract/access-api.js";
import type { ErrorBody } from "../../core/contract/errors.js";
import type { JobBody } from "../../core/contract/job-body.js";
import { webhookSecretBodySchema } from "../../core/contract/webhooks-api.js";
import { pagesOfPdf, textOfPdf } from "../../packages/engine/test/pdf/open-pdf.js";
import { WebhookReceiver } from "../support/webhook-receiver.js";
import { BatchOfCopies } from "./batch-of-copies.js";
import { until } from "./service.js";
import { SHARED_SETTINGS } from "./shared-settings.js";
import { useService } from "./use-service.js";

/** Transactions take time, so transactions that end jobs of a batch at the same time conflict, as in DynamoDB. */
const { service, stack } = useService(SHARED_SETTINGS, ["--transaction-ms", "30"]);
const receiver = new WebhookReceiver();
let template = "";

const item = (more: Readonly<Record<string, unknown>> = {}) => ({ template, scale: 0.1, ...more });
const items = (count: number, more: Readonly<Record<string, unknown>> = {}) =>
  Array.from({ length: count }, (_, index) => item({ layers: { title: { text: `Number ${index}` } }, ...more }));

async function json<T>(response: Promise<Response>): Promise<T> {
  return (await (await response).json()) as T;
}

const as =
  (key: string) =>
  <T>(method: string, path: string, body?: unknown) =>
    json<T>(
      service.fetch(`/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );

const create = (body: unknown) => json<BatchBody>(service.post("/api/v1/renders/batch", body));

/** Waits for the end of the batch by long polls. */
async function ended(id: string): Promise<BatchBody> {
  return await until(`the batch ${id} has ended`, async () => {
    const response = await service.call(`/api/v1/renders/batches/${id}/wait?timeout=20`);
    const body = (await response.json()) as BatchBody;
    return response.status === 200 ? body : undefined;
  });
}

/** All events of a stream, read to its end. */
async function eventsOf(id: string) {
  const response = await service.call(`/api/v1/renders/batches/${id}/events`);
  const blocks = (await response.text()).split("\n\n").filter((block) => block.startsWith("id: "));
  return blocks.map((block) => {
    const [, event = "", data = ""] = /\nevent: (.*)\ndata: (.*)$/.exec(block) ?? [];
    return { event, data: JSON.parse(data) as JobBody | BatchBody };
  });
}

const rendererPids = async (): Promise<readonly number[]> => {
  const all = await service.inspect<{ name: string; pids: number[] }[]>("/functions");
  return all.find(({ name }) => name === "renderer")?.pids ?? [];
};
const killRenderers = async () => {
  for (const pid of await rendererPids()) process.kill(pid, "SIGKILL");
};
const queuedOf = async (id: string) => Number((await stack.itemsWith("Batches", { id }))[0]?.remaining);
const conflicts = async () => (await service.inspect<{ refused: number }>("/conflicts")).refused;

beforeAll(async () => {
  template = service.template("Open Graph card");
  await receiver.start();
  const secret = await service.call("/api/v1/webhooks/secret");
  receiver.secrets.push(webhookSecretBodySchema.parse(await secret.json()).secret);
});

afterAll(() => receiver.stop());

describe("batches of 50 jobs, whose renderers are killed while they run", () => {
  let batch: BatchBody;
  let end: BatchBody;
  let events: Awaited<ReturnType<typeof eventsOf>>;
  /** A batch whose last ten jobs end at the same moment. */
  let copies: BatchOfCopies;
  let conflictsOfForty: number;
  let afterKill: readonly Readonly<Record<string, unknown>>[];
  beforeAll(async () => {
    const { id: jobId } = await service.createRender(item());
    await service.ended(jobId);
    batch = await create({ jobs: items(50), webhookUrl: "https://example.com/hook" });
    const following = eventsOf(batch.id);
    await until("renderers are at work", async () => ((await rendererPids()).length > 0 ? true : undefined));
    await killRenderers();
    // The jobs of the killed renderers return later. Meanwhile, nothing else is in flight.
    await until("the others have ended", async () => ((await queuedOf(batch.id)) <= 4 ? true : undefined));

    copies = await BatchOfCopies.put(service, stack, { jobId, size: 50, webhookUrl: receiver.url("/copies") });
    const before = await conflicts();
    await copies.send(copies.jobIds.slice(0, 40));
    await until("forty jobs have ended", async () => ((await queuedOf(copies.id)) === 10 ? true : undefined));
    conflictsOfForty = (await conflicts()) - before;
    const together = copies.renderTogether(copies.jobIds.slice(40));
    await until("some of the last ten have ended", async () => ((await queuedOf(copies.id)) < 10 ? true : undefined));
    await killRenderers();
    await together;
    afterKill = await copies.jobs();
    // The queue delivers the messages again until each is settled.
    for (let left = copies.jobIds.slice(40); left.length > 0;) {
      left = [...((await copies.renderTogether(left)) ?? left)];
      if (left.length > 0) await pause(1_000);
    }
    end = await ended(batch.id);
    events = await following;
  });

  test("one batch.completed is published although the last ten jobs conflict at their end and their renderer is killed meanwhile", async () => {
    const { body } = await until("the batch is reported", () => receiver.acceptedAt("/copies").at(0));
    const totals = { total: 50, queued: 0, done: 50, failed: 0 };
    expect(body).toMatchObject({ eventId: `${copies.id}.completed`, event: "batch.completed", data: { totals } });
    const jobs = await copies.jobs();
    expect(jobs.flatMap(({ batchEnd }) => (batchEnd === undefined ? [] : [batchEnd]))).toEqual([
      { total: 50, failed: 0, hasWebhook: true },
    ]);
    const published = await service.inspect<{ event: { detail: { type: string; batchId?: string } } }[]>("/events");
    const ofBatch = published.filter(({ event }) => event.detail.batchId === copies.id);
    expect(ofBatch.map(({ event }) => event.detail.type)).toEqual(["batch.completed"]);
    expect(receiver.acceptedAt("/copies")).toHaveLength(1);
  });

  test("a conflict at the end of a job uses no attempt, and a job that has ended is not rendered again", async () => {
    expect(conflictsOfForty).toBeGreaterThan(0);
    const jobs = await copies.jobs();
    expect(jobs.slice(0, 40).map(({ status, attempts }) => [status, attempts])).toEqual(
      Array.from({ length: 40 }, () => ["done", 1]),
    );
    // Each claim is an attempt. The other jobs had another renderer, unless their transaction still took effect.
    for (const [index, { status, attempts, finishedAtMs }] of jobs.entries()) {
      const then = afterKill[index];
      expect(status).toBe("done");
      if (then?.status === "done") expect([attempts, finishedAtMs]).toEqual([1, then.finishedAtMs]);
      else expect([1, 2]).toContain(attempts);
    }
  });

  test("a batch ends with every picture, in the order of the request", () => {
    expect(end).toMatchObject({ status: "done", totals: { total: 50, queued: 0, done: 50, failed: 0 } });
    expect(end.jobs.map(({ id }) => id)).toEqual(batch.jobs.map(({ id }) => id));
    expect(end.jobs.every(({ assetUrl, priority }) => assetUrl !== undefined && priority === 3)).toBe(true);
  });

  test("a batch sends one event for each job and one for its end", () => {
    expect(events.at(-1)).toMatchObject({ event: "batch", data: { id: batch.id, status: "done" } });
    const ids = events.slice(0, -1).map(({ data }) => data.id);
    expect([...ids].sort()).toEqual(batch.jobs.map(({ id }) => id).sort());
  });

  test("one job publishes the end of the batch, and the ends of all jobs are published", async () => {
    const read = async () => await stack.itemsWith("Jobs", { batchId: batch.id });
    const jobs = await until("every end is published", async () => {
      const found = await read();
      return found.length === 50 && found.every(({ publishedAtMs }) => publishedAtMs !== undefined) ? found : undefined;
    });
    const ends = jobs.flatMap(({ batchEnd }) => (batchEnd === undefined ? [] : [batchEnd]));
    expect(ends).toEqual([{ total: 50, failed: 0, hasWebhook: true }]);
  });

  test("the batch download is created once, and needs no key", async () => {
    const path = `/api/v1/renders/batches/${batch.id}/archive`;
    expect((await service.call(path)).status).toBe(404);
    const requests = await Promise.all(Array.from({ length: 5 }, () => service.post(path, {})));
    const bodies = await Promise.all(requests.map(async (response) => (await response.json()) as ArchiveBody));
    expect(new Set(bodies.map(({ createdAt }) => createdAt)).size).toBe(1);
    const url = await until("the archive is stored", async () => {
      const response = await service.call(path, { redirect: "manual" });
      expect([202, 303]).toContain(response.status);
      // A response with status 202 names the same address again.
      return response.status === 303 ? (response.headers.get("location") ?? "") : undefined;
    });
    const zip = Buffer.from(await (await fetch(url)).arrayBuffer());
    // Splits at the signature of the entries in the central directory. The name follows 42 bytes of other fields.
    const [, ...entries] = zip.toString("latin1").split("PK\u0001\u0002");
    const names = entries.map((entry) => entry.slice(42, 48));
    expect(names).toEqual(batch.jobs.map((_, index) => `${String(index + 1).padStart(2, "0")}.png`));
    const again = (await (await service.post(path, {})).json()) as ArchiveBody;
    expect(again).toMatchObject({ status: "ready", pictures: 50, bytes: zip.byteLength });
    const once = { method: "POST", headers: { "idempotency-key": batch.id } };
    const kept = [await service.call(path, once), await service.call(path, once)];
    expect(kept.map(({ status, headers }) => [status, headers.get("idempotency-replayed")])).toEqual([
      [200, null],
      [200, "true"],
    ]);
    expect(await kept[1]?.json()).toEqual(again);
  });

  test("the download of a batch of PDFs is one PDF with a page for each picture, in the order of the batch", async () => {
    const names = ["Ada", "Grace", "Edith"];
    const jobs = names.map((name) => item({ format: "pdf", layers: { title: { text: name } }, metadata: { name } }));
    const { id } = await ended((await create({ jobs })).id);
    const path = `/api/v1/renders/batches/${id}/archive`;
    const asked = await service.post(path, { format: "pdf" });
    expect(asked.headers.get("location")).toBe(`${path}?format=pdf`);
    // A small file can be there before the response.
    expect(await asked.json()).toMatchObject({ status: expect.stringMatching(/^(making|ready)$/), format: "pdf" });
    const url = await until("the PDF is stored", async () => {
      const response = await service.call(`${path}?format=pdf`, { redirect: "manual" });
      expect([202, 303]).toContain(response.status);
      return response.headers.get("location")?.startsWith("http") === true
        ? (response.headers.get("location") ?? "")
        : undefined;
    });
    const response = await fetch(url);
    expect(response.headers.get("content-type")).toBe("application/pdf");
    const file = new Uint8Array(await response.arrayBuffer());
    expect(await pagesOfPdf(file)).toBe(3);
    for (const [page, name] of names.entries()) expect(await textOfPdf(file, page)).toContain(name);
    expect((await service.call(path)).status).toBe(404);
  });

  test("a batch download as PDF names the pictures that are not PDFs", async () => {
    const response = await service.post(`/api/v1/renders/batches/${batch.id}/archive`, { format: "pdf" });
    expect(response.status).toBe(422);
    expect(((await response.json()) as ErrorBody).message).toContain("jobs[4] (png) and 45 more.");
  });

  test("the list of renders can be filtered by a batch", async () => {
    const all = as(service.connection.apiKey);
    const first = await all<{ renders: JobBody[]; nextCursor: string }>("GET", `/renders?batch=${batch.id}&limit=30`);
    const path = `/renders?batch=${batch.id}&limit=30&cursor=${encodeURIComponent(first.nextCursor)}`;
    const second = await all<{ renders: JobBody[] }>("GET", path);
    const ids = [...first.renders, ...second.renders].map(({ id }) => id);
    expect([...ids].sort()).toEqual(batch.jobs.map(({ id }) => id).sort());
  });
});

describe("a batch with a bad item", () => {
  test("a batch with a bad item creates and debits nothing, and names every issue of every item", async () => {
    const { key } = createdWorkspaceSchema.parse(
      await json(service.post("/api/v1/workspaces", { name: "Ten", plan: "ten" })),
    );
    const call = as(key);
    const document = {
      width: 60,
      height: 40,
      layers: [{ id: "t", type: "text", name: "title", x: 0, y: 0, width: 60, height: 40, text: "x" }],
    };
    const own = (await call<{ id: string }>("POST", "/templates", { name: "Card", document })).id;
    const jobs = [{ template: own }, { template: own, layers: { titel: {} }, scale: 99 }, { template: own, scale: -1 }];
    const refused = await call<ErrorBody>("POST", "/renders/batch", { jobs });
    expect(refused).toMatchObject({ code: "VALIDATION_ERROR", details: { jobs: [{ index: 1 }, { index: 2 }] } });
    expect(await call("GET", "/renders")).toEqual({ renders: [] });
    expect(await call("GET", "/usage")).toMatchObject({ credits: { spent: 0 } });

    // Expensive jobs stay queued long enough to be canceled.
    const expensive = Array.from({ length: 10 }, () => ({ template: own, scale: 4, format: "avif" }));
    const made = await call<BatchBody>("POST", "/renders/batch", { jobs: expensive });
    expect(await call("POST", "/renders/batch", { jobs: [{ template: own }] })).toMatchObject({
      code: "PAYMENT_REQUIRED",
    });
    await call("POST", `/renders/batches/${made.id}/cancel`);
    const end = await until("the rest of the batch has ended", async () => {
      const read = await call<BatchBody>("GET", `/renders/batches/${made.id}/wait?timeout=20`);
      return read.totals.queued === 0 ? read : undefined;
    });
    expect(end.totals.done + end.totals.failed).toBe(10);
    expect(await call("GET", "/usage")).toMatchObject({ credits: { spent: end.totals.done } });
  });
});

describe("a batch with an Idempotency-Key", () => {
  test("a batch with an Idempotency-Key is created once, and its first response is repeated", async () => {
    const send = () =>
      service.call("/api/v1/renders/batch", {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": "batch-1" },
        body: JSON.stringify({
          variants: { job: item({ metadata: { campaign: "spring" } }), layers: { title: { text: ["a", "b"] } } },
        }),
      });
    const first = await send();
    const second = await send();
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    const body = (await first.json()) as BatchBody;
    expect(body.jobs.map(({ metadata }) => metadata)).toEqual([{ campaign: "spring" }, { campaign: "spring" }]);
    expect(await second.json()).toEqual(body);
    await ended(body.id);
  });
});
