import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { makeStateFolder, Service, until } from "./service.js";

interface Metric {
  readonly name: string;
  readonly sum: number;
  readonly alarms: readonly string[];
}

const state = makeStateFolder();
/** A server of images that never responds. */
let site: Server;
let imageUrl: string;
let service: Service | undefined;

beforeAll(async () => {
  site = createServer(() => undefined);
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  imageUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/image.png`;
});

afterEach(async () => {
  await service?.stop();
});

afterAll(() => {
  site.closeAllConnections();
  site.close();
  state.remove();
});

async function start(...options: string[]): Promise<Service> {
  const started = new Service({}, options);
  service = started;
  await started.start(state.dir);
  return started;
}

/** The values of the metrics that have moved, by the logical IDs of their alarms without the hash at the end. */
async function movedMetrics(running: Service): Promise<Record<string, number>> {
  const metrics = await running.inspect<Metric[]>("/metrics");
  expect(metrics.length).toBeGreaterThanOrEqual(3);
  // Only the times of pictures move in a normal run, too: their alarm has a threshold.
  const ofAlarms = metrics.filter(({ alarms }) => alarms.some((alarm) => !alarm.includes("SlowPictures")));
  for (const { alarms } of ofAlarms) expect(alarms).toHaveLength(1);
  const moved = ofAlarms.filter(({ sum }) => sum !== 0);
  return Object.fromEntries(moved.map(({ alarms, sum }) => [(alarms[0] ?? "").replace(/[0-9A-F]{8}$/, ""), sum]));
}

test("no metric of an alarm moves in a normal run, not even by a first view that ends in a designed 503", async () => {
  const running = await start();
  const template = running.template("Open Graph card");
  const job = await running.createRender({ template, scale: 0.2 });
  expect(await running.ended(job.id)).toMatchObject({ status: "done" });

  const document = {
    width: 40,
    height: 40,
    layers: [{ id: "a", type: "image", name: "a", x: 0, y: 0, width: 40, height: 40, image_url: imageUrl }],
  };
  const created = await running.post("/api/v1/templates", { name: "Slow", document });
  expect(created.status).toBe(201);
  const { id } = (await created.json()) as { id: string };
  const minted = await running.post("/api/v1/img/sign", { template: id });
  expect(minted.status).toBe(200);
  const { url } = (await minted.json()) as { url: string };
  const view = await fetch(url);
  expect([view.status, view.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await movedMetrics(running)).toEqual({});
});

test("the metrics move when the renderer may not store pictures, and when the api function may not query", async () => {
  const denials = ["--deny", "renderer:s3:PutObject", "--deny", "api:dynamodb:Query"];
  const running = await start("--fresh", ...denials);
  const { id } = await running.createRender({ template: running.template("Open Graph card"), scale: 0.2 });
  const job = await running.ended(id);
  expect(job).toMatchObject({ status: "failed", attempts: 3 });
  expect(job.error).toContain("could not be rendered in 3 attempts");
  const moved = await until("the metric has moved", async () => {
    const metrics = await movedMetrics(running);
    return Object.keys(metrics).length > 0 ? metrics : undefined;
  });
  expect(moved).toEqual({ JobErrorsAlarm: 1 });

  // A handled 500 is a successful invocation, which the metric of Lambda does not count as an error.
  const listed = await running.call("/api/v1/templates");
  expect([listed.status, ((await listed.json()) as { code: string }).code]).toEqual([500, "INTERNAL"]);
  const both = await until("the metric of the api function has moved", async () => {
    const metrics = await movedMetrics(running);
    return Object.keys(metrics).length > 1 ? metrics : undefined;
  });
  expect(both).toEqual({ JobErrorsAlarm: 1, RequestErrorsAlarm: 1 });
});

test("with the concurrency of a new account, the stack's output warns and names the guide", async () => {
  const running = await start("--fresh", "--account-concurrency", "10");
  const resources =
    await running.inspect<Record<string, { type: string; attributes: Record<string, string> }>>("/resources");
  const bootstrap = Object.values(resources).find(({ type }) => type === "Custom::Bootstrap");
  expect(bootstrap?.attributes["ConcurrencyWarning"]).toMatch(
    /^This account can run 10 Lambda invocations at the same time.* docs\/deploy\.md#before-the-first-deployment$/,
  );
  const { id } = await running.createRender({ template: running.template("Open Graph card"), scale: 0.2 });
  expect(await running.ended(id)).toMatchObject({ status: "done" });
});
