/** Functions that hold a request: previews, waits and event streams, and tools of assistants. */
import { randomUUID } from "node:crypto";
import { Client as Assistant, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { DOCUMENT } from "../document.js";
import { isWhole } from "../files.js";
import type { Scenario, World } from "../scenario.js";
import { createRender, prepareRender } from "./renders.js";

/** One fault disturbs one or two attempts. */
const MAX_ATTEMPTS = 6;

/** Requests something until it arrives as a whole. A reader whose stream breaks connects again. */
async function readWhole({ client, stack }: World, path: string, init: RequestInit = {}): Promise<Buffer> {
  const failures: string[] = [];
  while (failures.length < MAX_ATTEMPTS) {
    try {
      const response = await client.fetch(path, init);
      const bytes = Buffer.from(await response.arrayBuffer());
      if (response.ok) return bytes;
      failures.push(`${response.status} ${bytes.toString().slice(0, 200)}`);
    } catch (error) {
      failures.push(String(error));
    }
    await stack.rest();
    await stack.move(2);
  }
  throw new Error(`${path} was never readable: ${failures.slice(-2).join("; then ")}`);
}

/** Reads the events of a job until its end. The stream of a job that has ended begins with its end. */
async function follow(world: World, id: string): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const text = (await readWhole(world, `/api/v1/renders/${id}/events`)).toString();
    if (/^event: status\ndata: .*"status":"(done|failed)"/m.test(text)) return;
    // The stream was cut. Its reader connects again.
    await world.stack.settle();
  }
  throw new Error(`the events of the job ${id} never name its end`);
}

async function callTool(world: World, name: string, input: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { client, stack } = world;
  const failures: string[] = [];
  while (failures.length < MAX_ATTEMPTS) {
    const assistant = new Assistant({ name: "faults", version: "1" });
    try {
      const url = new URL(`${stack.service.connection.baseUrl}/mcp`);
      const headers = { authorization: client.authorization };
      await assistant.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
      const { isError = false, structuredContent, content } = await assistant.callTool({ name, arguments: input });
      if (!isError) return structuredContent as Record<string, unknown>;
      failures.push(JSON.stringify(content).slice(0, 200));
    } catch (error) {
      failures.push(String(error));
    } finally {
      await assistant.close().catch(() => undefined);
    }
    await stack.rest();
    await stack.move(2);
  }
  throw new Error(`the tool ${name} did not succeed: ${failures.slice(-2).join("; then ")}`);
}

export const READER_SCENARIOS: readonly Scenario[] = [
  {
    name: "preview",
    reaches: ["preview"],
    async run(world) {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ document: DOCUMENT });
      const preview = await readWhole(world, "/api/v1/templates/preview", { method: "POST", headers, body });
      if (!isWhole(preview)) throw new Error(`the preview of ${preview.length} bytes is not a whole picture`);
      return {};
    },
  },
  {
    name: "thumbnail",
    reaches: ["api", "preview"],
    async run(world) {
      const body = { name: `Card ${randomUUID()}`, document: DOCUMENT };
      const { body: made } = await world.client.call<{ id: string }>("POST", "/api/v1/templates", { body });
      const path = `/api/v1/templates/${made.id}/thumbnail`;
      // The first request draws the thumbnail, and the second one reads the stored file.
      for (const look of ["first", "second"]) {
        const thumbnail = await readWhole(world, path);
        if (!isWhole(thumbnail)) throw new Error(`the ${look} thumbnail of ${made.id} is not a whole picture`);
      }
      return {};
    },
  },
  {
    name: "wait",
    reaches: ["api", "renderer", "stream"],
    async run(world) {
      const id = await createRender(world);
      await readWhole(world, `/api/v1/renders/${id}/wait?timeout=2`);
      await follow(world, id);
      return { jobs: [id] };
    },
  },
  {
    name: "picture-by-key",
    reaches: ["stream"],
    prepare: prepareRender,
    async run(world) {
      const picture = await readWhole(world, `/api/v1/renders/${world.prepared["job"]}/asset`);
      if (!isWhole(picture)) throw new Error(`the picture of ${picture.length} bytes is not whole`);
      return {};
    },
  },
  {
    name: "assistant",
    reaches: ["api", "mcp"],
    prepare: async () => Promise.resolve({ name: `Card ${randomUUID()}` }),
    async run(world) {
      const { name = "" } = world.prepared;
      const { template } = world;
      const { urls } = await callTool(world, "sign_urls", { images: [{ template }] });
      if (!Array.isArray(urls) || urls.length !== 1) throw new Error("the assistant got no URL");
      const { templates } = await callTool(world, "list_templates", { query: "Card" });
      if (!Array.isArray(templates) || templates.length === 0) throw new Error("the assistant saw no template");
      await callTool(world, "create_template", { name, document: DOCUMENT });
      return {};
    },
    async check({ client, prepared: { name = "" } }) {
      const path = `/api/v1/templates?q=${encodeURIComponent(name)}`;
      const { body } = await client.call<{ templates: unknown[] }>("GET", path);
      // A tool that has reported an error may have stored the template. Its name shows that to the assistant.
      return body.templates.length > 0 ? [] : ["the template of the assistant is lost"];
    },
  },
];
