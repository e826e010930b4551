import { describe, expect, test } from "@jest/globals";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createdKeySchema } from "../../core/contract/access-api.js";
import { countTokens } from "./mcp-tokens.js";
import { until } from "./service.js";
import { useService } from "./use-service.js";

const { service } = useService();

/** A call as an assistant sees it. */
interface Called {
  readonly data: Record<string, unknown>;
  readonly kinds: readonly string[];
  readonly text: string;
  readonly isError: boolean;
  readonly tokens: number;
}

async function call(client: Client, name: string, input: Record<string, unknown>): Promise<Called> {
  const result = await client.callTool({ name, arguments: input });
  const { content, structuredContent, isError = false } = result;
  return {
    data: structuredContent as Record<string, unknown>,
    kinds: content.map(({ type }) => type),
    text: content.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n"),
    isError,
    tokens: await countTokens(content),
  };
}

async function overHttp(apiKey: string, mode: "auto" | "legacy" = "auto"): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${apiKey}` } };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${service.connection.baseUrl}/mcp`), { requestInit }),
  );
  return client;
}

async function overStdio(env: Record<string, string>): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  const path = process.env["PATH"] ?? "";
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: ["cli/irs.mjs", "mcp"], env: { PATH: path, ...env } }),
  );
  return client;
}

async function keyWith(...scopes: string[]): Promise<string> {
  return createdKeySchema.parse(await (await service.post("/api/v1/keys", { name: "Assistant", scopes })).json()).key;
}

const toolsOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

/** Finds a template, changes its accent color, looks at it, saves it, renders three pictures and signs one URL. */
async function changeAndRender(client: Client, color: string): Promise<Called[]> {
  const calls: Called[] = [];
  const next = async (name: string, input: Record<string, unknown>) => {
    const called = await call(client, name, input);
    expect(called).toMatchObject({ isError: false });
    calls.push(called);
    return called.data;
  };
  const { templates } = await next("list_templates", { query: "graph" });
  const template = (templates as { id: string }[])[0]?.id ?? "";
  const { layers } = await next("get_template", { template });
  const path = (layers as { name?: string; path: string }[]).find(({ name }) => name === "category")?.path ?? "";
  await next("get_template", { template, layer: "category" });
  await next("get_template_schema", { template });
  const patch = [{ op: "replace", path: `${path}/color`, value: color }];
  const sample = { layers: { category: { text: "Engineering" } } };
  await next("preview", { template, patch, ...sample });
  const { version, before } = await next("update_template", { template, patch, ...sample });
  expect(version).toBe(Number(before) + 1);
  const items = ["One", "Two", "Three"].map((text) => ({ template, layers: { title: { text } } }));
  const { totals } = await next("render_batch", { jobs: items });
  expect(totals).toEqual({ total: 3, queued: 0, done: 3, failed: 0 });
  const { urls } = await next("sign_urls", { images: [{ template, layers: { title: { text: "Signed" } } }] });
  const url = (urls as { url: string }[])[0]?.url ?? "";
  const response = await fetch(url);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
  await response.arrayBuffer();
  return calls;
}

describe.each([
  ["HTTP", "2026-07-28", "#f43f5e", () => overHttp(service.connection.apiKey)],
  ["HTTP with the protocol of 2025", "2025-11-25", "#10b981", () => overHttp(service.connection.apiKey, "legacy")],
  [
    "stdio",
    "2026-07-28",
    "#f59e0b",
    () => overStdio({ IRS_URL: service.connection.baseUrl, IRS_API_KEY: service.connection.apiKey }),
  ],
])("an assistant over %s", (_name, version, color, connect) => {
  test("changes a template, renders three pictures and signs a URL in 12 calls and 15,000 tokens", async () => {
    const client = await connect();
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    const calls = await changeAndRender(client, color);
    expect(calls.length).toBeLessThanOrEqual(12);
    expect(calls.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThan(15_000);
    await client.close();
  });
});

describe("what a key allows", () => {
  test("a key with the scope render sees no tool that changes templates, and its calls have no more rights", async () => {
    const client = await overHttp(await keyWith("render"));
    const tools = await toolsOf(client);
    expect(tools).toEqual(expect.arrayContaining(["render", "sign_urls", "list_templates"]));
    expect(tools).not.toContain("update_template");
    await expect(client.callTool({ name: "update_template", arguments: {} })).rejects.toThrow(/not found/i);
    await client.close();
  });

  test("a key that is revoked is refused, even while an assistant uses it", async () => {
    const apiKey = await keyWith("render");
    const client = await overHttp(apiKey);
    const { keys } = (await (await service.call("/api/v1/keys")).json()) as { keys: { id: string; name: string }[] };
    for (const { id, name } of keys)
      if (name === "Assistant") await service.call(`/api/v1/keys/${id}`, { method: "DELETE" });
    await until("the key is refused", async () => {
      const response = await service.fetch("/mcp", { method: "POST", headers: { authorization: `Bearer ${apiKey}` } });
      await response.arrayBuffer();
      return response.status === 401 ? true : undefined;
    });
    await client.close();
  });

  test("without a key, the challenge reaches the client unchanged", async () => {
    for (const method of ["POST", "GET", "DELETE"]) {
      const response = await service.fetch("/mcp", { method });
      expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
      await response.arrayBuffer();
    }
  });
});

describe("a render that goes wrong", () => {
  test("is explained with its place, before and after it was created", async () => {
    const client = await overHttp(service.connection.apiKey);
    const template = service.template("Open Graph card");
    const wrong = await call(client, "render", { template, layers: { titel: { text: "x" } } });
    expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining('Did you mean "title"?') as unknown });
    const layers = { art: { image_url: "http://127.0.0.1:1/nothing.png" } };
    const { data } = await call(client, "render", { template, layers });
    const { data: explained } = await call(client, "get_render", { render: data["id"] });
    expect(JSON.stringify(explained)).toContain("fallback_image_url");
    await client.close();
  });
});

describe("measured results", () => {
  test("the names of a template take 300 tokens at most, one layer 700, and the list of all tools 7,500", async () => {
    const client = await overHttp(service.connection.apiKey);
    const template = service.template("Open Graph card");
    const names = await call(client, "get_template_schema", { template });
    const layer = await call(client, "get_template_schema", { template, layer: "title" });
    expect(names.tokens).toBeLessThan(300);
    expect(layer.tokens).toBeLessThan(700);
    expect(JSON.stringify(await client.listTools()).length / 4).toBeLessThan(7_500);
    await client.close();
  });
});
