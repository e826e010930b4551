/** The order in which jobs of several workspaces start, and first views beside a long queue, on the local stack. */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "@jest/globals";
import type { JobBody } from "../../core/contract/job-body.js";
import { until } from "./service.js";
import { useService } from "./use-service.js";

const { service, stack } = useService();

type Item = Readonly<Record<string, unknown>>;

/** What a queued job does not have. */
const OUTCOME = ["finishedAtMs", "publishedAtMs", "bytes", "renderMs", "sweepShard", "sweepAtMs", "workspaceShard"];
const IN_PARALLEL = 50;
const SMALL = { width: 60, height: 40, layers: [{ id: "t", type: "text", name: "title", text: "Hello" }] };

let otherKey = "";
let otherTemplate = "";
let pattern: Item = {};

const json = async (response: Promise<Response>) => (await (await response).json()) as Item;
const asOther = (path: string, body?: unknown) =>
  service.fetch(path, {
    headers: { authorization: `Bearer ${otherKey}`, "content-type": "application/json" },
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
  });

async function renderAsOther(): Promise<string> {
  const { id } = (await json(asOther("/api/v1/render", { template: otherTemplate }))) as unknown as JobBody;
  // Requests for the status are limited.
  await until("the other workspace's job is done", async () => {
    const { status } = await asOther(`/api/v1/renders/${id}/asset`);
    return status === 200 ? true : undefined;
  });
  return id;
}

beforeAll(async () => {
  otherKey = String((await json(service.post("/api/v1/workspaces", { name: "Other", plan: "team" }))).key);
  const template = { name: "Small", document: SMALL };
  otherTemplate = String((await json(asOther("/api/v1/templates", template))).id);
  const own = String((await json(service.post("/api/v1/templates", template))).id);
  const { id } = await service.createRender({ template: own });
  await service.ended(id);
  await renderAsOther();
  const [item] = await stack.itemsWith("Jobs", { id });
  pattern = Object.fromEntries(Object.entries(item ?? {}).filter(([name]) => !OUTCOME.includes(name)));
});

/** Queues copies of a job of the first workspace, as the api function would. Returns a mark that all of them have. */
async function queueJobs(queue: "Standard" | "Bulk", count: number): Promise<string> {
  const requestId = randomUUID();
  const group = service.connection.workspaceId;
  for (let start = 0; start < count; start += IN_PARALLEL) {
    const ids = Array.from({ length: Math.min(IN_PARALLEL, count - start) }, () => randomUUID());
    await Promise.all(
      ids.map(async (id) => {
        await stack.putItem("Jobs", { ...pattern, id, requestId, status: "queued", attempts: 0, unreported: 0 });
        await stack.sendToQueue(queue, { jobId: id, requestId }, group);
      }),
    );
  }
  return requestId;
}

const finishTimesOf = async (requestId: string) =>
  (await stack.itemsWith("Jobs", { requestId })).flatMap(({ finishedAtMs }) =>
    typeof finishedAtMs === "number" ? [finishedAtMs] : [],
  );

describe("a long queue of one workspace", () => {
  test("with 1,000 jobs of one workspace queued, a job of another one is among the next few", async () => {
    const requestId = await queueJobs("Standard", 1_000);
    const id = await renderAsOther();
    const [other] = await stack.itemsWith("Jobs", { id });
    const finished = await finishTimesOf(requestId);
    const between = finished.filter(
      (atMs) => atMs >= Number(other?.createdAtMs) && atMs <= Number(other?.finishedAtMs),
    );
    // Two processes render. While one of them renders the other workspace's job, the second one goes on.
    expect(between.length).toBeLessThan(20);
    expect(finished.length).toBeLessThan(900);
  });

  test("with 500 bulk jobs queued, a first view is rendered before most of them", async () => {
    const requestId = await queueJobs("Bulk", 500);
    const signed = await json(service.post("/api/v1/img/sign", { template: service.template("Open Graph card") }));
    const view = await fetch(String(signed.url));
    await view.arrayBuffer();
    const finished = await finishTimesOf(requestId);
    expect([view.status, view.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(finished.length).toBeLessThan(250);
  });
});
