/** Causes the fault behind each alarm on the local service, sees the alarm raised, mends the fault, and sees it clear. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { PurgeQueueCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { resourcesOf, synthesize } from "../lib/synthesize.js";
import { makeStateFolder, Service, until } from "./service.js";

interface AlarmState {
  readonly logicalId: string;
  readonly state: "OK" | "ALARM";
}

const PERIOD_SECONDS = 300;
const state = makeStateFolder();
const broken = mkdtempSync(join(tmpdir(), "broken-"));
const service = new Service({}, ["--movable-clock"]);
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

const card = () => ({ template: service.template("Open Graph card"), scale: 0.2 });

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
    const ages = ["Interactive", "Standard", "Bulk"].map((name) => `Rendering${name}MessagesOld`);
    const jobs: string[] = [];
    await whileBroken("renderer", async () => {
      for (const priority of [9, 5, 0]) jobs.push((await service.createRender({ ...card(), priority })).id);
      await until("the renderer fails", async () => {
        const found = await raisedAlarms(service);
        return found.includes("JobErrorsAlarm") ? true : undefined;
      });
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

  test.each([
    ["RenderingRenderDeadLetters", "RenderingRenderDeadLettersPresent"],
    ["ArchivedFilesArchivedFilesDeadLetters", "ArchivedFilesArchivedFilesDeadLettersPresent"],
  ])("the alarm on messages that stay in %s is raised, and clears when they are gone", async (queue, alarm) => {
    const QueueUrl = await queueUrl(queue);
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: "not a message of the service" }));
    await raisedAlarms(service);
    await move(PERIOD_SECONDS);
    await until("the alarm is raised", async () => ((await raisedAlarms(service)).includes(alarm) ? true : undefined));
    await sqs.send(new PurgeQueueCommand({ QueueUrl }));
    await cleared([alarm]);
  });

  test("the alarms on function URLs and on 5xx at the edge are raised while the stream function is broken, and clear", async () => {
    const names = ["MonitoringFunctionUrlErrors", "MonitoringEdgeServerErrors"];
    const { id } = await service.createRender(card());
    await service.ended(id);
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
});
