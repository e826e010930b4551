import { inspect } from "node:util";
import { describe, expect, test } from "@jest/globals";
import { ApiError, ConnectionError, ImageRenderError, ImageRenderService, RenderFailedError } from "../src/index.js";
import { API_KEY, clientWith, failure, job, json } from "./given-fetch.js";

async function errorOf(run: Promise<unknown>): Promise<unknown> {
  return await run.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe("an error of the service", () => {
  test("has the code, the status, the issues and the request ID of the response", async () => {
    const issues = [{ path: "layers.titel", message: "unknown layer. Did you mean title?" }];
    const { client } = clientWith([failure(422, "VALIDATION_ERROR", { details: { issues } })]);
    const error = await errorOf(client.renders.get("a"));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: "VALIDATION_ERROR", status: 422, issues, requestId: "request-1" });
    expect((error as Error).message).toBe("The request failed with VALIDATION_ERROR.");
  });

  test("of a batch lists the issues of all items with their places", async () => {
    const jobs = [
      { index: 1, issues: [{ path: "layers.titel", message: "unknown layer" }] },
      { index: 3, issues: [{ path: "", message: "wrong" }] },
    ];
    const { client } = clientWith([failure(422, "VALIDATION_ERROR", { details: { jobs } })]);
    expect(await errorOf(client.batches.get("a"))).toMatchObject({
      issues: [
        { path: "jobs[1].layers.titel", message: "unknown layer" },
        { path: "jobs[3]", message: "wrong" },
      ],
    });
  });

  test.each([
    [300, "The address redirects to https://b.example/. Use that address as the base URL."],
    [399, "The address redirects to https://b.example/. Use that address as the base URL."],
    [400, "The service responded with status 400."],
  ])("with the status %i and no body says what is wrong", async (status, message) => {
    const { client } = clientWith([json(status, {}, { location: "https://b.example/" })]);
    expect(await errorOf(client.renders.get("a"))).toMatchObject({ status, message });
  });

  test("of the platform for a large request has the code of the service", async () => {
    const { client } = clientWith([json(413, { message: "Request Too Long" })]);
    expect(await errorOf(client.renders.get("a"))).toMatchObject({ status: 413, code: "PAYLOAD_TOO_LARGE" });
  });

  test("of a response without a body has a status and no code", async () => {
    const { client } = clientWith([new Response(null, { status: 404, headers: { "x-request-id": "request-2" } })]);
    const error = await errorOf(client.renders.info("a"));
    expect(error).toMatchObject({ status: 404, requestId: "request-2" });
    expect((error as ApiError).code).toBeUndefined();
  });

  test.each([
    ["another web page", new Response("<html></html>", { status: 200 })],
    ["another web page that is missing", new Response("<html></html>", { status: 404 })],
  ])("says that %s is not the service", async (_, answer) => {
    const { client } = clientWith([answer]);
    expect(await errorOf(client.usage.get())).toMatchObject({
      message: expect.stringContaining("did not respond like an image render service") as unknown,
    });
  });

  test("names the address that a redirect leads to, and does not follow it", async () => {
    const { client, requests } = clientWith([
      new Response(null, { status: 301, headers: { location: "https://www.example.com/api/v1/usage" } }),
    ]);
    expect(await errorOf(client.usage.get())).toMatchObject({
      message: expect.stringContaining("https://www.example.com/api/v1/usage") as unknown,
    });
    expect(requests).toHaveLength(1);
  });
});

describe("a failed render", () => {
  test("a failed render throws an error that has the job and its message", async () => {
    const failed = job("failed", { error: "The remote image is missing." });
    const { client } = clientWith([json(200, failed)]);
    const error = await errorOf(client.renders.createAndWait({ template: failed.template }));
    expect(error).toBeInstanceOf(RenderFailedError);
    expect(error).toMatchObject({ message: "The remote image is missing.", render: failed });
  });
});

