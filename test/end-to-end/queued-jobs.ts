/** Long queues of small jobs of the first workspace. */
import { randomUUID } from "node:crypto";
import type { Service } from "./service.js";
import type { StackAccess } from "./stack-access.js";

type Item = Readonly<Record<string, unknown>>;

/** The attributes that a queued job does not have. */
const OUTCOME = ["finishedAtMs", "publishedAtMs", "bytes", "renderMs", "sweepShard", "sweepAtMs", "workspaceShard"];
const IN_PARALLEL = 50;
export const SMALL = { width: 60, height: 40, layers: [{ id: "t", type: "text", name: "title", text: "Hello" }] };

export class QueuedJobs {
  readonly #service: Service;
  readonly #stack: StackAccess;
  readonly #pattern: Item;

  private constructor(service: Service, stack: StackAccess, pattern: Item) {
    this.#service = service;
    this.#stack = stack;
    this.#pattern = pattern;
  }

  /** Renders one picture. The queued jobs are copies of its job. */
  static async prepare(service: Service, stack: StackAccess): Promise<QueuedJobs> {
    const created = await service.post("/api/v1/templates", { name: "Small", document: SMALL });
    const template = ((await created.json()) as Item).id;
    const { id } = await service.createRender({ template });
    await service.ended(id);
    const [item] = await stack.itemsWith("Jobs", { id });
    const kept = Object.entries(item ?? {}).filter(([name]) => !OUTCOME.includes(name));
    return new QueuedJobs(service, stack, Object.fromEntries(kept));
  }

  /** Queues copies of the job, as the api function would. Returns the request ID that all of them have. */
  async add(queue: "Standard" | "Bulk", count: number): Promise<string> {
    const requestId = randomUUID();
    for (let start = 0; start < count; start += IN_PARALLEL) {
      const ids = Array.from({ length: Math.min(IN_PARALLEL, count - start) }, () => randomUUID());
      await Promise.all(ids.map(async (id) => await this.#addOne(queue, id, requestId)));
    }
    return requestId;
  }

  /** Stores copies of the job as jobs that have ended. Returns their IDs. */
  async putEnded(count: number, webhookUrl: string): Promise<readonly string[]> {
    const ids = Array.from({ length: count }, () => randomUUID());
    const ended = { status: "done", attempts: 1, finishedAtMs: Date.now(), publishedAtMs: Date.now(), webhookUrl };
    await Promise.all(ids.map(async (id) => await this.#stack.putItem("Jobs", { ...this.#pattern, ...ended, id })));
    return ids;
  }

  async finishTimesOf(requestId: string): Promise<readonly number[]> {
    const items = await this.#stack.itemsWith("Jobs", { requestId });
    return items.flatMap(({ finishedAtMs }) => (typeof finishedAtMs === "number" ? [finishedAtMs] : []));
  }

  async #addOne(queue: string, id: string, requestId: string): Promise<void> {
    await this.#stack.putItem("Jobs", {
      ...this.#pattern,
      ...{ id, requestId, status: "queued", attempts: 0, unreported: 0 },
    });
    await this.#stack.sendToQueue(queue, { jobId: id, requestId }, this.#service.connection.workspaceId);
  }
}
