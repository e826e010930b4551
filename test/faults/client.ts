/** Calls the API as a careful caller does: it repeats a request that failed, a creation with its idempotency key. */
import { randomUUID } from "node:crypto";
import type { FaultStack } from "./fault-stack.js";

export interface Reply<Body = Record<string, unknown>> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Headers;
}

export interface CallOptions {
  readonly body?: unknown;
  /** Statuses that are not repeated, besides those below 300. */
  readonly accept?: readonly number[];
  /** A repeated creation without a key could create twice. */
  readonly idempotent?: boolean;
}

/** One fault disturbs one or two attempts. If a caller needs more attempts, the service has failed. */
const MAX_ATTEMPTS = 12;

export class Client {
  readonly #stack: FaultStack;
  readonly #key: string;

  constructor(stack: FaultStack, key: string) {
    this.#stack = stack;
    this.#key = key;
  }

  get authorization(): string {
    return `Bearer ${this.#key}`;
  }

  /** Sends one request, and repeats nothing. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...(init.headers as Record<string, string>), authorization: this.authorization };
    return this.#stack.service.fetch(path, { ...init, headers });
  }

  async call<Body = Record<string, unknown>>(
    method: string,
    path: string,
    { body, accept = [], idempotent = method === "POST" }: CallOptions = {},
  ): Promise<Reply<Body>> {
    const headers = {
      authorization: this.authorization,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(idempotent && { "idempotency-key": randomUUID() }),
    };
    const failures: string[] = [];
    while (failures.length < MAX_ATTEMPTS) {
      try {
        const text = body === undefined ? null : JSON.stringify(body);
        const response = await this.#stack.service.fetch(path, { method, headers, body: text });
        const content = await response.text();
        const { status } = response;
        const isDone = status < 300 || accept.includes(status);
        if (isDone) return { status, headers: response.headers, body: parse(content) as Body };
        failures.push(`${status} ${content.slice(0, 200)}`);
        if (!isTransient(status, content)) break;
      } catch (error) {
        failures.push(String(error));
      }
      // A rate limit, the lease of an idempotency key and an open circuit breaker end with time.
      await this.#stack.move(2);
    }
    throw new Error(`${method} ${path} did not succeed: ${failures.slice(-2).join("; then ")}`);
  }
}

/** A conflict ends when the other request has ended, unless it is about something that has failed. */
const isTransient = (status: number, content: string): boolean =>
  status >= 500 || status === 429 || (content.includes('"CONFLICT"') && !content.includes('"status":"failed"'));

function parse(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}
