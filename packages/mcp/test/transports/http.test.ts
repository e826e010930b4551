import { describe, expect, test } from "@jest/globals";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createHttpHandler, type HttpOptions } from "../../src/transports/http.js";
import { fakeService, refusal, TEMPLATE } from "../fake-service.js";

const BASE = "https://images.example.com";
const METADATA = `${BASE}/.well-known/oauth-protected-resource/mcp`;
const KEY = { authorization: "Bearer irs_key" };

function setUp(changes: Partial<HttpOptions> = {}) {
  const errors: unknown[] = [];
  const handler = createHttpHandler({
    resourceUrl: `${BASE}/mcp`,
    metadataUrl: METADATA,
    scopes: ["render", "templates"],
    connect: () => fakeService(),
    corsOrigins: [],
    now: () => 0,
    onError: (error) => errors.push(error),
    ...changes,
  });
  const send = async (init: RequestInit = {}, url = `${BASE}/mcp`) =>
    await handler(new Request(url, { method: "POST", ...init }));
  return { handler, send, errors };
}

/** The text that a browser or a client gets of a refusal: its status, its code and its challenge. */
async function refusalOf(response: Response) {
  const { code } = (await response.json()) as { code?: string };
  return [response.status, code, response.headers.get("www-authenticate")];
}

async function connectedClient(mode: "auto" | "legacy", changes: Partial<HttpOptions> = {}) {
  const { handler, errors } = setUp(changes);
  const responses: { status: number; type: string | null }[] = [];
  const fetchInMemory = async (input: string | URL | Request, init?: RequestInit) => {
    const response = await handler(new Request(input, init));
    responses.push({ status: response.status, type: response.headers.get("content-type") });
    return response;
  };
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(`${BASE}/mcp`), {
    fetch: fetchInMemory,
    requestInit: { headers: KEY },
  });
  await client.connect(transport);
  return { client, responses, errors };
}

describe.each([
  ["auto", "2026-07-28"],
  ["legacy", "2025-11-25"],
] as const)("a client with the negotiation %s", (mode, version) => {
  test(`speaks ${version}, sees the tools of its key, and calls one`, async () => {
    const { client, responses, errors } = await connectedClient(mode);
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["render", "preview", "search_docs"]));
    const result = await client.callTool({ name: "get_template_schema", arguments: { template: TEMPLATE } });
    expect(result.structuredContent).toMatchObject({ name: "Card", layers: [{ name: "title", type: "text" }] });
    expect(errors).toEqual([]);
    // A function cannot hold a stream open.
    const types = responses.filter(({ status }) => status === 200).map(({ type }) => type);
    expect(new Set(types)).toEqual(new Set(["application/json"]));
    await client.close();
  });

  test("reads resources and prompts, and gets an error for unknown ones", async () => {
    const { client } = await connectedClient(mode);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(
      expect.arrayContaining(["irs://format/document", "irs://format/text", "irs://examples/open-graph-card"]),
    );
    const { contents } = await client.readResource({ uri: "irs://examples/open-graph-card" });
    expect(contents.map(({ uri, mimeType }) => [uri, mimeType])).toEqual([
      ["irs://examples/open-graph-card", "application/json"],
      ["irs://examples/open-graph-card/picture", "image/jpeg"],
    ]);
    await expect(client.readResource({ uri: "irs://docs/nothing" })).rejects.toThrow(/not found/i);
    const { messages } = await client.getPrompt({ name: "make_template", arguments: { description: "A ticket" } });
    expect(messages).toMatchObject([
      { role: "user", content: { text: expect.stringContaining("A ticket") as unknown } },
    ]);
    await client.close();
  });

  test("input that does not fit the schema is an error that names the field", async () => {
    const { client } = await connectedClient(mode);
    const result = await client.callTool({ name: "get_template_schema", arguments: { template: 7 } });
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("template") as unknown }],
    });
    await client.close();
  });
});

