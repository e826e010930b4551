/**
 * Measures how long other workspaces wait beside the costliest accepted requests, by the clock: `npm run test:slow`.
 */
import { beforeAll, describe, expect, test } from "@jest/globals";
import type { JobBody } from "../../core/contract/job-body.js";
import { until } from "../end-to-end/service.js";
import { useService } from "../end-to-end/use-service.js";
import { NAME, NEAR_LIMIT } from "./near-limit-documents.js";

const { service, stack } = useService();

const SIMPLE = { width: 300, height: 200, layers: [{ id: "t", type: "text", name: "title", text: "Hello" }] };
/** This number is larger than the number of renderers. */
const EXPENSIVE_RENDERS = 3;
const DRY_RUNS = 8;

let otherKey = "";
let simple = "";

const json = async (response: Promise<Response>) =>
  (await (await response).json()) as Readonly<Record<string, unknown>>;
const asOther = (path: string, body?: unknown) =>
  service.fetch(path, {
    headers: { authorization: `Bearer ${otherKey}`, "content-type": "application/json" },
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
  });

async function store(document: object): Promise<string> {
  const response = await service.post("/api/v1/templates", { name: NAME, document });
  expect(response.status).toBe(201);
  return String((await json(Promise.resolve(response))).id);
}

/** Milliseconds until a simple render of the other workspace is done. */
async function timeOfSimpleRender(): Promise<number> {
  const startMs = performance.now();
  const { id } = await json(asOther("/api/v1/render", { template: simple }));
  // Requests for the status are limited, and requests for the picture are not.
  await until("the simple render is done", async () => {
    const response = await asOther(`/api/v1/renders/${String(id)}/asset`, undefined);
    await response.arrayBuffer();
    return response.status === 200 ? true : undefined;
  });
  return performance.now() - startMs;
}

async function timeOfUsage(): Promise<number> {
  const startMs = performance.now();
  const response = await asOther("/api/v1/usage");
  await response.arrayBuffer();
  expect(response.status).toBe(200);
  return performance.now() - startMs;
}

async function expectPromptOthers(): Promise<void> {
  const [renderMs, usageMs] = await Promise.all([timeOfSimpleRender(), timeOfUsage()]);
  expect(usageMs).toBeLessThan(1_000);
  expect(renderMs).toBeLessThan(5_000);
}

async function cancel(jobs: readonly JobBody[]): Promise<void> {
  await Promise.all(jobs.map(async ({ id }) => await service.post(`/api/v1/renders/${id}/cancel`, {})));
  // The job that runs can't be canceled, and ends by itself.
  for (const { id } of jobs) await service.ended(id);
}

beforeAll(async () => {
  otherKey = String((await json(service.post("/api/v1/workspaces", { name: "Other", plan: "team" }))).key);
  simple = String((await json(asOther("/api/v1/templates", { name: "Simple", document: SIMPLE }))).id);
  // Both renderers are warm.
  await Promise.all([timeOfSimpleRender(), timeOfSimpleRender()]);
});

describe("a simple render of another workspace is done in 5 s, and its usage is returned in 1 s, beside", () => {
  test.each(NEAR_LIMIT)("%s", async (_kind, makeDocument) => {
    const template = await store(makeDocument());
    const requests = Array.from({ length: EXPENSIVE_RENDERS }, () => service.createRender({ template, priority: 6 }));
    const jobs = await Promise.all(requests);
    const isTaken = async () => (await stack.itemsWith("Jobs", { templateId: template })).some(isAttempted);
    await until("an expensive render runs", async () => ((await isTaken()) ? true : undefined));
    await expectPromptOthers();
    await cancel(jobs);
  });

  test("dry runs of texts that expand to the limit", async () => {
    const text = "{{v|upper|truncate:1}}".repeat(400);
    const layers = Array.from({ length: 40 }, (_, index) => ({
      ...{ id: `t${index}`, type: "text", name: `t${index}`, text, width: 300, height: 100 },
      visible_if: Array.from({ length: 9 }, () => "not empty(t0)").join(" and "),
    }));
    const template = await store({ ...SIMPLE, variables: [{ name: "v", type: "string", default: "x" }], layers });
    const dryRuns = Array.from({ length: DRY_RUNS }, () =>
      service.post("/api/v1/render", { template, dryRun: true, variables: { v: "y".repeat(1_000) } }),
    );
    await expectPromptOthers();
    const statuses = (await Promise.all(dryRuns)).map(({ status }) => status);
    expect(statuses.every((status) => [200, 422, 429].includes(status))).toBe(true);
  });
});

function isAttempted({ attempts }: Readonly<Record<string, unknown>>): boolean {
  return attempts === 1;
}
