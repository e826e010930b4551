import { afterEach, expect, jest, test } from "@jest/globals";
import { startFauxqs } from "fauxqs";
import { startEventSourceMapping } from "../../src/functions/event-source-mapping.js";
import { TooManyRequestsError } from "../../src/functions/function-host.js";
import { startLambdaApi } from "../../src/services/lambda.js";
import { cleanUp, closeAfterTest, startGate, startTestHost, until } from "./support.js";

jest.setTimeout(60_000);
afterEach(cleanUp);

test("at the account's limit of invocations, every function is throttled until an invocation ends", async () => {
  const { add } = await startTestHost({ accountConcurrency: 1 });
  const gate = await startGate();
  const [busy, other] = [add("basics.waits"), add("basics.echo")];
  const running = busy.invoke({ gate: gate.url });
  await expect(other.invoke("a")).rejects.toThrow(TooManyRequestsError);
  await expect(other.invoke("a", { whenBusy: "wait" })).rejects.toThrow(TooManyRequestsError);
  expect(other.stats()).toMatchObject({ invocations: 0, throttles: 2 });
  gate.open();
  await running;
  expect((await other.invoke("a")).payload.toString()).toBe('"a"');
});

test("an asynchronous invocation waits until the account has room, because Lambda retries a throttled event", async () => {
  const { add } = await startTestHost({ accountConcurrency: 1 });
  const gate = await startGate();
  const running = add("basics.waits").invoke({ gate: gate.url });
  const event = add("basics.echo").invokeAsync("a");
  await until(() => gate.arrived() === 1);
  gate.open();
  await running;
  expect(await event).toEqual({ succeeded: true, attempts: 1 });
});

test("a throttled message counts as received, and reaches the dead-letter queue without any invocation", async () => {
  const sqs = await startFauxqs({ port: 0, host: "127.0.0.1", logger: false });
  closeAfterTest(() => sqs.stop());
  const dead = sqs.createQueue("dead");
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: dead.queueArn, maxReceiveCount: 2 });
  const { queueUrl, queueArn } = sqs.createQueue("jobs", { attributes: { VisibilityTimeout: "1", RedrivePolicy } });
  const { add } = await startTestHost({ accountConcurrency: 1 });
  const gate = await startGate();
  const running = add("basics.waits").invoke({ gate: gate.url });
  const pool = add("basics.echo");
  const mapping = startEventSourceMapping({
    queueUrl,
    queueArn,
    sqsEndpoint: sqs.address,
    batchSize: 1,
    reportBatchItemFailures: false,
    enabled: true,
    pool,
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  });
  closeAfterTest(() => mapping.close());
  sqs.sendMessage("jobs", "never seen");
  await until(() => sqs.inspectQueue("dead")?.messages.ready.length === 1);
  expect(mapping.stats()).toMatchObject({ received: 2, throttled: 2, succeeded: 0 });
  expect(pool.stats().invocations).toBe(0);
  gate.open();
  await running;
});

test("the local Lambda API returns the limit of the account, and refuses other operations", async () => {
  const lambda = await startLambdaApi(10);
  closeAfterTest(() => lambda.close());
  const response = await fetch(`${lambda.endpoint}/2016-08-19/account-settings/`);
  expect(await response.json()).toEqual({
    AccountLimit: { ConcurrentExecutions: 10, UnreservedConcurrentExecutions: 10 },
  });
  expect((await fetch(`${lambda.endpoint}/2015-03-31/functions/`)).status).toBe(404);
});
