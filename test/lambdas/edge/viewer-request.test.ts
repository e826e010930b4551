import { describe, expect, test } from "@jest/globals";
import { errorBodySchema } from "../../../core/contract/errors.js";
import { edgeWith, SETTINGS } from "./edge-fixture.js";

const ask = edgeWith();
const headersOf = async (given: Record<string, string>) =>
  (await ask("/api/v1/render", { method: "POST", headers: given })).returned.headers;

describe("viewerRequest", () => {
  test("the edge function removes the viewer's trusted headers and sets its own", async () => {
    const headers = await headersOf({
      authorization: "Bearer k",
      "x-irs-base-url": "https://evil.example",
      "x-irs-authorization": "Bearer stolen",
      "x-irs-origin-secret": "guess",
      "x-irs-target": "/api/v1/keys",
      "x-irs-anything": "1",
      "x-irs-viewer-address": "127.0.0.1",
    });
    expect(headers).toEqual({
      host: { value: "images.example.com" },
      authorization: { value: "Bearer k" },
      "x-irs-base-url": { value: "https://images.example.com" },
      "x-irs-request-id": { value: "edge-1" },
      "x-irs-authorization": { value: "Bearer k" },
      "x-irs-viewer-address": { value: "192.0.2.1" },
    });
  });

  test("the origins receive the configured base URL, whichever name the viewer used, and the viewer's origin", async () => {
    const named = edgeWith({}, false, { ...SETTINGS, baseUrl: "https://images.example.org" });
    const { returned } = await named("/api/v1/render", { headers: { "x-irs-viewer-origin": "https://evil.example" } });
    expect(returned.headers).toMatchObject({
      "x-irs-base-url": { value: "https://images.example.org" },
      "x-irs-viewer-origin": { value: "https://images.example.com" },
    });
  });

  test("the edge function copies no authorization if there is none", async () => {
    expect(await headersOf({})).not.toHaveProperty("x-irs-authorization");
  });

  test("the edge function returns 413 with the contract's error for a body over 5 MB", async () => {
    const bytes = 5 * 1024 * 1024;
    const { returned } = await ask("/api/v1/render", {
      method: "POST",
      headers: { "content-length": String(bytes + 1) },
    });
    expect(returned.statusCode).toBe(413);
    expect(JSON.parse(returned.body?.data ?? "")).toEqual({
      error: "A request body can have at most 5 MB.",
      message: "A request body can have at most 5 MB.",
      code: "PAYLOAD_TOO_LARGE",
      requestId: "edge-1",
    });
    const allowed = await ask("/api/v1/render", { method: "POST", headers: { "content-length": String(bytes) } });
    expect(allowed.returned.uri).toBe("/api/v1/render");
  });

  test.each([
    "/img/ab/abcd.png",
    "/renders/3d5b1c0e-9f42-4c1a-8b77-5e2f6a9d0c31.png",
    "/site/index.html",
    "/docs/../renders/x.png",
    "/%69mg/ab/abcd.png",
    "/api/v1/%69mg/0c5a2d3e-7b41-4f0e-9a6c-2f1d8e7b6a50",
    "/api/v1/x/../img/0c5a2d3e-7b41-4f0e-9a6c-2f1d8e7b6a50",
    "/./renders/x.png",
    "/api/v1/renders/..",
  ])("returns 404 for a stored name and for a path that could bypass the checks: %s", async (path) => {
    const { returned, origin, code } = await ask(path);
    expect([returned.statusCode, code, origin]).toEqual([404, "NOT_FOUND", undefined]);
    expect(errorBodySchema.safeParse(JSON.parse(returned.body?.data ?? "")).success).toBe(true);
  });

  test("all other requests go to the origin of their behavior without changes", async () => {
    for (const url of [
      "/documents",
      "/api/v1/templates?q=a+b",
      "/api/v1/img/sign",
      "/api/v1/img/purge",
      "/api/v1/imgs/x",
    ]) {
      const { returned, origin } = await ask(url, { method: "POST" });
      expect([returned.uri, origin]).toEqual([url.split("?")[0], undefined]);
    }
    expect((await ask("/api/v1/templates?q=a+b")).returned.querystring).toEqual({ q: { value: "a+b" } });
  });
});
