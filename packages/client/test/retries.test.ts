import { describe, expect, test } from "@jest/globals";
import { ApiError, ConnectionError } from "../src/index.js";
import { clientWith, cut, failure, job, json } from "./given-fetch.js";

const template = "0c5a2d3e-7b41-4f0e-9a6c-2f1d8e7b6a50";
const keysOf = (requests: readonly { headers: Headers }[]) =>
  requests.map(({ headers }) => headers.get("idempotency-key"));

describe("a request that the service runs once per key", () => {
  test.each([
    ["the connection is cut", cut()],
    ["a gateway times out", json(504, { message: "Endpoint request timed out" })],
    ["the service fails", failure(500, "INTERNAL")],
    ["the queue is not available", failure(503, "QUEUE_UNAVAILABLE")],
  ])("is repeated with the same key and the same body if %s", async (_, answer) => {
    const { client, requests } = clientWith([answer, json(202, job("queued"))]);
    await client.renders.create({ template, layers: { title: { text: "Hello" } } });
    expect(requests).toHaveLength(2);
    expect(new Set(keysOf(requests)).size).toBe(1);
    expect(requests[0]?.headers.get("idempotency-key")).toMatch(/^[0-9a-f-]{36}$/);
    expect(requests[1]?.body).toBe(requests[0]?.body);
  });

  test("has another key in another call, and the caller's own key if there is one", async () => {
    const { client, requests } = clientWith([json(202, job("queued"))]);
    await client.renders.create({ template });
    await client.renders.create({ template });
    await client.renders.create({ template }, { idempotencyKey: "order-1842" });
    expect(new Set(keysOf(requests)).size).toBe(3);
    expect(keysOf(requests)[2]).toBe("order-1842");
  });
});

describe("a request that reads", () => {
  test.each([
    [499, 1],
    [500, 2],
  ])("that fails with the status %i is sent %i times", async (status, count) => {
    const { client, requests } = clientWith([json(status, {}), json(200, job("done"))]);
    await client.renders.get("r").catch(() => undefined);
    expect(requests).toHaveLength(count);
  });
});

describe("a write without such a key", () => {
  const write = (answers: Parameters<typeof clientWith>[0]) => {
    const { client, requests } = clientWith(answers);
    return { run: () => client.webhooks.rotateSecret(), requests };
  };

  test.each([
    ["the connection is cut", cut(), ConnectionError],
    ["a gateway times out", json(503, { message: "Service Unavailable" }), ApiError],
    ["the service fails", failure(500, "INTERNAL"), ApiError],
  ])("is not repeated if %s, because it may have been executed", async (_, answer, type) => {
    const { run, requests } = write([answer]);
    await expect(run()).rejects.toBeInstanceOf(type);
    expect(requests).toHaveLength(1);
  });

  test("is repeated if the service refused it", async () => {
    const refusals = [failure(429, "RATE_LIMITED", { retryAfter: "0" }), failure(503, "INTERNAL", { retryAfter: "0" })];
    const { run, requests } = write([...refusals, json(200, { secret: "whsec_x", createdAt: "" })]);
    await run();
    expect(requests).toHaveLength(3);
  });
});

describe("a request that deletes", () => {
  test("has succeeded if an earlier try, whose response was lost, deleted the object", async () => {
    const { client } = clientWith([cut(), failure(404, "NOT_FOUND")]);
    await expect(client.renders.delete("a")).resolves.toBeUndefined();
  });

  test("fails if the object does not exist", async () => {
    const { client } = clientWith([failure(404, "NOT_FOUND")]);
    await expect(client.renders.delete("a")).rejects.toMatchObject({ status: 404, code: "NOT_FOUND" });
  });

  test("fails if the object does not exist after the service refused the first try", async () => {
    const { client } = clientWith([failure(429, "RATE_LIMITED", { retryAfter: "0" }), failure(404, "NOT_FOUND")]);
    await expect(client.renders.delete("a")).rejects.toMatchObject({ status: 404 });
  });
});

describe("repetitions", () => {
  test("end after the number that the settings allow", async () => {
    const { client, requests } = clientWith([failure(500, "INTERNAL")], { retry: { baseMs: 0, max: 2 } });
    await expect(client.renders.get("a")).rejects.toMatchObject({ status: 500 });
    expect(requests).toHaveLength(3);
  });

  test("end earlier if there is no response at all", async () => {
    const { client, requests } = clientWith([cut()], { retry: { baseMs: 0, maxUnanswered: 1 } });
    await expect(client.renders.get("a")).rejects.toBeInstanceOf(ConnectionError);
    expect(requests).toHaveLength(2);
  });

  test.each([400, 401, 402, 403, 404, 409, 410, 412, 413, 422])("do not follow the status %i", async (status) => {
    const { client, requests } = clientWith([failure(status, "BAD_REQUEST")]);
    await expect(client.renders.get("a")).rejects.toMatchObject({ status });
    expect(requests).toHaveLength(1);
  });

  test("do not wait longer than the settings allow, and the error says how long the service asks to wait", async () => {
    const { client, requests } = clientWith([failure(429, "RATE_LIMITED", { retryAfter: "3600" })]);
    await expect(client.renders.get("a")).rejects.toMatchObject({ status: 429, retryAfterMs: 3_600_000 });
    expect(requests).toHaveLength(1);
  });

  test("wait as long as the service asks for, in seconds or until a date, and never less", async () => {
    const waits: number[] = [];
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    for (const retryAfter of ["7", inAnHour]) {
      const stop = new AbortController();
      const retry = ({ waitMs }: { readonly waitMs: number }) => {
        waits.push(waitMs);
        stop.abort();
      };
      const { client } = clientWith([failure(429, "RATE_LIMITED", { retryAfter })], {
        hooks: { retry },
        retry: { baseMs: 500, maxWaitMs: 10_000_000 },
      });
      await expect(client.renders.get("a", { signal: stop.signal })).rejects.toThrow();
    }
    expect(waits[0]).toBeGreaterThanOrEqual(7_000);
    expect(waits[0]).toBeLessThan(7_500);
    // The header has no fractions of seconds, and some time has passed since it was written.
    expect(waits[1]).toBeGreaterThan(3_590_000);
    expect(waits[1]).toBeLessThan(3_600_500);
  });

  test("wait longer each time, with a random part, if the service does not say how long", async () => {
    const waits: number[] = [];
    const { client } = clientWith([failure(500, "INTERNAL")], {
      hooks: { retry: ({ waitMs }) => void waits.push(waitMs) },
      retry: { baseMs: 1, max: 4 },
    });
    await expect(client.renders.get("a")).rejects.toMatchObject({ status: 500 });
    expect(waits).toHaveLength(4);
    for (const [index, waitMs] of waits.entries()) {
      expect(waitMs).toBeGreaterThanOrEqual(2 ** index / 2);
      expect(waitMs).toBeLessThanOrEqual(2 ** index);
    }
  });

  test("end as soon as the caller's signal aborts, with its reason", async () => {
    const stop = new AbortController();
    const reason = new Error("enough");
    const { client, requests } = clientWith([failure(500, "INTERNAL")], {
      hooks: { retry: () => stop.abort(reason) },
      retry: { baseMs: 20_000 },
    });
    await expect(client.renders.get("a", { signal: stop.signal })).rejects.toBe(reason);
    expect(requests).toHaveLength(1);
  });
});
