/**
 * Causes the fault behind each alarm on the local service, sees the alarm raised, fixes the fault, and sees the alarm
 * clear: `npm run test:alarms`.
 */
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { DEFAULT_PLANS } from "../../core/contract/plans.js";
import { AlarmWatch, PERIOD_SECONDS } from "../end-to-end/alarm-watch.js";
import { makeStateFolder, Service, until } from "../end-to-end/service.js";
import { useHeldImage } from "../end-to-end/use-held-image.js";
import { useService } from "../end-to-end/use-service.js";
import { CAUSED_ALARMS, type CausedAlarm } from "../support/caused-alarms.js";
import { isAlive, parentOf } from "../support/processes.js";
import { NAME, NEAR_LIMIT } from "./near-limit-documents.js";

/** The plan of the first workspace, with all priorities. */
const plans = JSON.stringify({ unlimited: { ...DEFAULT_PLANS.unlimited, maxPriority: 9 } });
const { service, stack } = useService({ plans }, ["--movable-clock"]);
const image = useHeldImage();
const watch = new AlarmWatch(service);
let sqs: SQSClient;

beforeAll(async () => {
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  sqs = new SQSClient({ region: "us-east-1", endpoint: stack.endpoints.sqs ?? "", credentials });
  // On a busy machine, a function that starts too slowly has logged a failure.
  await expectDone([(await service.createRender(card())).id]);
  await watch.cleared();
});

afterAll(() => {
  sqs.destroy();
});

const card = (more: Record<string, unknown> = {}) => ({
  ...{ template: service.template("Open Graph card"), scale: 0.2 },
  ...more,
});

const urlOf = (queue: string): string => stack.physicalId("AWS::SQS::Queue", queue);

/** Returns the number of messages in a queue, with those in flight. */
async function messagesIn(queue: string): Promise<number> {
  const counts = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"] as const;
  const command = new GetQueueAttributesCommand({ QueueUrl: urlOf(queue), AttributeNames: [...counts] });
  const { Attributes = {} } = await sqs.send(command);
  return counts.reduce((sum, name) => sum + Number(Attributes[name]), 0);
}

async function storeTemplate(document: object): Promise<string> {
  const response = await service.post("/api/v1/templates", { name: NAME, document });
  expect(response.status).toBe(201);
  return ((await response.json()) as { id: string }).id;
}

async function expectDone(ids: readonly string[]): Promise<void> {
  for (const id of ids) expect(await service.ended(id)).toMatchObject({ status: "done" });
}

test("no alarm is raised after a render", async () => {
  await expectDone([(await service.createRender(card())).id]);
  await watch.raised();
});

describe("an alarm on log lines", () => {
  test("the alarm on requests is raised if a request fails because of a table, and clears", async () => {
    await watch.failOnce("api", "dynamodb:Query");
    expect((await service.call("/api/v1/templates")).status).toBe(500);
    await watch.raised("RequestErrorsAlarm");
    expect((await service.call("/api/v1/templates")).status).toBe(200);
    await watch.cleared("RequestErrorsAlarm");
  });

  test("the alarm on background work is raised if the sweeper cannot read its index, and clears", async () => {
    await watch.failOnce("sweeper", "dynamodb:Query");
    await service.inspect("/functions/sweeper/invoke", {});
    await watch.raised("BackgroundErrorsAlarm");
    await watch.cleared("BackgroundErrorsAlarm");
  });

  test("the alarm on jobs is raised while the renderer crashes, and clears when the job has been rendered", async () => {
    let id = "";
    await watch.whileBroken("renderer", async () => {
      ({ id } = await service.createRender(card()));
      await watch.raised("JobErrorsAlarm");
    });
    // The message is visible again.
    await watch.move(2 * PERIOD_SECONDS);
    await expectDone([id]);
    await watch.cleared("JobErrorsAlarm");
  });
});

