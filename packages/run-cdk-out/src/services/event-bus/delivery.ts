/**
 * Deliveries to targets, with retries and growing delays. When all attempts have failed, the event goes to the
 * dead-letter queue of the target.
 *
 * If there is a folder, each delivery has a file in it, from before PutEvents responds until the delivery ends. So no
 * delivery is lost when the runner is killed: `resume` continues them. A target can get an event twice, as with
 * EventBridge.
 */
import { randomUUID } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { Clock } from "../../clock/clock.js";
import { isMissing, readJsonFile, writeFileAtomic } from "../atomic-file.js";

/** The values that a target gets besides the input. */
export interface DeliveryDetails {
  /** The rule that sends the input. Empty for a delivery of a runner that did not store it. */
  readonly ruleArn: string;
  /** Only for queues. */
  readonly messageGroupId?: string | undefined;
  /** Only for queues. */
  readonly attributes?: Readonly<Record<string, string>> | undefined;
}

/** Sends an input to a target. Rejects if the target did not accept it. */
export type Deliver = (targetArn: string, input: unknown, details: DeliveryDetails) => Promise<void>;

const deliverySchema = z.object({
  targetArn: z.string(),
  /** Names the rule in the dead-letter queue. */
  ruleArn: z.string().optional(),
  input: z.unknown(),
  messageGroupId: z.string().optional(),
  deadLetterArn: z.string().optional(),
  maxAttempts: z.number(),
});
export type Delivery = z.infer<typeof deliverySchema>;

export interface DeliveryOptions {
  readonly deliver: Deliver;
  readonly onLine: (line: string) => void;
  readonly dataDir: string | undefined;
  /** Delays before the second, third … attempt. The last delay also applies to all later attempts. */
  readonly retryDelaysMs: readonly number[];
  readonly clock: Clock;
}

export class Deliveries {
  readonly #options: DeliveryOptions;
  readonly #running = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  /** Files of the deliveries that the previous process did not complete. */
  readonly #unfinished: string[];

  constructor(options: DeliveryOptions) {
    this.#options = options;
    this.#unfinished = options.dataDir === undefined ? [] : deliveryFiles(options.dataDir);
  }

  /** Starts a delivery. After this returns, the delivery cannot be lost. */
  add(delivery: Delivery): void {
    const { dataDir } = this.#options;
    const path = dataDir === undefined ? undefined : join(dataDir, `${randomUUID()}.json`);
    if (path !== undefined) writeFileAtomic(path, JSON.stringify(delivery));
    this.#start(delivery, path);
  }

  /** Continues the deliveries of the previous process. Call it when the targets are reachable. */
  resume(): void {
    for (const path of this.#unfinished.splice(0)) {
      const delivery = readJsonFile(path, deliverySchema);
      if (delivery) this.#start(delivery, path);
    }
  }

  get pending(): number {
    return this.#running.size;
  }

  /** Resolves when all deliveries have succeeded or failed, including those added in the meantime. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Stops retrying, and resolves when no attempt is running. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.settled();
  }

  #start(delivery: Delivery, path: string | undefined): void {
    const run = this.#run(delivery, path);
    this.#running.add(run);
    void run.finally(() => this.#running.delete(run));
  }

  /** Never rejects. */
  async #run(delivery: Delivery, path: string | undefined): Promise<void> {
    const { targetArn, deadLetterArn, maxAttempts } = delivery;
    const { onLine } = this.#options;
    const failure = await this.#attempt(targetArn, delivery);
    let done = failure === undefined;
    if (failure !== undefined && deadLetterArn !== undefined && !this.#closing.signal.aborted) {
      onLine(`events: ${targetArn} did not accept the event. Sending it to ${deadLetterArn}.`);
      done = (await this.#attempt(deadLetterArn, delivery, attributesOf(delivery, failure))) === undefined;
    }
    // Keep the file of a delivery that `close` interrupted for the next start.
    if (!done && this.#closing.signal.aborted) return;
    if (!done)
      onLine(`events: ${targetArn} did not accept the event in ${maxAttempts} attempts. The event is dropped.`);
    if (path !== undefined) rmSync(path, { force: true });
  }

  /** Resolves to the last error, or to `undefined` if the target has accepted the event. */
  async #attempt(
    targetArn: string,
    { input, ruleArn = "", messageGroupId, maxAttempts }: Delivery,
    attributes?: Readonly<Record<string, string>>,
  ): Promise<string | undefined> {
    const { deliver, onLine, retryDelaysMs } = this.#options;
    let failure = "no attempt was made";
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      if (attempt > 1) await this.#pause(retryDelaysMs[attempt - 2] ?? retryDelaysMs.at(-1) ?? 0);
      if (this.#closing.signal.aborted) break;
      try {
        await deliver(targetArn, input, { ruleArn, messageGroupId, attributes });
        return undefined;
      } catch (error) {
        failure = String(error);
        onLine(`events: attempt ${attempt} of ${maxAttempts} at ${targetArn} failed: ${failure}`);
      }
    }
    return failure;
  }

  /** Waits until the delay has passed or `close` is called. */
  async #pause(delayMs: number): Promise<void> {
    await this.#options.clock.pause(delayMs, this.#closing.signal);
  }
}

/**
 * Returns the attributes that EventBridge adds to a message in a dead-letter queue (EventBridge user guide, "Using
 * dead-letter queues").
 */
function attributesOf({ ruleArn, targetArn, maxAttempts }: Delivery, failure: string): Record<string, string> {
  return {
    ...(ruleArn !== undefined && { RULE_ARN: ruleArn }),
    TARGET_ARN: targetArn,
    ERROR_CODE: "SDK_CLIENT_ERROR",
    ERROR_MESSAGE: failure,
    RETRY_ATTEMPTS: String(maxAttempts - 1),
    EXHAUSTED_RETRY_CONDITION: "MaximumRetryAttempts",
  };
}

function deliveryFiles(dataDir: string): string[] {
  try {
    const names = readdirSync(dataDir).filter((name) => name.endsWith(".json"));
    return names.map((name) => join(dataDir, name));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
