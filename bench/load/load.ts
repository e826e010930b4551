/** A mixed load on the local service: what callers do at the same time, at a fixed rate for each kind of request. */
import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { LocalService } from "../local-service.js";

/** The counts for one kind of request. */
export interface KindCount {
  readonly kind: string;
  sent: number;
  /** Requests whose result was wrong, or that got no response. */
  failed: number;
  readonly statuses: Record<string, number>;
  readonly durationsMs: number[];
}

export interface LoadResult {
  readonly kinds: readonly KindCount[];
  /** Jobs whose creation was accepted, and what is known about them after the load. */
  readonly accepted: number;
  readonly done: number;
  readonly lost: readonly string[];
  readonly webhooksExpected: number;
  readonly webhooksReceived: number;
}

/** How many requests of each kind are sent per second. The sum is about what two cores of the runner can render. */
const RATES = {
  render: 0.7,
  "render in the request": 0.5,
  "first view": 0.5,
  "cached view": 10,
  wait: 0.3,
  poll: 1,
  batch: 0.1,
  webhook: 0.3,
} as const;
type Kind = keyof typeof RATES;
const BATCH_SIZE = 3;
const SETTLE_MS = 180_000;
const TEMPLATE = "Open Graph card";

/** Sends the load for a time, waits until all jobs have ended, and counts. */
export class Load {
  readonly #service: LocalService;
  readonly #counts = new Map<Kind, KindCount>();
  readonly #jobs = new Set<string>();
  readonly #delivered = new Set<string>();
  readonly #withWebhook = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  #receiver: Server | undefined;
  #hook = "";
  #cachedUrl = "";

  constructor(service: LocalService) {
    this.#service = service;
    for (const kind of Object.keys(RATES) as Kind[]) {
      this.#counts.set(kind, { kind, sent: 0, failed: 0, statuses: {}, durationsMs: [] });
    }
  }

