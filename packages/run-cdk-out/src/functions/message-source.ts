/** Receives batches of messages from a queue and deletes processed messages, with retries. */
import { setTimeout as pause } from "node:timers/promises";
import {
  DeleteMessageBatchCommand,
  type DeleteMessageBatchRequestEntry,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";

const LONG_POLL_SECONDS = 20;
/** The limit of SQS for messages per call. */
const MAX_PER_CALL = 10;
const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5_000;
const DELETE_ATTEMPTS = 4;

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

  /** The signal ends every wait for messages. Messages can still be deleted until `close`. */
  constructor(options: MessageSourceOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
    this.#client = new SQSClient({
      endpoint: options.sqsEndpoint,
      region: options.region,
      credentials: options.credentials,
      // The queue URL only names the queue. The endpoint says where SQS is.
      useQueueUrlAsEndpoint: false,
      maxAttempts: 1,
    });
  }

  /**
   * Waits for messages, and collects more until the batch is full or the batching window has ended.
   * Returns an empty batch only when the signal is aborted. Retries failed polls with growing delays.
   */
  async nextBatch(): Promise<readonly Message[]> {
    let backoffMs = FIRST_BACKOFF_MS;
    while (!this.#stopped()) {
      try {
        const first = await this.#receive(this.#options.batchSize, LONG_POLL_SECONDS);
        if (first.length > 0) return [...first, ...(await this.#collectMore(this.#options.batchSize - first.length))];
        backoffMs = FIRST_BACKOFF_MS;
      } catch (error) {
        if (this.#stopped()) break;
        this.#options.onLine(`The queue could not be read. Retrying: ${describe(error)}`);
        await this.#pause(backoffMs);
        backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS);
      }
    }
    return [];
  }

  /** Deletes processed messages. A message that cannot be deleted is delivered again: SQS delivers at least once. */
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

  /**
   * Collects messages until the batching window ends. An error ends it early, so that the messages received so far run.
   */
  async #collectMore(missing: number): Promise<Message[]> {
    const windowEnd = Date.now() + this.#options.batchingWindowSeconds * 1000;
    const collected: Message[] = [];
    try {
      while (collected.length < missing && Date.now() < windowEnd && !this.#stopped()) {
        const waitSeconds = Math.min(LONG_POLL_SECONDS, Math.ceil((windowEnd - Date.now()) / 1000));
        collected.push(...(await this.#receive(missing - collected.length, waitSeconds)));
      }
    } catch (error) {
      if (!this.#stopped()) this.#options.onLine(`The batching window ended early: ${describe(error)}`);
    }
    return collected;
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
