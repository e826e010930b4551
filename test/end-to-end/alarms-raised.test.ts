/** Causes the fault behind each alarm on the local service, sees the alarm raised, mends the fault, and sees it clear. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { PurgeQueueCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { DEFAULT_PLANS } from "../../core/contract/plans.js";
import { resourcesOf, synthesize } from "../lib/synthesize.js";
import { makeStateFolder, Service, until } from "./service.js";

interface AlarmState {
  readonly logicalId: string;
  readonly state: "OK" | "ALARM";
}

const PERIOD_SECONDS = 300;
const state = makeStateFolder();
const broken = mkdtempSync(join(tmpdir(), "broken-"));
/** The plan of the first workspace, with all priorities. */
const plans = JSON.stringify({ unlimited: { ...DEFAULT_PLANS.unlimited, maxPriority: 9 } });
const service = new Service({ plans }, ["--movable-clock"]);
/** The alarms that a test of this file has seen raised and clear again. */
const seen = new Set<string>();
let sqs: SQSClient;

beforeAll(async () => {
  writeFileSync(join(broken, "index.mjs"), 'export const handler = async () => { throw new Error("broken"); };\n');
  await service.start(state.dir);
  const { sqs: endpoint = "" } = await service.inspect<Record<string, string>>("/services");
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  sqs = new SQSClient({ region: "us-east-1", endpoint, credentials });
});

afterAll(async () => {
  sqs.destroy();
  await service.stop();
  state.remove();
  rmSync(broken, { recursive: true });
});

const withoutHash = (logicalId: string): string => logicalId.replace(/[0-9A-F]{8}$/, "");

async function raisedAlarms(running: Service): Promise<string[]> {
  const alarms = await running.inspect<AlarmState[]>("/alarms");
  return alarms.filter((alarm) => alarm.state === "ALARM").map(({ logicalId }) => withoutHash(logicalId));
}

async function move(seconds: number, running = service): Promise<void> {
  await running.inspect("/time/move", { seconds });
}

/** Waits until these alarms are raised, and no other. */
async function raised(expected: readonly string[], running = service): Promise<void> {
  await until(`the alarms ${expected.join(", ")} are raised`, async () => {
    const found = await raisedAlarms(running);
    return expected.every((name) => found.includes(name)) ? found : undefined;
  });
  expect((await raisedAlarms(running)).sort()).toEqual([...expected].sort());
}

/** Waits until all alarms are clear. Moves the clock, because each looks at some minutes. */
async function cleared(names: readonly string[], running = service): Promise<void> {
  for (let period = 0; period < 3; period += 1) await move(PERIOD_SECONDS, running);
  await until("all alarms are clear", async () => ((await raisedAlarms(running)).length === 0 ? true : undefined));
  for (const name of names) seen.add(name);
}

/** Lets the next call of this action by this function fail, with all retries of the SDK. */
async function failOnce(functionName: string, action: string): Promise<void> {
  await service.inspect("/faults", { faults: [{ functionName, action, occurrence: 1, kind: "internal" }] });
}

async function codeOf(name: string): Promise<string> {
  const functions = await service.inspect<{ name: string; codeDir: string }[]>("/functions");
  return functions.find((fn) => fn.name === name)?.codeDir ?? "";
}

/** Runs the work while a function has code that always fails, and then mends the function. */
async function whileBroken(name: string, work: () => Promise<void>): Promise<void> {
  const dir = await codeOf(name);
  await service.inspect(`/functions/${name}/code`, { dir: broken });
  try {
    await work();
  } finally {
    await service.inspect(`/functions/${name}/code`, { dir });
  }
}

async function queueUrl(name: string): Promise<string> {
  const resources = await service.inspect<Record<string, { type: string; physicalId: string }>>("/resources");
  const [, found] = Object.entries(resources).find(([id]) => withoutHash(id) === name) ?? [];
  return found?.physicalId ?? "";
}

/** Leaves a message in a queue until its alarm is raised, and removes it. */
async function leaveMessageIn(queue: string, alarm: string): Promise<void> {
  const QueueUrl = await queueUrl(queue);
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: "{}" }));
  await raisedAlarms(service);
  await move(PERIOD_SECONDS);
  await raised([alarm]);
  await sqs.send(new PurgeQueueCommand({ QueueUrl }));
  await cleared([alarm]);
}

const card = () => ({ template: service.template("Open Graph card"), scale: 0.2 });

/** Renders a picture, and moves the clock while the renderer draws it. */
async function drawSlowly(): Promise<void> {
  const { id } = await service.createRender({ template: service.template("Open Graph card"), scale: 4 });
  await until("the renderer has the job", async () => ((await service.getRender(id)).attempts > 0 ? true : undefined));
  // The job is read, and the picture is not drawn yet.
  await pause(250);
  await move(15);
  expect(await service.ended(id)).toMatchObject({ status: "done" });
}

