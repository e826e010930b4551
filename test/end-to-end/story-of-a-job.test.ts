/** Follows one job and one batch through the log lines of all functions, as the runbook does. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { BatchBody } from "../../core/contract/batch-body.js";
import type { JobBody } from "../../core/contract/job-body.js";
import { AlarmWatch } from "./alarm-watch.js";
import { until } from "./service.js";
import { useService } from "./use-service.js";

const { service } = useService({}, ["--movable-clock"]);
const clock = new AlarmWatch(service);
const RETRY_AFTER_SECONDS = 3_600;
/** Accepts each delivery except the first one to `/late`. It is no `WebhookReceiver`, which refuses times of a moved clock. */
const visits: string[] = [];
let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? "";
    visits.push(path);
    const isRefused = path === "/late" && visits.filter((visit) => visit === path).length === 1;
    response.writeHead(isRefused ? 503 : 204, { "retry-after": String(RETRY_AFTER_SECONDS) }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const webhookUrl = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
const card = (more: object = {}) => ({ template: service.template("Open Graph card"), scale: 0.1, ...more });

interface Line {
  readonly service: string;
  readonly text: string;
  readonly ids: Readonly<Record<string, string>>;
}

/** Returns the lines that contain an ID under one of these names, as the queries of the runbook find them. */
function linesWith(names: readonly string[], id: string): Line[] {
  const lines = service.printed.split("\n").flatMap((printed) => {
    const [, name, text] = /^(\S+) +│ (.*)$/.exec(printed) ?? [];
    if (name === undefined || text === undefined) return [];
    const ids = [...text.matchAll(/\b(\w+Id)=(\S+)/g)].map(([, key = "", value = ""]) => [key, value] as const);
    return [{ service: name, text, ids: Object.fromEntries(ids) }];
  });
  return lines.filter(({ ids }) => names.some((name) => ids[name] === id));
}

/** Waits until the function has written a line with this text among the lines. */
const lineOf = (name: string, text: string, lines: () => readonly Line[]): Promise<Line> =>
  until(`the log of ${name} has "${text}"`, () =>
    lines().find((line) => line.service === name && line.text.includes(text)),
  );

async function create(path: string, request: object): Promise<{ body: unknown; requestId: string }> {
  const response = await service.post(path, request);
  expect(response.status).toBe(202);
  return { body: await response.json(), requestId: response.headers.get("x-request-id") ?? "" };
}

describe("the log lines of", () => {
  test("a job have its ID, its workspace and its request in each function from the request to the second delivery", async () => {
    const created = await create("/api/v1/render", card({ webhookUrl: webhookUrl("/late") }));
    const { requestId } = created;
    const body = created.body as JobBody;
    const ofJob = () => linesWith(["jobId"], body.id);
    const known = { jobId: body.id, workspaceId: service.connection.workspaceId };
    const ids = { ...known, requestId };
    const event = { eventId: `${body.id}.done`, deliveryId: expect.stringMatching(`^${body.id}\\.done#`) as unknown };
    const delivery = { ...ids, ...event };
    expect(await lineOf("api", "Request ", ofJob)).toMatchObject({ ids });
    expect(await lineOf("renderer", "The job has ended.", ofJob)).toMatchObject({ ids });
    expect(await lineOf("webhook", "delivered=0", ofJob)).toMatchObject({ ids: delivery });

    // The attempt is recorded after its line, with the time of that moment. A clock that moves before would make it later.
    await service.inspect("/work/rest", { maxSeconds: 60 });
    // The second attempt is too late for a queue, so the sweeper sends its message.
    await clock.move(RETRY_AFTER_SECONDS + 60);
    expect(await lineOf("sweeper", "is due", ofJob)).toMatchObject({ ids: { ...known, ...event } });
    expect(await lineOf("webhook", "delivered=1", ofJob)).toMatchObject({ ids: delivery });
    for (const line of ofJob()) expect(line.ids).toMatchObject(known);
    const byRequest = linesWith(["requestId"], requestId).map((line) => line.service);
    expect([...new Set(byRequest)].sort()).toEqual(["api", "renderer", "webhook"]);
  });

  test("a batch have its ID in the lines of its request, of each of its jobs and of its webhook", async () => {
    const request = { jobs: [card(), card()], webhookUrl: webhookUrl("/batch") };
    const created = await create("/api/v1/renders/batch", request);
    const { requestId } = created;
    const body = created.body as BatchBody;
    const ofBatch = () => linesWith(["batchId"], body.id);
    const ids = { batchId: body.id, requestId, workspaceId: service.connection.workspaceId };
    expect(await lineOf("api", "Request ", ofBatch)).toMatchObject({ ids });
    expect(await lineOf("webhook", `eventId=${body.id}.completed`, ofBatch)).toMatchObject({ ids });
    const ended = ofBatch().filter(({ text }) => text.includes("The job has ended."));
    expect(ended.map((line) => line.ids.jobId).sort()).toEqual(body.jobs.map(({ id }) => id).sort());
    for (const line of ended) expect(line.ids).toMatchObject(ids);
  });
});
