/** A batch of copies of a job whose messages are not sent, so that a test decides when each of them is rendered. */
import { randomUUID } from "node:crypto";
import type { Service } from "./service.js";
import type { StackAccess } from "./stack-access.js";

type Item = Readonly<Record<string, unknown>>;

/** The attributes that a queued job does not have. */
const OUTCOME = ["finishedAtMs", "publishedAtMs", "bytes", "renderMs", "sweepShard", "sweepAtMs", "charge"];
/** A message of SQS as the renderer gets it. */
const QUEUE_PREFIX = "RenderingStandardQueue";

export class BatchOfCopies {
  readonly id = randomUUID();
  readonly jobIds: readonly string[];
  readonly #service: Service;
  readonly #stack: StackAccess;

  private constructor(service: Service, stack: StackAccess, size: number) {
    this.#service = service;
    this.#stack = stack;
    this.jobIds = Array.from({ length: size }, () => randomUUID());
  }

  /** @param jobId a job that has ended */
  static async put(
    service: Service,
    stack: StackAccess,
    { jobId, size, webhookUrl }: { readonly jobId: string; readonly size: number; readonly webhookUrl: string },
  ): Promise<BatchOfCopies> {
    const batch = new BatchOfCopies(service, stack, size);
    const { id, jobIds } = batch;
    const [item = {}] = await stack.itemsWith("Jobs", { id: jobId });
    const kept = Object.fromEntries(Object.entries(item).filter(([name]) => !OUTCOME.includes(name)));
    const { workspaceId, requestId } = kept;
    const counts = { createdAtMs: Date.now(), remaining: size, failed: 0 };
    await stack.putItem("Batches", { id, workspaceId, requestId, jobIds, webhookUrl, ...counts });
    const queued = { status: "queued", attempts: 0, unreported: 0, batchId: id };
    await Promise.all(jobIds.map(async (copy) => await stack.putItem("Jobs", { ...kept, ...queued, id: copy })));
    return batch;
  }

  async jobs(): Promise<readonly Item[]> {
    const found = await this.#stack.itemsWith("Jobs", { batchId: this.id });
    return this.jobIds.map((id) => found.find((job) => job.id === id) ?? {});
  }

  /** Sends the messages of some jobs to their queue. */
  async send(jobIds: readonly string[]): Promise<void> {
    const { workspaceId } = this.#service.connection;
    await Promise.all(
      jobIds.map(
        async (jobId) => await this.#stack.sendToQueue("Standard", { jobId, requestId: "copies" }, workspaceId),
      ),
    );
  }

  /**
   * Has one renderer process the messages of some jobs at the same time, as if a poller had received them together. Resolves to
   * the IDs of the jobs whose messages the queue would deliver again, or to `undefined` if the renderer died.
   */
  async renderTogether(jobIds: readonly string[]): Promise<readonly string[] | undefined> {
    const queueArn = this.#stack.queueArn(QUEUE_PREFIX);
    const Records = jobIds.map((jobId) => ({
      ...{ messageId: jobId, receiptHandle: jobId, eventSource: "aws:sqs", eventSourceARN: queueArn },
      ...{ body: JSON.stringify({ jobId, requestId: "copies" }), attributes: {}, messageAttributes: {} },
    }));
    const { result, functionError } = await this.#service.inspect<{
      readonly result: { readonly batchItemFailures?: readonly { readonly itemIdentifier: string }[] };
      readonly functionError?: string;
    }>("/functions/renderer/invoke", { Records });
    if (functionError !== undefined) return undefined;
    return (result.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
  }
}
