/** A queue as an event source sees it: batches come out, done messages are deleted, outages are sat out. */
import { setTimeout as pause } from "node:timers/promises";
import {
  DeleteMessageBatchCommand,
  type DeleteMessageBatchRequestEntry,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";

const LONG_POLL_SECONDS = 20;
/** SQS takes and gives ten messages a call. */
const MAX_PER_CALL = 10;
const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5_000;
const DELETE_ATTEMPTS = 4;

/** Where the queue is, and how its messages are gathered. */
export interface MessageSourceOptions {
  readonly queueUrl: string;
  readonly sqsEndpoint: string;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly batchSize: number;
  readonly batchingWindowSeconds: number;
  readonly onLine: (line: string) => void;
}

/** Receives from one queue and deletes from it. */
export class MessageSource {
  readonly #options: MessageSourceOptions;
  readonly #client: SQSClient;
  readonly #signal: AbortSignal;

  /** The signal ends every wait for messages; deletions still go through until `close`. */
  constructor(options: MessageSourceOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
    this.#client = new SQSClient({
      endpoint: options.sqsEndpoint,
      region: options.region,
      credentials: options.credentials,
      // The template's queue URL names the queue; only the endpoint tells where SQS is.
      useQueueUrlAsEndpoint: false,
      maxAttempts: 1,
    });
  }

  /**
   * Waits for messages and gathers until the batch is full or the batching window is over.
   * Gives an empty batch only when the signal is aborted. A poll that fails is tried again, ever more slowly.
   */
  async nextBatch(): Promise<readonly Message[]> {
    let backoffMs = FIRST_BACKOFF_MS;
    while (!this.#stopped()) {
      try {
        const first = await this.#receive(this.#options.batchSize, LONG_POLL_SECONDS);
        if (first.length > 0) return [...first, ...(await this.#gather(this.#options.batchSize - first.length))];
        backoffMs = FIRST_BACKOFF_MS;
      } catch (error) {
        if (this.#stopped()) break;
        this.#options.onLine(`The queue could not be read, trying again: ${describe(error)}`);
        await this.#pause(backoffMs);
        backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS);
      }
    }
    return [];
  }

  /** Deletes messages that are done. One that cannot be deleted comes again, as SQS promises at least one delivery. */
  async delete(messages: readonly Message[]): Promise<void> {
    for (let start = 0; start < messages.length; start += MAX_PER_CALL) {
      await this.#deleteEntries(
        messages
          .slice(start, start + MAX_PER_CALL)
          .map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle })),
      );
    }
  }

  close(): void {
    this.#client.destroy();
  }

  /** Adds to a batch until the window is over; an outage meanwhile ends the window early, for what is there must run. */
  async #gather(missing: number): Promise<Message[]> {
    const windowEnd = Date.now() + this.#options.batchingWindowSeconds * 1000;
    const gathered: Message[] = [];
    try {
      while (gathered.length < missing && Date.now() < windowEnd && !this.#stopped()) {
        const waitSeconds = Math.min(LONG_POLL_SECONDS, Math.ceil((windowEnd - Date.now()) / 1000));
        gathered.push(...(await this.#receive(missing - gathered.length, waitSeconds)));
      }
    } catch (error) {
      if (!this.#stopped()) this.#options.onLine(`The batching window was cut short: ${describe(error)}`);
    }
    return gathered;
  }

  async #receive(atMost: number, waitSeconds: number): Promise<Message[]> {
    const command = new ReceiveMessageCommand({
      QueueUrl: this.#options.queueUrl,
      MaxNumberOfMessages: Math.min(atMost, MAX_PER_CALL),
      WaitTimeSeconds: waitSeconds,
      MessageSystemAttributeNames: ["All"],
      MessageAttributeNames: ["All"],
    });
    const { Messages } = await this.#client.send(command, { abortSignal: this.#signal });
    return Messages ?? [];
  }

  async #deleteEntries(entries: DeleteMessageBatchRequestEntry[]): Promise<void> {
    let left = entries;
    for (let attempt = 1; attempt <= DELETE_ATTEMPTS && left.length > 0; attempt += 1) {
      try {
        const command = new DeleteMessageBatchCommand({ QueueUrl: this.#options.queueUrl, Entries: left });
        const { Failed = [] } = await this.#client.send(command);
        const failedIds = new Set(Failed.filter(({ SenderFault }) => SenderFault !== true).map(({ Id }) => Id));
        left = left.filter(({ Id }) => failedIds.has(Id));
      } catch (error) {
        this.#options.onLine(`Messages could not be deleted (attempt ${attempt}): ${describe(error)}`);
      }
      if (left.length > 0) await this.#pause(FIRST_BACKOFF_MS * attempt);
    }
  }

  #stopped(): boolean {
    return this.#signal.aborted;
  }

  async #pause(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.#signal }).catch(() => undefined);
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
