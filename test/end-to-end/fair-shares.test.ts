/** What one workspace does cannot hold up another one, on the local stack with its default number of renderers. */
import { beforeAll, describe, expect, test } from "@jest/globals";
import { CONCURRENT_PREVIEWS } from "../../core/contract/limits.js";
import type { JobBody } from "../../core/contract/job-body.js";
import { errorBodySchema } from "../../core/contract/errors.js";
import { until } from "./service.js";
import { useService } from "./use-service.js";

const { service, stack } = useService();

const json = async (response: Response) => (await response.json()) as Record<string, unknown>;

/** The estimate of this document is just below the limit of what is accepted. */
const SIDE = 1200;
const EXPENSIVE = {
  width: SIDE,
  height: SIDE,
  layers: Array.from({ length: 14 }, (_, index) => ({
    ...{ id: `e${index}`, type: "ellipse", width: SIDE, height: SIDE, background_color: "#f00" },
    ...{ shadow_color: "#000", shadow_blur: 40 + index },
  })),
};
const SIMPLE = { width: 300, height: 200, layers: [{ id: "t", type: "text", name: "title", text: "Hello" }] };

let otherKey = "";
let expensive = "";
let simple = "";

/** A request of the other workspace. */
const asOther = (path: string, body?: unknown) =>
  service.fetch(path, {
    headers: { authorization: `Bearer ${otherKey}`, "content-type": "application/json" },
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
  });

beforeAll(async () => {
  const created = await json(await service.post("/api/v1/workspaces", { name: "Other", plan: "team" }));
  otherKey = String(created.key);
  const store = { name: "Expensive", document: EXPENSIVE };
  expensive = String((await json(await service.post("/api/v1/templates", store))).id);
  simple = String((await json(await asOther("/api/v1/templates", { name: "Simple", document: SIMPLE }))).id);
  // Both renderers are warm, and the other workspace's month is open.
  await until("the simple render works", async () => ((await renderSimple()).status === "done" ? true : undefined));
});

async function renderSimple(): Promise<JobBody> {
  const job = (await json(await asOther("/api/v1/render", { template: simple }))) as unknown as JobBody;
  return await until("the simple render has ended", async () => {
    const current = (await json(await asOther(`/api/v1/renders/${job.id}`))) as unknown as JobBody;
    return current.status === "queued" || current.status === undefined ? undefined : current;
  });
}

describe("while expensive requests of one workspace run", () => {
  test("a simple render of another workspace is done in 5 s, and its usage is returned in 1 s", async () => {
    const requests = Array.from({ length: 4 }, () => service.createRender({ template: expensive, priority: 6 }));
    const jobs = await Promise.all(requests);
    await until("an expensive render runs", async () => {
      const [running] = await stack.itemsWith("Jobs", { heavy: true, attempts: 1 });
      return running;
    });
    const startedMs = Date.now();
    expect((await renderSimple()).status).toBe("done");
    const renderedMs = Date.now();
    expect((await asOther("/api/v1/usage")).status).toBe(200);
    const usageMs = Date.now() - renderedMs;
    expect(renderedMs - startedMs).toBeLessThan(5_000);
    expect(usageMs).toBeLessThan(1_000);
    // The expensive renders were not done meanwhile, so they did not only end early.
    const unfinished = await Promise.all(jobs.map(({ id }) => service.getRender(id)));
    expect(unfinished.filter(({ status }) => status === "queued").length).toBeGreaterThan(0);
  });

  test("a workspace with too many previews at the same time gets 429 with Retry-After", async () => {
    const send = () => service.post("/api/v1/templates/preview", { document: EXPENSIVE });
    const responses = await Promise.all(Array.from({ length: 3 * CONCURRENT_PREVIEWS }, send));
    const statuses = responses.map(({ status }) => status);
    expect(statuses).toContain(200);
    const refused = responses.find(({ status }) => status === 429);
    if (refused === undefined) throw new Error(`No preview was refused: ${statuses.join()}.`);
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(errorBodySchema.parse(await json(refused)).code).toBe("RATE_LIMITED");
  });
});
