import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import type { UsageBody } from "../../core/contract/access-api.js";
import type { JobBody } from "../../core/contract/job-body.js";
import { bytesOf, statusAndCode } from "./responses.js";
import { useService } from "./use-service.js";

const { service, stack } = useService();

const render = (key: string, more: Readonly<Record<string, unknown>> = {}) =>
  service.call("/api/v1/render", {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify({ template: service.template("Open Graph card"), scale: 0.2, ...more }),
  });

const spent = async (): Promise<number> =>
  ((await (await service.call("/api/v1/usage")).json()) as UsageBody).credits.spent;

describe("HTTP", () => {
  test("a request with a wrong method gets the allowed methods in the Allow header", async () => {
    expect((await service.call("/api/v1/render")).headers.get("allow")).toBe("POST");
    expect((await service.call("/api/v1/templates/preview")).headers.get("allow")).toBe("POST");
  });

  test("HEAD of a JSON address has the headers of GET with its length, and no body, as health checks need it", async () => {
    const head = await service.fetch("/api/v1/health", { method: "HEAD" });
    const got = await bytesOf(await service.fetch("/api/v1/health"));
    expect(head.headers.get("content-length")).toBe(String(got.byteLength));
    const streamed = await service.call(`/api/v1/renders/${randomUUID()}/wait`, { method: "HEAD" });
    expect([streamed.status, streamed.headers.get("content-length")]).toEqual([404, null]);
    expect([head.status, head.headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
    expect((await bytesOf(head)).byteLength).toBe(0);
    expect((await service.call("/api/v1/nothing", { method: "HEAD" })).status).toBe(404);
  });

  test("OPTIONS names the methods of an address, even for signed images and pictures", async () => {
    const id = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
    for (const [path, allow] of [
      ["/api/v1/usage", "GET, HEAD"],
      ["/api/v1/img/sign", "POST"],
      [`/api/v1/img/${id}`, "GET, HEAD"],
      [`/api/v1/renders/${id}/asset`, "GET, HEAD"],
    ] as const) {
      const headers = { origin: "https://blog.example", "access-control-request-method": "GET" };
      const response = await service.fetch(path, { method: "OPTIONS", headers });
      expect([path, response.status, response.headers.get("allow")]).toEqual([path, 204, allow]);
      expect(response.headers.get("access-control-allow-methods")).toContain(allow.split(",")[0]);
    }
  });

  test("a large JSON response is compressed, and a current copy needs no second transfer", async () => {
    const document = await service.fetch("/api/v1/openapi.json");
    expect(document.headers.get("content-encoding")).toMatch(/^(br|gzip)$/);
    expect(document.headers.get("vary")).toContain("Accept-Encoding");
    const etag = document.headers.get("etag") ?? "";
    expect(((await document.json()) as { openapi: string }).openapi).toMatch(/^3\.1/);
    const again = await service.fetch("/api/v1/openapi.json", { headers: { "if-none-match": etag } });
    expect([again.status, (await bytesOf(again)).byteLength]).toEqual([304, 0]);
  });

  test("a template and its schema have entity tags, and a current copy needs no second transfer", async () => {
    const path = `/api/v1/templates/${service.template("Open Graph card")}`;
    for (const address of [path, `${path}/schema`]) {
      const etag = (await service.call(address)).headers.get("etag") ?? "";
      const again = await service.call(address, { headers: { "if-none-match": etag } });
      expect([again.status, again.headers.get("etag")]).toEqual([304, etag.replace(/^W\//, "")]);
      expect((await service.call(address, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
    }
  });

  test("a response to a creation names the address of the created resource", async () => {
    const created = await render("order-0");
    const { id } = (await created.json()) as JobBody;
    expect(created.headers.get("location")).toBe(`/api/v1/renders/${id}`);
    expect((await service.call(created.headers.get("location") ?? "")).status).toBe(200);
  });
});

describe("Idempotency-Key", () => {
  test("repeated and simultaneous requests with one Idempotency-Key create one job and one debit", async () => {
    const before = await spent();
    const responses = await Promise.all(Array.from({ length: 8 }, () => render("order-1")));
    responses.push(await render("order-1"));
    const jobs = await Promise.all(responses.map(async (response) => (await response.json()) as JobBody));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 202));
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(1);
    expect(responses.filter(({ headers }) => headers.get("idempotency-replayed") === "true")).toHaveLength(8);
    expect(await spent()).toBe(before + 1);
  });

  test("a request with a known Idempotency-Key gets the first response, even after the job has ended", async () => {
    const first = (await (await render("order-2")).json()) as JobBody;
    await service.ended(first.id);
    expect(await (await render("order-2")).json()).toEqual(first);
  });

  test("a known Idempotency-Key with another body is refused with VALIDATION_ERROR", async () => {
    await render("order-3");
    const response = await render("order-3", { format: "webp" });
    expect(await statusAndCode(response)).toEqual([422, "VALIDATION_ERROR"]);
  });

  test.each(["", "with space", "ü", "x".repeat(256)])("%j is refused as an Idempotency-Key", async (key) => {
    // fetch itself refuses to send an empty or non-ASCII header.
    const response = await render(key).catch(() => undefined);
    expect(response?.status ?? 400).toBe(400);
  });

  test("the Idempotency-Key of a refused request can be used again", async () => {
    expect((await render("order-4", { scale: 99 })).status).toBe(422);
    expect((await render("order-4")).status).toBe(202);
  });

  test("the Idempotency-Key can be used again when the queue was unavailable: no job and no debit remain", async () => {
    const before = await spent();
    await stack.removeQueue("Standard");
    // If a record remained, the second request would be refused because of its other body.
    for (const format of ["png", "webp"]) {
      const refused = await render("order-5", { format });
      expect(await statusAndCode(refused)).toEqual([503, "QUEUE_UNAVAILABLE"]);
    }
    expect(await spent()).toBe(before);
    const bulk = await render("order-5", { priority: 0 });
    expect([bulk.status, bulk.headers.get("idempotency-replayed")]).toEqual([202, null]);
  });
});
