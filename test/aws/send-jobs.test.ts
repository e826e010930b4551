import {
  type BatchResultErrorEntry,
  QueueDoesNotExist,
  SendMessageBatchCommand,
  type SendMessageBatchCommandInput,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { sendJobs } from "../../aws/send-jobs.js";
import type { QueuedJob } from "../../core/batches/ports.js";
import { OTHER_WORKSPACE, WORKSPACE } from "../support/render-fixture.js";

process.env.AWS_REGION = "us-east-1";
const sqs = mockClient(SQSClient);
const URLS = { standard: "https://sqs/standard", bulk: "https://sqs/bulk" };

/** Fifty jobs, `job-00` to `job-49`. */
const FIFTY = Array.from({ length: 50 }, (_, index) => queued(index));

function queued(index: number, more: Partial<QueuedJob["job"]> = {}): QueuedJob {
  const id = `job-${String(index).padStart(2, "0")}`;
  return { queue: "standard", job: { id, workspaceId: WORKSPACE, requestId: "request-1", ...more } };
}

const idsOf = ({ Entries = [] }: SendMessageBatchCommandInput) => Entries.map(({ Id = "" }) => Id);
const calls = () => sqs.commandCalls(SendMessageBatchCommand).map(({ args: [{ input }] }) => input);
/** Returns how many times the message of each job was sent. */
const timesSent = () => {
  const byId = Map.groupBy(calls().flatMap(idsOf), (id) => id);
  return Object.fromEntries([...byId].map(([id, sent]) => [id, sent.length]));
};
const send = (jobs: readonly QueuedJob[]) => sendJobs(new SQSClient({}), URLS, jobs);

/** Lets the queue fail the messages that `refuse` names. `attempt` counts how often the same job was sent. */
function answer(refuse: (id: string, attempt: number) => Partial<BatchResultErrorEntry> | undefined): void {
  const attempts = new Map<string, number>();
  sqs.on(SendMessageBatchCommand).callsFake((input: SendMessageBatchCommandInput) => {
    const Failed = idsOf(input).flatMap((Id) => {
      const attempt = (attempts.get(Id) ?? 0) + 1;
      attempts.set(Id, attempt);
      const refused = refuse(Id, attempt);
      return refused === undefined ? [] : [{ Id, Code: "InternalError", SenderFault: false, ...refused }];
    });
    return { Successful: [], Failed };
  });
}

beforeEach(() => void sqs.reset());

describe("sending the messages of a batch", () => {
  test("fifty messages are sent once each, in five calls of ten, with their workspace as message group", async () => {
    answer(() => undefined);
    const { results, errors } = await send(FIFTY);
    expect(calls().map((input) => idsOf(input).length)).toEqual([10, 10, 10, 10, 10]);
    expect(calls().flatMap(idsOf).sort()).toEqual(FIFTY.map(({ job }) => job.id));
    expect(calls()[0]?.Entries?.[0]).toEqual({
      Id: "job-00",
      MessageBody: JSON.stringify({ jobId: "job-00", requestId: "request-1", workspaceId: WORKSPACE }),
      MessageGroupId: WORKSPACE,
    });
    expect([...new Set(results.values())]).toEqual(["sent"]);
    expect([results.size, errors]).toEqual([50, []]);
  });

  test("jobs of two queues are sent in different calls, and each job keeps its own message group", async () => {
    answer(() => undefined);
    const bulk = { ...queued(1, { workspaceId: OTHER_WORKSPACE }), queue: "bulk" as const };
    await send([queued(0), bulk]);
    const sent = calls().map(({ QueueUrl, Entries = [] }) => [QueueUrl, Entries[0]?.Id, Entries[0]?.MessageGroupId]);
    expect(sent).toEqual([
      [URLS.standard, "job-00", WORKSPACE],
      [URLS.bulk, "job-01", OTHER_WORKSPACE],
    ]);
  });

  test("only the messages that the queue refused are sent again, and all others are sent once", async () => {
    const refused = ["job-03", "job-07", "job-42"];
    answer((id, attempt) => (refused.includes(id) && attempt === 1 ? {} : undefined));
    const { results, errors } = await send(FIFTY);
    expect([...new Set(results.values())]).toEqual(["sent"]);
    expect(timesSent()).toEqual(Object.fromEntries(FIFTY.map(({ job: { id } }) => [id, refused.includes(id) ? 2 : 1])));
    // Each call with a refusal is in the log, although the messages were sent in the end.
    expect(errors).toHaveLength(2);
  });

  test("a message that is refused three times is reported as refused, and the other 49 as sent", async () => {
    answer((id) => (id === "job-15" ? {} : undefined));
    const { results } = await send(FIFTY);
    expect(timesSent()["job-15"]).toBe(3);
    expect([...results].filter(([, result]) => result !== "sent")).toEqual([["job-15", "refused"]]);
    expect(results.size).toBe(50);
  });

  test("a message that is refused because it is invalid is not sent again", async () => {
    answer((id) => (id === "job-15" ? { SenderFault: true, Code: "InvalidMessageContents" } : undefined));
    const { results, errors } = await send(FIFTY);
    expect([timesSent()["job-15"], results.get("job-15")]).toEqual([1, "refused"]);
    expect(errors).toMatchObject([[{ Id: "job-15", Code: "InvalidMessageContents" }]]);
  });
});

describe("a call that fails as a whole", () => {
  const failFor = (id: string, error: Error) =>
    sqs.on(SendMessageBatchCommand).callsFake((input: SendMessageBatchCommandInput) => {
      if (idsOf(input).includes(id)) throw error;
      return { Successful: [], Failed: [] };
    });

  test("the ten messages of a call without a response are reported as unknown, and no other message is affected", async () => {
    failFor("job-20", new Error("socket hang up"));
    const { results, errors } = await send(FIFTY);
    const unknown = [...results].flatMap(([id, result]) => (result === "unknown" ? [id] : []));
    expect(unknown).toEqual(FIFTY.slice(20, 30).map(({ job }) => job.id));
    expect([...results.values()].filter((result) => result === "sent")).toHaveLength(40);
    // Sending them again could start a render twice. The sweeper sends the messages of jobs that stay unclaimed.
    expect([timesSent()["job-20"], errors]).toEqual([1, [new Error("socket hang up")]]);
  });

  test("the ten messages of a call that SQS refuses are reported as refused", async () => {
    failFor("job-20", new QueueDoesNotExist({ message: "gone", $metadata: {} }));
    const { results } = await send(FIFTY);
    expect([...results.values()].filter((result) => result === "refused")).toHaveLength(10);
    expect([...results.values()].filter((result) => result === "sent")).toHaveLength(40);
  });

  test("the messages of a queue without a URL are reported as refused, and no call is made", async () => {
    const { results, errors } = await send([{ ...queued(0), queue: "interactive" }]);
    expect([[...results], calls(), errors.length]).toEqual([[["job-00", "refused"]], [], 1]);
  });
});
