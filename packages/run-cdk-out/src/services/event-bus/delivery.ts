/**
 * Deliveries to targets: tried again with growing delays, and handed to the dead-letter target when all tries failed.
 *
 * With a folder, each delivery lies there in a file from before its event is acknowledged until it has arrived, so that
 * none is lost if the runner is killed; what is found there is delivered after `resume`. So a target may get an event
 * twice, as with EventBridge.
 */
import { randomUUID } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { isMissing, readJsonFile, writeFileAtomic } from "../atomic-file.js";

/** Hands an input to a target; rejects if the target did not take it. */
export type Deliver = (targetArn: string, input: unknown) => Promise<void>;

const deliverySchema = z.object({
  targetArn: z.string(),
  input: z.unknown(),
  deadLetterArn: z.string().optional(),
  maxAttempts: z.number(),
});
export type Delivery = z.infer<typeof deliverySchema>;

export interface DeliveryOptions {
  readonly deliver: Deliver;
  readonly onLine: (line: string) => void;
  readonly dataDir: string | undefined;
  /** Delays before the second, third … try; the last one also before all later ones. */
  readonly retryDelaysMs: readonly number[];
}

export class Deliveries {
  private readonly running = new Set<Promise<void>>();
  private readonly closing = new AbortController();
  /** What an earlier process left behind. */
  private readonly left: string[];

  constructor(private readonly options: DeliveryOptions) {
    this.left = options.dataDir === undefined ? [] : deliveryFiles(options.dataDir);
  }

  /** Sees to the delivery from now on. When this returns it can't be lost any more. */
  add(delivery: Delivery): void {
    const { dataDir } = this.options;
    const path = dataDir === undefined ? undefined : join(dataDir, `${randomUUID()}.json`);
    if (path !== undefined) writeFileAtomic(path, JSON.stringify(delivery));
    this.start(delivery, path);
  }

  /** Takes up what an earlier process left behind; to be called once the targets can be reached. */
  resume(): void {
    for (const path of this.left.splice(0)) {
      const delivery = readJsonFile(path, deliverySchema);
      if (delivery) this.start(delivery, path);
    }
  }

  /** Resolves when every delivery has arrived or been given up, those included that are added meanwhile. */
  async settled(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  /** Stops trying again, and resolves when no target is being handed anything. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.settled();
  }

  private start(delivery: Delivery, path: string | undefined): void {
    const run = this.run(delivery, path);
    this.running.add(run);
    void run.finally(() => this.running.delete(run));
  }

  /** Never rejects. */
  private async run(delivery: Delivery, path: string | undefined): Promise<void> {
    const { targetArn, input, deadLetterArn, maxAttempts } = delivery;
    const { onLine } = this.options;
    let done = await this.attempt(targetArn, input, maxAttempts);
    if (!done && deadLetterArn !== undefined && !this.closing.signal.aborted) {
      onLine(`events: ${targetArn} did not take the event; it goes to ${deadLetterArn}`);
      done = await this.attempt(deadLetterArn, input, maxAttempts);
    }
    // A delivery that the close cut short stays on file for the next start.
    if (!done && this.closing.signal.aborted) return;
    if (!done) onLine(`events: given up on ${targetArn} after ${maxAttempts} attempts`);
    if (path !== undefined) rmSync(path, { force: true });
  }

  private async attempt(targetArn: string, input: unknown, maxAttempts: number): Promise<boolean> {
    const { deliver, onLine, retryDelaysMs } = this.options;
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      if (attempt > 1) await this.pause(retryDelaysMs[attempt - 2] ?? retryDelaysMs.at(-1) ?? 0);
      if (this.closing.signal.aborted) return false;
      try {
        await deliver(targetArn, input);
        return true;
      } catch (error) {
        onLine(`events: attempt ${attempt} of ${maxAttempts} at ${targetArn} failed: ${String(error)}`);
      }
    }
    return false;
  }

  /** Waits, but not beyond the close. */
  private pause(delayMs: number): Promise<void> {
    const { signal } = this.closing;
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, delayMs);
      signal.addEventListener("abort", end);
    });
  }
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