  /** @param onSent called when the last request has been sent, before the wait for the jobs that have not ended */
  async run(seconds: number, onSent: () => void): Promise<LoadResult> {
    await this.#listen();
    this.#cachedUrl = await this.#mint("cached");
    await this.#read(await fetch(this.#cachedUrl));
    const endsAtMs = Date.now() + seconds * 1_000;
    await Promise.all((Object.keys(RATES) as Kind[]).map((kind) => this.#repeat(kind, endsAtMs)));
    await Promise.all(this.#running);
    onSent();
    const done = await this.#settle();
    this.#receiver?.close();
    return {
      kinds: [...this.#counts.values()],
      accepted: this.#jobs.size,
      done: done.size,
      lost: [...this.#jobs].filter((id) => !done.has(id)),
      webhooksExpected: this.#withWebhook.size,
      webhooksReceived: [...this.#withWebhook].filter((id) => this.#delivered.has(id)).length,
    };
  }

  /** Starts requests at the rate of the kind, whether or not earlier ones have ended. */
  async #repeat(kind: Kind, endsAtMs: number): Promise<void> {
    while (Date.now() < endsAtMs) {
      const running = this.#measure(kind).finally(() => this.#running.delete(running));
      this.#running.add(running);
      await pause((1_000 / RATES[kind]) * (0.5 + Math.random()));
    }
  }

  async #measure(kind: Kind): Promise<void> {
    const count = this.#counts.get(kind);
    if (count === undefined) return;
    const startMs = performance.now();
    count.sent += 1;
    try {
      const { status, ok } = await this.#send(kind);
      count.statuses[status] = (count.statuses[status] ?? 0) + 1;
      if (!ok) count.failed += 1;
    } catch (error) {
      count.failed += 1;
      const name = error instanceof Error ? error.message : String(error);
      count.statuses[name] = (count.statuses[name] ?? 0) + 1;
    }
    count.durationsMs.push(performance.now() - startMs);
  }

  async #send(kind: Kind): Promise<{ status: number; ok: boolean }> {
    switch (kind) {
      case "cached view":
        return await this.#view(this.#cachedUrl);
      case "first view":
        return await this.#view(await this.#mint(randomUUID()));
      case "render":
        return await this.#create({});
      case "webhook":
        return await this.#create({ webhookUrl: this.#hook });
      case "batch":
        return await this.#createBatch();
      case "render in the request":
        return await this.#renderInRequest();
      case "wait":
        return await this.#wait();
      case "poll":
        return await this.#poll();
    }
  }

  async #view(url: string) {
    const response = await this.#read(await fetch(url));
    // 503 with `Retry-After` is the contract's response to a first view that takes longer than five seconds.
    return { status: response.status, ok: response.status === 200 || response.status === 503 };
  }

  async #create(more: object) {
    const { status, body } = await this.#call<{ id: string }>("POST", "/render", {
      ...this.#job(randomUUID()),
      ...more,
    });
    if (status === 202) this.#jobs.add(body.id);
    if (status === 202 && "webhookUrl" in more) this.#withWebhook.add(body.id);
    return { status, ok: status === 202 };
  }

  async #createBatch() {
    const jobs = Array.from({ length: BATCH_SIZE }, () => this.#job(randomUUID()));
    const { status, body } = await this.#call<{ jobs: { id: string }[] }>("POST", "/renders/batch", { jobs });
    if (status === 202) for (const { id } of body.jobs) this.#jobs.add(id);
    return { status, ok: status === 202 };
  }

  async #wait() {
    const { body, status } = await this.#call<{ id: string }>("POST", "/render", this.#job(randomUUID()));
    if (status !== 202) return { status, ok: false };
    this.#jobs.add(body.id);
    const ended = await this.#call("GET", `/renders/${body.id}/wait?timeout=30`);
    return { status: ended.status, ok: ended.status === 200 || ended.status === 202 };
  }

  async #renderInRequest() {
    const { status, body } = await this.#call<{ id: string }>("POST", "/render?wait=30", this.#job(randomUUID()));
    if (status === 200 || status === 202) this.#jobs.add(body.id);
    return { status, ok: status === 200 || status === 202 };
  }

  async #poll() {
    const id = [...this.#jobs].at(-1);
    if (id === undefined) return { status: 0, ok: true };
    const { status } = await this.#call("GET", `/renders/${id}`);
    return { status, ok: status === 200 || status === 429 };
  }

  /** Resolves to the jobs that are done. */
  async #settle(): Promise<Set<string>> {
    const done = new Set<string>();
    const endsAtMs = Date.now() + SETTLE_MS;
    while (Date.now() < endsAtMs) {
      for (const id of [...this.#jobs].filter((one) => !done.has(one))) {
        const { status, body } = await this.#call<{ status: string }>("GET", `/renders/${id}/wait?timeout=5`);
        if (status === 200 && body.status === "done") done.add(id);
      }
      const waiting = [...this.#withWebhook].filter((id) => !this.#delivered.has(id));
      if (done.size === this.#jobs.size && waiting.length === 0) return done;
      await pause(500);
    }
    return done;
  }

  async #mint(title: string): Promise<string> {
    const { body } = await this.#call<{ url: string }>("POST", "/img/sign", this.#job(title));
    return body.url;
  }

  #job(title: string) {
    return { template: this.#service.templates[TEMPLATE], layers: { title: { text: title } } };
  }

  async #call<T>(method: string, path: string, json?: unknown): Promise<{ status: number; body: T }> {
    const { baseUrl, apiKey } = this.#service;
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    return { status: response.status, body: (await response.json()) as T };
  }

  async #read(response: Response): Promise<Response> {
    await response.arrayBuffer();
    return response;
  }

  async #listen(): Promise<void> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { id: string } };
        this.#delivered.add(data.id);
        response.writeHead(204).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    this.#receiver = server;
    this.#hook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }
}