describe("an alarm on queues", () => {
  test("the alarms on old messages are raised while the event sources of the queues are disabled, and clear", async () => {
    const names = ["Interactive", "Standard", "Bulk", "Heavy"] as const;
    const alarms = names.map((name) => `Rendering${name}MessagesOld` as const);
    const queues = names.map((name) => urlOf(`Rendering${name}Queue`).split("/").at(-1) ?? "");
    const [, makeDocument] = NEAR_LIMIT[0] ?? [];
    const heavy = await storeTemplate(makeDocument?.() ?? {});
    const jobs: string[] = [];
    let costly = "";
    await watch.whileUnpolled(queues, async () => {
      for (const priority of [9, 5, 0]) jobs.push((await service.createRender(card({ priority }))).id);
      ({ id: costly } = await service.createRender({ template: heavy }));
      for (const name of names) expect(await messagesIn(`Rendering${name}Queue`)).toBe(1);
      await watch.move(2.2 * 3_600);
      await watch.raised(...alarms);
    });
    await expectDone(jobs);
    // On a busy machine, this picture reaches its time limit, which raises no alarm.
    expect((await service.ended(costly)).status).not.toBe("queued");
    await watch.cleared(...alarms);
  });

  test("the alarm on dead letters is raised while the dead-letter function fails, although its message is in flight, and clears", async () => {
    const alarm = "RenderingRenderDeadLettersPresent";
    let id = "";
    await watch.whileBroken("dead-letter", async () => {
      await watch.whileBroken("renderer", async () => {
        ({ id } = await service.createRender(card()));
        await until("the message of the job is in the dead-letter queue", async () => {
          await watch.move(60);
          return (await messagesIn("RenderingRenderDeadLetters")) > 0 ? true : undefined;
        });
      });
      await until("the dead-letter function has failed", async () =>
        (await stack.queueLength("RenderingRenderDeadLetters")) === 0 ? true : undefined,
      );
      for (let period = 0; period < 2; period += 1) {
        await watch.move(PERIOD_SECONDS);
        await watch.includes();
      }
      await watch.raised(alarm, "BackgroundErrorsAlarm");
    });
    await watch.move(PERIOD_SECONDS);
    await expectDone([id]);
    await watch.cleared(alarm);
  });

  test("the alarm on undelivered events is raised if the queue of a rule is gone, and clears when its events have been sent again", async () => {
    const QueueUrl = urlOf("WebhooksWebhookQueue");
    const DeadLettersUrl = urlOf("UndeliveredEventsDeadLetters");
    const { Attributes = {} } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["VisibilityTimeout", "RedrivePolicy"] }),
    );
    await sqs.send(new DeleteQueueCommand({ QueueUrl }));
    await expectDone([(await service.createRender(card())).id]);
    await until("the event is in the dead-letter queue", async () => {
      await watch.move(1);
      return (await messagesIn("UndeliveredEventsDeadLetters")) > 0 ? true : undefined;
    });
    await watch.includes();
    await watch.move(PERIOD_SECONDS);
    await watch.raised("UndeliveredEventsDeadLettersPresent");

    await sqs.send(new CreateQueueCommand({ QueueName: QueueUrl.split("/").at(-1), Attributes }));
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: DeadLettersUrl }));
    expect(Messages).toHaveLength(1);
    for (const { Body, ReceiptHandle } of Messages) {
      await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: Body }));
      await sqs.send(new DeleteMessageCommand({ QueueUrl: DeadLettersUrl, ReceiptHandle }));
    }
    await until("the webhook function has taken the event", async () =>
      (await messagesIn("WebhooksWebhookQueue")) === 0 ? true : undefined,
    );
    await watch.cleared("UndeliveredEventsDeadLettersPresent");
  });
});

describe("an alarm on viewers", () => {
  test("the alarms on function URLs and on 5xx at the edge are raised while the stream function is broken, and clear", async () => {
    const { id } = await service.createRender(card());
    await expectDone([id]);
    await watch.whileBroken("stream", async () => {
      for (let period = 0; period < 3; period += 1) {
        await watch.move(PERIOD_SECONDS);
        const requests = Array.from({ length: 21 }, async () => service.call(`/api/v1/renders/${id}/asset`));
        for (const { status } of await Promise.all(requests)) expect(status).toBe(502);
        await watch.includes();
      }
      await watch.raised("MonitoringFunctionUrlErrors", "MonitoringEdgeServerErrors", "RequestErrorsAlarm");
    });
    await expectDone([id]);
    await watch.cleared("MonitoringFunctionUrlErrors", "MonitoringEdgeServerErrors");
  });

  test("the alarm on the edge function is raised while the function fails, and clears", async () => {
    await service.inspect("/edge/functions-failing", { on: true });
    expect((await service.fetch("/api/v1/health")).status).toBe(503);
    await service.inspect("/edge/functions-failing", { on: false });
    await watch.raised("MonitoringEdgeFunctionErrors");
    expect((await service.fetch("/api/v1/health")).status).toBe(200);
    await watch.cleared("MonitoringEdgeFunctionErrors");
  });
});

describe("an alarm on speed", () => {
  /** Draws a picture while its rendering process gets no processor time for 15 s. */
  async function drawSlowly(template: string): Promise<void> {
    const { id } = await service.createRender({ template });
    await until("the picture is being drawn", () => (image.isAwaited ? true : undefined));
    const functions = await service.inspect<{ name: string; pids: number[] }[]>("/functions");
    const renderers = functions.find(({ name }) => name === "renderer")?.pids ?? [];
    const drawing = service.childPids().filter((pid) => isAlive(pid) && renderers.includes(parentOf(pid)));
    for (const pid of drawing) process.kill(pid, "SIGSTOP");
    image.deliver();
    await watch.move(15);
    for (const pid of drawing) process.kill(pid, "SIGCONT");
    await expectDone([id]);
  }

  test("the alarm on slow pictures is raised if pictures take more than ten seconds in three periods, and clears", async () => {
    const photo = { id: "photo", type: "image", name: "photo", x: 0, y: 0, width: 40, height: 40 };
    for (let period = 0; period < 3; period += 1) {
      await watch.move(PERIOD_SECONDS);
      const layers = [{ ...photo, image_url: `${image.url}?${period}` }];
      await drawSlowly(await storeTemplate({ width: 40, height: 40, layers }));
    }
    await watch.raised("MonitoringMetricsSlowPictures");
    await watch.cleared("MonitoringMetricsSlowPictures");
  });

  test("the alarm on throttles is raised if the account has no room in two periods, and clears", async () => {
    const state = makeStateFolder();
    const full = new Service({ plans }, ["--movable-clock", "--account-concurrency", "3"]);
    await full.start(state.dir);
    const ofFull = new AlarmWatch(full);
    try {
      for (let period = 0; period < 2; period += 1) {
        await ofFull.move(PERIOD_SECONDS);
        await Promise.all(Array.from({ length: 40 }, async () => (await full.call("/api/v1/usage")).text()));
        await ofFull.includes();
      }
      await ofFull.includes("MonitoringThrottled");
      await ofFull.cleared("MonitoringThrottled");
      for (const name of ofFull.seen) watch.seen.add(name);
    } finally {
      await full.stop();
      state.remove();
    }
  });
});

test("every alarm has been seen raised and clear", () => {
  const expected: readonly CausedAlarm[] = CAUSED_ALARMS;
  expect([...watch.seen].sort()).toEqual([...expected].sort());
});
