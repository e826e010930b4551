import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { UsageBody } from "../../core/contract/access-api.js";
import type { JobBody } from "../../core/contract/job-body.js";
import { makeStateFolder, Service } from "./service.js";
import { StackAccess } from "./stack-access.js";

const state = makeStateFolder();
let service: Service;
let stack: StackAccess;

beforeAll(async () => {
  service = await Service.start(state.dir);
  stack = await StackAccess.open(service);
}, 120_000);

afterAll(async () => {
  stack.close();
  await service.stop();
  state.remove();
}, 30_000);

const render = (key: string, more: Readonly<Record<string, unknown>> = {}) =>
  service.call("/api/v1/render", {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify({ template: service.template("Open Graph card"), scale: 0.2, ...more }),
  });

const spent = async (): Promise<number> =>
  ((await (await service.call("/api/v1/usage")).json()) as UsageBody).credits.spent;

describe("an Idempotency-Key", () => {
  test("makes one job of requests that are repeated, be it at the same moment, and bills it once", async () => {
    const before = await spent();
    const answers = await Promise.all(Array.from({ length: 8 }, () => render("order-1")));
    answers.push(await render("order-1"));
    const jobs = await Promise.all(answers.map(async (answer) => (await answer.json()) as JobBody));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get("idempotency-replayed") === "true")).toHaveLength(8);
    expect(await spent()).toBe(before + 1);
  });

  test("gives the first answer again when the job has long ended", async () => {
    const first = (await (await render("order-2")).json()) as JobBody;
    await service.ended(first.id);
    expect(await (await render("order-2")).json()).toEqual(first);
  });

  test("with another body is a fault of the request", async () => {
    await render("order-3");
    const answer = await render("order-3", { format: "webp" });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([422, "VALIDATION_ERROR"]);
  });

  test.each(["", "with space", "ü", "x".repeat(256)])("%j is no key", async (key) => {
    // An empty or non-ASCII header never leaves a fetch; what does leave is refused.
    const answer = await render(key).catch(() => undefined);
    expect(answer?.status ?? 400).toBe(400);
  });

  test("of a request that was refused may be used again", async () => {
    expect((await render("order-4", { scale: 99 })).status).toBe(422);
    expect((await render("order-4")).status).toBe(202);
  });

  test("of a request that the queue refused may be used again: nothing of it is left, and it cost nothing", async () => {
    const before = await spent();
    await stack.removeQueue("Standard");
    // A record that was left would give an answer; another body would be a fault.
    for (const format of ["png", "webp"]) {
      const refused = await render("order-5", { format });
      expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([503, "QUEUE_UNAVAILABLE"]);
    }
    expect(await spent()).toBe(before);
    const bulk = await render("order-5", { priority: 0 });
    expect([bulk.status, bulk.headers.get("idempotency-replayed")]).toEqual([202, null]);
  });
});