describe("callers that are refused", () => {
  test.each([{}, { authorization: "Basic eDp5" }, { authorization: "Bearer " }])(
    "%j returns 401 with a challenge",
    async (headers) => {
      expect(await refusalOf(await setUp().send({ headers }))).toEqual([401, "UNAUTHORIZED", "Bearer"]);
    },
  );

  test("a key that the service does not know returns 401, and says that the key is not valid", async () => {
    const identify = () => Promise.reject(refusal(401, "UNAUTHORIZED", "No."));
    const { send } = setUp({ connect: () => fakeService({ identify }) });
    const expected = [401, "UNAUTHORIZED", 'Bearer error="invalid_token"'];
    expect(await refusalOf(await send({ headers: KEY }))).toEqual(expected);
  });

  test.each([
    ["a limit", refusal(429, "RATE_LIMITED", "Slow down.", { retryAfterSeconds: 9 }), [429, "RATE_LIMITED", "9"]],
    ["a failure", refusal(500, "INTERNAL", "Failed."), [503, "INTERNAL", "1"]],
  ])(
    "when the service cannot say whose key it is because of %s, the response says when to try again",
    async (_name, error, expected) => {
      const { send } = setUp({ connect: () => fakeService({ identify: () => Promise.reject(error) }) });
      const response = await send({ headers: KEY });
      const { code } = (await response.json()) as { code: string };
      expect([response.status, code, response.headers.get("retry-after")]).toEqual(expected);
    },
  );

  test("a bug returns 500 without its text, and is reported", async () => {
    const bug = new TypeError("secret");
    const { send, errors } = setUp({ connect: () => fakeService({ identify: () => Promise.reject(bug) }) });
    const response = await send({ headers: KEY });
    expect([response.status, (await response.text()).includes("secret"), errors]).toEqual([500, false, [bug]]);
  });

  test.each(["GET", "DELETE", "PUT"])(
    "%s returns 405, because there are no sessions and no streams",
    async (method) => {
      const response = await setUp().send({ method, headers: KEY });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    },
  );

  test("a subscription is refused at once, because a function cannot hold it open", async () => {
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const params = { notifications: { toolsListChanged: true }, _meta: meta };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "subscriptions/listen", params });
    const headers = {
      ...KEY,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "subscriptions/listen",
    };
    const response = await setUp().send({ headers, body });
    expect(response.headers.get("content-type")).toContain("application/json");
    expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining("limit") as unknown } });
  });
});

describe("pages of other origins", () => {
  const from = (origin: string, method = "POST") => ({ method, headers: { ...KEY, origin } });

  test("are refused unless the setting allows them, because a page can reach a server under its own name", async () => {
    const { send } = setUp();
    expect((await send(from("https://evil.example"))).status).toBe(403);
    expect((await send(from("null"))).status).toBe(403);
    expect((await send(from(BASE))).status).not.toBe(403);
  });

  test("that the setting names may send and read, without credentials", async () => {
    const { send } = setUp({ corsOrigins: ["https://app.example.com"] });
    const preflight = await send(from("https://app.example.com", "OPTIONS"));
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toContain("mcp-protocol-version");
    const response = await send(from("https://app.example.com"));
    expect(response.headers.get("access-control-allow-origin")).toBe("https://app.example.com");
    expect(response.headers.has("access-control-allow-credentials")).toBe(false);
  });
});

describe("an authorization server", () => {
  const options = { authorizationServer: "https://login.example.com" };

  test("is named in the metadata of RFC 9728, and the challenge names the metadata", async () => {
    const { send } = setUp(options);
    expect(await (await send({ method: "GET" }, METADATA)).json()).toMatchObject({
      resource: "https://images.example.com/mcp",
      authorization_servers: ["https://login.example.com"],
      scopes_supported: ["render", "templates"],
      bearer_methods_supported: ["header"],
    });
    expect((await refusalOf(await send()))[2]).toBe(
      'Bearer resource_metadata="https://images.example.com/.well-known/oauth-protected-resource/mcp", scope="render templates"',
    );
  });

  test("without one, there is no metadata", async () => {
    expect((await setUp().send({ method: "GET" }, METADATA)).status).toBe(404);
  });
});

test("the scopes of a key are read once in five seconds", async () => {
  let now = 0;
  let reads = 0;
  const identify = async () => {
    reads += 1;
    return { workspaceId: "w", scopes: ["render" as const] };
  };
  const { send } = setUp({ now: () => now, connect: () => fakeService({ identify }) });
  for (const at of [0, 4_999, 5_000, 5_001]) {
    now = at;
    await send({ headers: KEY });
  }
  expect(reads).toBe(2);
});
