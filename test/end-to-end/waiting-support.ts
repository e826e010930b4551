/** Jobs that end when a test says so, and many waiters for them. */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type Service, until } from "./service.js";
import type { StackAccess } from "./stack-access.js";

export type Item = Readonly<Record<string, unknown>>;

/** The attributes that a queued job does not have. `sweepAtMs` would make the sweeper enqueue it. */
const OUTCOME_ATTRIBUTES = ["finishedAtMs", "publishedAtMs", "bytes", "sweepAtMs"];

export class StuckJobs {
  readonly #stack: StackAccess;
  readonly #pattern: Item;

  private constructor(stack: StackAccess, pattern: Item) {
    this.#stack = stack;
    this.#pattern = pattern;
  }

  /** Renders one picture. The stuck jobs are copies of its job. */
  static async prepare(service: Service, stack: StackAccess): Promise<StuckJobs> {
    const { id } = await service.createRender({ template: service.template("Open Graph card"), scale: 0.1 });
    await service.ended(id);
    const [item] = await stack.itemsWith("Jobs", { id });
    if (item === undefined) throw new Error(`There is no item of the job ${id}.`);
    return new StuckJobs(stack, item);
  }

  /** Creates a queued job that is in no queue and that the sweeper does not know. Returns its ID. */
  async create(): Promise<string> {
    const id = randomUUID();
    const kept = Object.entries(this.#pattern).filter(([name]) => !OUTCOME_ATTRIBUTES.includes(name));
    const state = { id, status: "queued", attempts: 0, createdAtMs: Date.now() };
    await this.#stack.putItem("Jobs", { ...Object.fromEntries(kept), ...state });
    return id;
  }

  /** Ends the job as done. Returns the time of the write. */
  async end(id: string): Promise<number> {
    const end = { status: "done", attempts: 1, finishedAtMs: Date.now() };
    await this.#stack.putItem("Jobs", { ...this.#pattern, id, ...end });
    return Date.now();
  }
}

/** The slots that waits hold now. */
export async function heldSlots(stack: StackAccess): Promise<readonly Item[]> {
  const items = await stack.itemsWith("Limits", {});
  return items.filter(({ id, takenUntilMs }) => String(id).startsWith("slot#waits#") && takenUntilMs !== undefined);
}

/** Numbers from 0 to 1, the same ones in each run (a linear congruential generator). */
function* numbers(seed: number): Generator<number, never, undefined> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/**
 * Starts 100 waiters at once, whose jobs end at random times. Returns the milliseconds from the end of each job to the
 * response of its waiter, in ascending order.
 *
 * @param whileWaiting runs when all of them wait
 */
export async function measureWaiters(
  { service, stack, stuck }: { service: Service; stack: StackAccess; stuck: StuckJobs },
  spreadMs: number,
  whileWaiting: () => Promise<void> = async () => undefined,
): Promise<readonly number[]> {
  const ids = await Promise.all(Array.from({ length: 100 }, () => stuck.create()));
  const waits = ids.map(async (id) => {
    const response = await service.call(`/api/v1/renders/${id}/wait?timeout=60`);
    const body = (await response.json()) as { status: string };
    return { outcome: `${response.status} ${body.status}`, atMs: Date.now() };
  });
  await until("100 waiters wait", async () => ((await heldSlots(stack)).length === 100 ? true : undefined));
  await whileWaiting();
  const random = numbers(13);
  const ends = ids.map(async (id) => {
    await pause(random.next().value * spreadMs);
    return await stuck.end(id);
  });
  const [responses, endedAtMs] = await Promise.all([Promise.all(waits), Promise.all(ends)]);
  const wrong = responses.filter(({ outcome }) => outcome !== "200 done");
  if (wrong.length > 0) throw new Error(`Some waiters had another outcome: ${JSON.stringify(wrong)}`);
  return responses.map(({ atMs }, index) => atMs - (endedAtMs[index] ?? 0)).sort((a, b) => a - b);
}

export const p95 = (sorted: readonly number[]): number => sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Infinity;

/** Waits for a job that never ends. Returns the response, and by how much its time differs from its timeout. */
export async function waitInVain(service: Service, id: string, timeoutSeconds: number) {
  const startMs = performance.now();
  const response = await service.call(`/api/v1/renders/${id}/wait?timeout=${timeoutSeconds}`);
  const body = (await response.json()) as Record<string, unknown>;
  return { response, body, lateMs: performance.now() - startMs - timeoutSeconds * 1000 };
}