describe("the API key", () => {
  const texts = (value: unknown) =>
    [String(value), inspect(value, { depth: 20, showHidden: true }), JSON.stringify(value)].join("\n");

  test("the text, JSON and inspected forms of the client do not contain the API key", () => {
    const { client } = clientWith([json(200, {})]);
    expect(texts(client)).not.toContain(API_KEY);
    expect(texts(client.renders)).not.toContain(API_KEY);
  });

  test("no error contains the API key, even if the given fetch throws an error with the request", async () => {
    const spill = (message: string) =>
      Object.assign(new Error(message), { config: { headers: { authorization: `Bearer ${API_KEY}` } } });
    for (const answer of [failure(401, "UNAUTHORIZED"), spill("failed"), spill(`Bearer ${API_KEY} is wrong`)]) {
      const { client } = clientWith([answer], { retry: { max: 0 } });
      const error = await errorOf(client.renders.get("a"));
      expect(error).toBeInstanceOf(ImageRenderError);
      expect(texts(error)).not.toContain("secret");
    }
  });

  test("is refused without being repeated if a header cannot contain it", () => {
    const wrong = `${API_KEY}\n`;
    let error: unknown;
    try {
      new ImageRenderService({ baseUrl: "https://images.example.com", apiKey: wrong });
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(ImageRenderError);
    expect(texts(error)).not.toContain("secret");
  });

  test("is given to no hook, and neither is a signed query", async () => {
    const seen: unknown[] = [];
    const note = (value: unknown) => void seen.push(value);
    const { client } = clientWith([failure(500, "INTERNAL"), new Response("picture")], {
      hooks: { request: note, response: note, retry: note },
    });
    await client.images.download("https://images.example.com/api/v1/img/a?title=Hello&sig=k1.1.secret");
    expect(seen).toHaveLength(5);
    expect(inspect(seen, { depth: 20, showHidden: true })).not.toContain("secret");
  });
});

describe("the options of a client", () => {
  test.each([
    ["a user in the address", { baseUrl: "https://user:secret@images.example.com", apiKey: "irs_x" }],
    ["a query in the address", { baseUrl: "https://images.example.com?key=secret", apiKey: "irs_x" }],
    ["an address that is none", { baseUrl: "images.example.com/secret", apiKey: "irs_x" }],
    ["another protocol", { baseUrl: "ftp://images.example.com/secret", apiKey: "irs_x" }],
    ["an empty key", { baseUrl: "https://images.example.com", apiKey: "" }],
    ["neither key nor session", { baseUrl: "https://images.example.com" }],
    ["both key and session", { baseUrl: "https://images.example.com", apiKey: "secret", auth: "session" as const }],
  ])("are refused with %s, and the error repeats no secret", (_, options) => {
    expect(() => new ImageRenderService(options)).toThrow(ImageRenderError);
    expect(() => new ImageRenderService(options)).not.toThrow("secret");
  });

  test("allow a path in the address, and slashes at its end", async () => {
    const { client, requests } = clientWith([json(200, {})], { baseUrl: "https://example.com/pictures//" });
    expect(client.baseUrl).toBe("https://example.com/pictures");
    await client.keys.list().catch(() => undefined);
    expect(requests[0]?.url.href).toBe("https://example.com/pictures/api/v1/keys");
  });

  test("with a session send no key, so that the browser sends its cookie", async () => {
    const { client, requests } = clientWith([json(200, job("done"))], { apiKey: undefined, auth: "session" });
    await client.renders.get("a");
    expect(requests[0]?.headers.has("authorization")).toBe(false);
  });
});

describe("a timeout", () => {
  /** Responds with a status at once, and with the body never. */
  const silent = (status?: number) => (_: unknown, init?: RequestInit) =>
    new Promise<Response>((resolve, reject) => {
      const { signal } = init ?? {};
      if (status === undefined) signal?.addEventListener("abort", () => reject(signal.reason as Error));
      const body = new ReadableStream({
        start: (stream) => signal?.addEventListener("abort", () => stream.error(signal.reason)),
      });
      if (status !== undefined) resolve(new Response(body, { status }));
    });

  test.each([
    ["response", undefined],
    ["body", 200],
  ])("is an error of the connection if there is no %s", async (_, status) => {
    const { client } = clientWith([], { fetch: silent(status), timeoutMs: 20, retry: { max: 0 } });
    const error = await errorOf(client.usage.get());
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ isTimeout: true });
    expect((error as Error).message).toBe("https://images.example.com did not respond within 0.02 seconds.");
  });

  test("of the caller's own signal throws the reason of that signal", async () => {
    const { client } = clientWith([], { fetch: silent() });
    const error = await errorOf(client.usage.get({ signal: AbortSignal.timeout(10) }));
    expect(error).toMatchObject({ name: "TimeoutError" });
  });
});
