import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { FunctionPool } from "../src/functions/function-types.js";
import { startInspection } from "../src/inspection.js";
import type { Service } from "../src/services/service.js";
import type { ProvisionedResource } from "../src/template/resource.js";

const resource = (logicalId: string, more: Partial<ProvisionedResource> = {}): ProvisionedResource => ({
  logicalId,
  type: "AWS::SQS::Queue",
  properties: { Private: "not shown" },
  physicalId: `id of ${logicalId}`,
  attributes: { Arn: `arn of ${logicalId}` },
  ...more,
});

/** The part of a pool that the inspection port uses. */
const pool = {
  spec: { name: "sweeper", arn: "arn:sweeper" },
  stats: () => ({ invocations: 3, pids: [7] }),
  replaceCode: (dir: string) => void done.push(["code", dir]),
  invoke: async (event: unknown) => ({ payload: Buffer.from(JSON.stringify({ event })) }),
} as unknown as FunctionPool;

const RECENT = {
  busName: "images",
  atMs: 1,
  event: {
    version: "0",
    ...{ id: "e", "detail-type": "done", source: "app", account: "0", time: "t", region: "r" },
    ...{ resources: [], detail: { id: 1 } },
  },
} as const;

let inspection: Service;
let done: unknown[][];
beforeEach(async () => {
  done = [];
  const resources = [resource("Jobs"), resource("Key", { noEcho: true, attributes: { Key: "secret" } })];
  inspection = await startInspection({
    services: { sqs: "http://127.0.0.1:1" },
    stack: {
      facts: { stackName: "s", stackId: "id", idSeed: "s", edgeDomain: "e" },
      resources: new Map(resources.map((one) => [one.logicalId, one])),
      outputs: {},
    },
    pools: () => [pool],
    purgeEdge: (path) => void done.push(["purge", path]),
    setEdgeCollapsing: (on) => void done.push(["collapsing", on]),
    metrics: () => [{ namespace: "App", name: "Failures", sum: 2, lines: 2, alarms: ["FailuresAlarm"] }],
    alarms: () => [
      { logicalId: "FailuresAlarm", name: "s-FailuresAlarm", state: "ALARM", description: "It fails.", values: [2] },
    ],
    setPolling: async ({ queue, on }) => void done.push(["polling", queue, on]),
    failEdgeFunctions: (on) => void done.push(["edge functions fail", on]),
    conflicts: () => 3,
    calls: () => [{ caller: "api", action: "s3:GetObject", calls: 2 }],
    meter: () => [{ kind: "read units", name: "Jobs", amount: 1.5 }],
    grants: () => [{ functions: "api", action: "s3:GetObject", resource: "Files/*", used: false }],
    events: () => [RECENT],
    advanceTime: async (ms) => {
      done.push(["advance", ms]);
      return { transitioned: 1, expired: 2 };
    },
    moveClock: async (ms) => {
      done.push(["move", ms]);
      return { nowMs: 5, transitioned: 0, expired: 0, expiredItems: 3 };
    },
    canMoveClock: true,
    faults: { set: (faults) => void done.push(["faults", ...faults]), report: () => ({ calls: [], fired: [] }) },
    work: () => ({ nowMs: 5, atRest: true, running: [], waiting: 0, queues: [] }),
    untilAtRest: async (maxMs) => {
      done.push(["rest", maxMs]);
      return { nowMs: 6, atRest: true, running: [], waiting: 0, queues: [] };
    },
    deleteStack: async () => [{ logicalId: "Jobs", type: "AWS::SQS::Queue", physicalId: "jobs" }],
    onDeleted: () => void done.push(["deleted"]),
    objects: {
      setStorageClass: async (...args) => void done.push(args),
      expireObject: async (...args) => void done.push(args),
      failForCloudFront: (status) => void done.push(["fail", status]),
    },
  });
});
afterEach(() => inspection.close());

const get = async (path: string): Promise<unknown> => (await fetch(inspection.endpoint + path)).json();
async function post(path: string, body?: unknown): Promise<[number, unknown]> {
  const text = body === undefined ? null : JSON.stringify(body);
  const response = await fetch(inspection.endpoint + path, { method: "POST", body: text });
  return [response.status, await response.json()];
}

test("GET /functions returns the counters of each function", async () => {
  expect(await get("/functions")).toEqual([{ name: "sweeper", arn: "arn:sweeper", invocations: 3, pids: [7] }]);
});

test("POST /work/rest waits at most as long as the caller asks", async () => {
  const rest = { nowMs: 6, atRest: true, running: [], waiting: 0, queues: [] };
  expect(await post("/work/rest", { maxSeconds: 9 })).toEqual([200, rest]);
  expect(done).toEqual([["rest", 9_000]]);
  expect((await post("/work/rest", { maxSeconds: 0 }))[0]).toBe(400);
});

test("GET /metrics returns the counts of the metric filters", async () => {
  expect(await get("/metrics")).toEqual([
    { namespace: "App", name: "Failures", sum: 2, lines: 2, alarms: ["FailuresAlarm"] },
  ]);
});

