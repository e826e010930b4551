/** Tests that one workspace cannot hold up another one, on the local stack with its default number of renderers. */
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
  // Two renderers are warm, and the other workspace's month is open.
  await until("two simple renders work", async () => {
    const jobs = await Promise.all([renderSimple(), renderSimple()]);
    return jobs.every(({ status }) => status === "done") ? true : undefined;
  });
});

async function renderSimple(): Promise<JobBody> {
  const job = (await json(await asOther("/api/v1/render", { template: simple }))) as unknown as JobBody;
  return await until("the simple render has ended", async () => {
    const current = (await json(await asOther(`/api/v1/renders/${job.id}`))) as unknown as Partial<JobBody>;
    // A response without a status is an error, for example 429.
    return current.status === undefined || current.status === "queued" ? undefined : (current as JobBody);
  });
}

describe("while expensive requests of one workspace run", () => {
  test("a simple render of another workspace is done before any expensive one, and its usage is returned", async () => {
    const requests = Array.from({ length: 4 }, () => service.createRender({ template: expensive, priority: 6 }));
    const jobs = await Promise.all(requests);
    await until("an expensive render runs", async () => {
      const [running] = await stack.itemsWith("Jobs", { heavy: true, attempts: 1 });
      return running;
    });
    const { status, finishedAt = "" } = await renderSimple();
    expect(status).toBe("done");
    expect((await asOther("/api/v1/usage")).status).toBe(200);
    // The simple render did not wait until an expensive one left its renderer.
    const expensiveJobs = await Promise.all(jobs.map(({ id }) => service.getRender(id)));
    expect(expensiveJobs.filter((job) => job.finishedAt !== undefined && job.finishedAt <= finishedAt)).toEqual([]);
  });
});

describe("while all slots of a workspace are taken", () => {
  /** Takes every slot of the first workspace, as functions do that are at work or that crashed. */
  const takeSlots = async (name: string, takenUntilMs: number) => {
    for (let slot = 0; slot < CONCURRENT_PREVIEWS; slot += 1) {
      const id = `slot#${name}#${service.connection.workspaceId}#${slot}`;
      await stack.copyItem("Limits", { id }, { id, takenUntilMs, token: "held" });
    }
  };
  const preview = () => service.post("/api/v1/templates/preview", { document: SIMPLE });
  const dryRun = () => service.post("/api/v1/render", { template: expensive, dryRun: true });
  const batchOf = (template: string) => ({ jobs: [{ template }], dryRun: true });
  const dryRunBatch = () => service.post("/api/v1/renders/batch", batchOf(expensive));

  test.each([
    ["preview", "previews", preview, () => asOther("/api/v1/templates/preview", { document: SIMPLE })],
    ["dry run of a batch", "dry runs", dryRunBatch, () => asOther("/api/v1/renders/batch", batchOf(simple))],
    ["dry run", "dry runs", dryRun, () => asOther("/api/v1/render", { template: simple, dryRun: true })],
  ])(
    "a %s of a workspace without free slots gets 429 with Retry-After, and one of another workspace works",
    async (_kind, name, send, sendOther) => {
      await takeSlots(name, Date.now() + 60_000);
      const refused = await send();
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
      expect(errorBodySchema.parse(await json(refused)).message).toContain(`4 ${name} at the same time`);
      expect((await sendOther()).status).toBe(200);
      await takeSlots(name, Date.now() - 1);
      expect((await send()).status).toBe(200);
    },
  );
});