describe("each alarm", () => {
  test("no alarm is raised after a render", async () => {
    const { id } = await service.createRender(card());
    expect(await service.ended(id)).toMatchObject({ status: "done" });
    await raised([]);
  });

  test("the alarm on requests is raised if a request fails because of a table, and clears", async () => {
    await failOnce("api", "dynamodb:Query");
    expect((await service.call("/api/v1/templates")).status).toBe(500);
    await raised(["RequestErrorsAlarm"]);
    expect((await service.call("/api/v1/templates")).status).toBe(200);
    await cleared(["RequestErrorsAlarm"]);
  });

  test("the alarm on background work is raised if the sweeper cannot read its index, and clears", async () => {
    await failOnce("sweeper", "dynamodb:Query");
    await service.inspect("/functions/sweeper/invoke", {});
    await raised(["BackgroundErrorsAlarm"]);
    await cleared(["BackgroundErrorsAlarm"]);
  });

  test("the alarms on jobs and on old messages are raised while no renderer works, and clear when one does", async () => {
    const ages = ["Interactive", "Standard", "Bulk", "Heavy"].map((name) => `Rendering${name}MessagesOld`);
    const jobs: string[] = [];
    await whileBroken("renderer", async () => {
      for (const priority of [9, 5, 0]) jobs.push((await service.createRender({ ...card(), priority })).id);
      // Another message about the same job, because only an expensive template uses this queue.
      const message = { jobId: jobs[0], requestId: "alarms", workspaceId: service.connection.workspaceId };
      const QueueUrl = await queueUrl("RenderingHeavyQueue");
      await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message) }));
      await raised(["JobErrorsAlarm"]);
      seen.add("JobErrorsAlarm");
      await move(2.2 * 3_600);
      await until("the messages are old", async () => {
        const found = await raisedAlarms(service);
        return ages.every((name) => found.includes(name)) ? true : undefined;
      });
    });
    // A message returns when its visibility timeout ends.
    await move(PERIOD_SECONDS * 2);
    for (const id of jobs) expect((await service.ended(id)).status).toMatch(/done|failed/);
    await cleared(ages);
  });

  test("the alarm on messages that stay in the dead-letter queue of archived files is raised, and clears when they are gone", async () => {
    const alarm = "ArchivedFilesArchivedFilesDeadLettersPresent";
    await leaveMessageIn("ArchivedFilesArchivedFilesDeadLetters", alarm);
  });

  test("the alarm on events that no rule could deliver is raised, and clears when they are gone", async () => {
    await leaveMessageIn("UndeliveredEventsDeadLetters", "UndeliveredEventsDeadLettersPresent");
  });

  test("the alarms on function URLs and on 5xx at the edge are raised while the stream function is broken, and clear", async () => {
    const names = ["MonitoringFunctionUrlErrors", "MonitoringEdgeServerErrors"];
    const { id } = await service.createRender(card());
    await service.ended(id);
    await move(PERIOD_SECONDS);
    await whileBroken("stream", async () => {
      for (let period = 0; period < 3; period += 1) {
        const requests = Array.from({ length: 21 }, async () => service.call(`/api/v1/renders/${id}/asset`));
        for (const { status } of await Promise.all(requests)) expect(status).toBe(502);
        await raisedAlarms(service);
        if (period < 2) await move(PERIOD_SECONDS);
      }
      await until("both alarms are raised", async () => {
        const found = await raisedAlarms(service);
        return names.every((name) => found.includes(name)) ? true : undefined;
      });
    });
    await cleared(names);
  });

  test("the alarm on the edge function is raised while the function fails, and clears", async () => {
    await service.inspect("/edge/functions-failing", { on: true });
    expect((await service.fetch("/api/v1/health")).status).toBe(503);
    await service.inspect("/edge/functions-failing", { on: false });
    await raised(["MonitoringEdgeFunctionErrors"]);
    expect((await service.fetch("/api/v1/health")).status).toBe(200);
    await cleared(["MonitoringEdgeFunctionErrors"]);
  });

  test("the alarm on slow pictures is raised if pictures take more than ten seconds in three periods, and clears", async () => {
    for (let period = 0; period < 3; period += 1) {
      if (period > 0) await move(PERIOD_SECONDS);
      await drawSlowly();
    }
    await raised(["MonitoringMetricsSlowPictures"]);
    await cleared(["MonitoringMetricsSlowPictures"]);
  });

  test("the alarm on throttles is raised if the account has no room in two periods, and clears", async () => {
    const own = makeStateFolder();
    const full = new Service({}, ["--movable-clock", "--account-concurrency", "3"]);
    await full.start(own.dir);
    try {
      for (const seconds of [PERIOD_SECONDS, 0]) {
        await Promise.all(Array.from({ length: 40 }, async () => (await full.call("/api/v1/usage")).text()));
        await raisedAlarms(full);
        if (seconds > 0) await move(seconds, full);
      }
      await until("the alarm is raised", async () =>
        (await raisedAlarms(full)).includes("MonitoringThrottled") ? true : undefined,
      );
      await cleared(["MonitoringThrottled"], full);
    } finally {
      await full.stop();
      own.remove();
    }
  });

  // The last one, because the queue stays without a function.
  test("the alarm on dead letters is raised if no function takes them, and clears when they are gone", async () => {
    const name = (await queueUrl("RenderingRenderDeadLetters")).split("/").at(-1);
    await service.inspect("/queues/stop-polling", { queue: name });
    await leaveMessageIn("RenderingRenderDeadLetters", "RenderingRenderDeadLettersPresent");
  });

  test("every alarm of the template has been raised and has cleared", async () => {
    const alarms = resourcesOf(await synthesize(), "AWS::CloudWatch::Alarm");
    expect([...seen].sort()).toEqual(alarms.map(([id]) => withoutHash(id)).sort());
  });
});