test("GET /events returns the last events of the buses, and GET /conflicts returns the number of conflicts", async () => {
  expect(await get("/events")).toEqual([RECENT]);
  expect(await get("/conflicts")).toEqual({ refused: 3 });
});

test("GET /resources returns no properties, and no attributes of a resource with NoEcho", async () => {
  expect(await get("/resources")).toEqual({
    Jobs: { type: "AWS::SQS::Queue", physicalId: "id of Jobs", attributes: { Arn: "arn of Jobs" } },
    Key: { type: "AWS::SQS::Queue", physicalId: "id of Key", attributes: "secret" },
  });
});

test("POST /functions/{name}/invoke runs the function, and returns 404 for an unknown name", async () => {
  expect(await post("/functions/sweeper/invoke", { now: true })).toEqual([200, { result: { event: { now: true } } }]);
  expect((await post("/functions/nobody/invoke"))[0]).toBe(404);
});

test("POST /functions/{name}/code replaces the code of a function, and refuses relative paths and unknown names", async () => {
  expect((await post("/functions/sweeper/code", { dir: "/new" }))[0]).toBe(200);
  expect((await post("/functions/nobody/code", { dir: "/new" }))[0]).toBe(404);
  expect((await post("/functions/sweeper/code", { dir: "relative" }))[0]).toBe(400);
  expect(done).toEqual([["code", "/new"]]);
});

test("the inspection port advances the time by days, and returns what the lifecycle rules did", async () => {
  expect(await post("/time/advance", { days: 91 })).toEqual([200, { transitioned: 1, expired: 2 }]);
  expect((await post("/time/advance", { days: -1 }))[0]).toBe(400);
  expect(done).toEqual([["advance", 7_862_400_000]]);
});

test("the inspection port moves the clock by seconds, and refuses to move it back", async () => {
  const moved = { nowMs: 5, transitioned: 0, expired: 0, expiredItems: 3 };
  expect(await post("/time/move", { seconds: 60 })).toEqual([200, moved]);
  expect((await post("/time/move", { seconds: -60 }))[0]).toBe(400);
  expect(done).toEqual([["move", 60_000]]);
});

test("the inspection port sets a plan of faults, refuses unknown faults, and reports the calls and the work", async () => {
  const fault = { functionName: "api", action: "sqs:SendMessage", occurrence: 1, kind: "reset" };
  expect(await post("/faults", { faults: [fault] })).toEqual([200, {}]);
  expect((await post("/faults", { faults: [{ ...fault, kind: "boredom" }] }))[0]).toBe(400);
  expect(done).toEqual([["faults", fault]]);
  expect(await get("/faults")).toEqual({ calls: [], fired: [] });
  expect(await get("/work")).toMatchObject({ atRest: true });
});

test("the inspection port purges the edge, moves objects to another storage class, and expires them", async () => {
  const object = { bucket: "b", key: "renders/1.png" };
  expect((await post("/edge/purge"))[0]).toBe(200);
  expect((await post("/edge/purge", { path: "/a/*" }))[0]).toBe(200);
  expect((await post("/edge/collapsing", { on: false }))[0]).toBe(200);
  expect((await post("/objects/storage-class", { ...object, storageClass: "GLACIER" }))[0]).toBe(200);
  expect((await post("/objects/expire", object))[0]).toBe(200);
  expect(done).toEqual([
    ["purge", undefined],
    ["purge", "/a/*"],
    ["collapsing", false],
    ["b", "renders/1.png", "GLACIER"],
    ["b", "renders/1.png"],
  ]);
});

test("POST /queues/polling disables and enables the event sources of a queue", async () => {
  expect((await post("/queues/polling", { queue: "jobs", on: false }))[0]).toBe(200);
  expect((await post("/queues/polling", { queue: "jobs", on: true }))[0]).toBe(200);
  expect((await post("/queues/polling", { queue: "jobs" }))[0]).toBe(400);
  expect(done).toEqual([
    ["polling", "jobs", false],
    ["polling", "jobs", true],
  ]);
});

test("invalid requests and unknown routes of the inspection port are refused and have no effect", async () => {
  expect((await post("/objects/storage-class", { bucket: "b", key: "k", storageClass: "ICE" }))[0]).toBe(400);
  expect((await post("/nothing"))[0]).toBe(404);
  const malformed = await fetch(`${inspection.endpoint}/edge/purge`, { method: "POST", body: "{" });
  expect(malformed.status).toBe(400);
  expect(done).toEqual([]);
});

test("POST /stack/delete returns what the stack leaves behind, and says afterwards that the stack is deleted", async () => {
  const retained = [{ logicalId: "Jobs", type: "AWS::SQS::Queue", physicalId: "jobs" }];
  expect(await post("/stack/delete")).toEqual([200, { retained }]);
  expect(done).toEqual([["deleted"]]);
});

test("the inspection port makes S3 fail for CloudFront, and makes it work again", async () => {
  expect((await post("/objects/failing", { status: 503 }))[0]).toBe(200);
  expect((await post("/objects/failing", { status: null }))[0]).toBe(200);
  expect((await post("/objects/failing", { status: 404 }))[0]).toBe(400);
  expect(done).toEqual([
    ["fail", 503],
    ["fail", undefined],
  ]);
});
