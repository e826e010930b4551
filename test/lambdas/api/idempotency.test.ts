import { randomUUID } from "node:crypto";
import { DeleteCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { DOCUMENT } from "../../support/render-fixture.js";
import { type ApiFixture, startApi } from "./api-fixture.js";

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => api.close());

const newKey = () => ({ "idempotency-key": randomUUID() });

const LISTS = {
  createTemplate: ["listTemplates", "templates"],
  createUpload: ["listUploads", "uploads"],
  createProject: ["listProjects", "projects"],
  createKey: ["listKeys", "keys"],
  createEndpoint: ["listEndpoints", "endpoints"],
  createWorkspace: ["listWorkspaces", "workspaces"],
} as const;
type Creating = keyof typeof LISTS;
const CREATING = Object.keys(LISTS) as Creating[];

const BODIES = {
  createTemplate: { name: "Card", document: DOCUMENT },
  createUpload: { contentType: "image/png", bytes: 9 },
  createProject: { name: "Autumn" },
  createKey: { name: "CI", scopes: ["render"] },
  createEndpoint: { url: "https://example.com/hook", events: ["render.completed"] },
  createWorkspace: { name: "Shop", plan: "free" },
} as const;
const OTHERS = {
  createTemplate: { name: "Other", document: DOCUMENT },
  createUpload: { contentType: "image/png", bytes: 10 },
  createProject: { name: "Winter" },
  createKey: { name: "CI", scopes: ["templates"] },
  createEndpoint: { url: "https://example.com/other", events: ["render.completed"] },
  createWorkspace: { name: "Shop", plan: "team" },
} as const;

async function countOf(name: Creating): Promise<number> {
  const [list, field] = LISTS[name];
  return ((await api.send(list, { query: "limit=100" })).json[field] as unknown[]).length;
}

describe.each(CREATING)("an Idempotency-Key on %s", (name) => {
  test("a repeated request returns the first response, marked as a repetition, and creates nothing", async () => {
    const request = { body: BODIES[name], headers: newKey() };
    const first = await api.send(name, request);
    expect([first.status, first.headers["idempotency-replayed"]]).toEqual([201, undefined]);
    const count = await countOf(name);
    const second = await api.send(name, request);
    expect([second.status, second.headers["idempotency-replayed"]]).toEqual([201, "true"]);
    expect(second.json).toEqual(first.json);
    expect(second.headers).toMatchObject({ location: first.headers.location });
    expect(await countOf(name)).toBe(count);
  });

  test("a key that was used with another body is refused", async () => {
    const headers = newKey();
    await api.send(name, { body: BODIES[name], headers });
    const other = await api.send(name, { body: OTHERS[name], headers });
    expect([other.status, other.json.code]).toEqual([422, "VALIDATION_ERROR"]);
  });

  test("five equal requests at once create one thing", async () => {
    const count = await countOf(name);
    const request = { body: BODIES[name], headers: newKey() };
    const responses = await Promise.all(Array.from({ length: 5 }, () => api.send(name, request)));
    expect(new Set(responses.map(({ status, json }) => `${status} ${String(json.id)}`)).size).toBe(1);
    expect(await countOf(name)).toBe(count + 1);
  });

  test("an error response is not recorded", async () => {
    const headers = newKey();
    expect((await api.send(name, { body: { document: 1, events: "none" }, headers })).status).toBe(422);
    expect((await api.send(name, { body: BODIES[name], headers })).status).toBe(201);
  });
});

describe("an Idempotency-Key of a request whose response has a secret", () => {
  const SECRETS = { createKey: "key", createEndpoint: "secret", createWorkspace: "key" } as const;

  test.each(Object.entries(SECRETS))("%s stores its %s only in encrypted form", async (name, field) => {
    const { json } = await api.send(name as Creating, { body: BODIES[name as Creating], headers: newKey() });
    expect(String(json[field]).length).toBeGreaterThan(20);
    for (const TableName of Object.values(api.tables.names)) {
      const { Items = [] } = await api.tables.client.send(new ScanCommand({ TableName }));
      expect(JSON.stringify(Items)).not.toContain(String(json[field]));
    }
  });

  test("an API key that a repeated request returns works", async () => {
    const request = { body: BODIES.createKey, headers: newKey() };
    await api.send("createKey", request);
    const { json } = await api.send("createKey", request);
    await withKey(String(json.key), async () => {
      expect((await api.send("listRenders")).status).toBe(200);
      expect((await api.send("listKeys")).status).toBe(403);
    });
  });

  test("a repeated request returns the first secret of an endpoint, even after a rotation", async () => {
    const request = { body: BODIES.createEndpoint, headers: newKey() };
    const { json: first } = await api.send("createEndpoint", request);
    expect((await api.send("rotateEndpointSecret", { id: String(first.id) })).json.secret).not.toBe(first.secret);
    expect((await api.send("createEndpoint", request)).json).toEqual(first);
  });

  test("a repeated request gets no API key with a scope that its own key cannot grant", async () => {
    const request = { body: { name: "Operator", scopes: ["operator"] }, headers: newKey() };
    expect((await api.send("createKey", request)).status).toBe(201);
    const { json: admin } = await api.send("createKey", { body: { name: "Admin", scopes: ["admin"] } });
    const repeated = await withKey(String(admin.key), () => api.send("createKey", request));
    expect([repeated.status, repeated.json.code, repeated.json.key]).toEqual([403, "FORBIDDEN", undefined]);
  });

  test("a repeated request whose own API key was revoked a moment ago gets no API key", async () => {
    const { json: admin } = await api.send("createKey", { body: { name: "Admin", scopes: ["admin"] } });
    const request = { body: BODIES.createKey, headers: newKey() };
    const repeat = () => withKey(String(admin.key), () => api.send("createKey", request));
    expect((await repeat()).status).toBe(201);
    expect((await api.send("revokeKey", { id: String(admin.id) })).status).toBe(204);
    const repeated = await repeat();
    expect([repeated.status, repeated.json.key]).toEqual([401, undefined]);
  });

  test("equal requests of two workspaces with the same Idempotency-Key are different requests", async () => {
    const { json: other } = await api.send("createWorkspace", { body: BODIES.createWorkspace });
    const request = { body: BODIES.createKey, headers: newKey() };
    const { json: own } = await api.send("createKey", request);
    const foreign = await withKey(String(other.key), () => api.send("createKey", request));
    expect(foreign.status).toBe(201);
    expect(foreign.json.id).not.toBe(own.id);
  });

  async function withKey<T>(key: string, work: () => Promise<T>): Promise<T> {
    const own = api.key;
    api.key = key;
    try {
      return await work();
    } finally {
      api.key = own;
    }
  }
});

describe("a request with an Idempotency-Key that dies while it writes", () => {
  test.each(CREATING.filter((name) => name !== "createTemplate" && name !== "createUpload"))(
    "%s leaves nothing behind, and its repetition creates one thing",
    async (name) => {
      const count = await countOf(name);
      const request = { body: BODIES[name], headers: newKey() };
      const failed = failOnce("before");
      expect((await api.send(name, request)).status).toBe(500);
      expect(failed()).toBe(true);
      expect(await countOf(name)).toBe(count);
      const second = await api.send(name, request);
      expect([second.status, second.headers["idempotency-replayed"]]).toEqual([201, undefined]);
      expect(await countOf(name)).toBe(count + 1);
    },
  );

  test.each(CREATING.filter((name) => name !== "createTemplate" && name !== "createUpload"))(
    "%s that dies after its write has created one thing, and its repetition returns it",
    async (name) => {
      const count = await countOf(name);
      const request = { body: BODIES[name], headers: newKey() };
      const failed = failOnce("after");
      expect((await api.send(name, request)).status).toBe(500);
      expect(failed()).toBe(true);
      expect(await countOf(name)).toBe(count + 1);
      const second = await api.send(name, request);
      expect([second.status, second.headers["idempotency-replayed"]]).toEqual([201, "true"]);
      expect(await countOf(name)).toBe(count + 1);
    },
  );

  /**
   * Makes the next transaction fail, before or after the table has carried it out. Returns a function that says whether
   * it has failed.
   */
  function failOnce(when: "before" | "after"): () => boolean {
    let hasFailed = false;
    api.tables.client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (hasFailed || commandName?.startsWith("TransactWrite") !== true) return await next(args);
          hasFailed = true;
          if (when === "after") await next(args);
          throw new Error("The connection was cut.");
        },
      { step: "initialize", name: "cutConnection", override: true },
    );
    return () => hasFailed;
  }
});

test("a repeated createTemplate returns the template as it was created, even after a change", async () => {
  const request = { body: { name: "First", document: DOCUMENT }, headers: newKey() };
  const first = await api.send("createTemplate", request);
  const change = { name: "Second", document: { ...DOCUMENT, width: 500 } };
  expect((await api.send("updateTemplate", { id: String(first.json.id), body: change })).status).toBe(200);
  const second = await api.send("createTemplate", request);
  expect(second.json).toEqual(first.json);
  expect(second.json.document).toEqual(DOCUMENT);
  expect(second.headers.etag).toBe(first.headers.etag);
});

test("a repeated createTemplate returns the first response after a deletion, and 410 if the versions are gone too", async () => {
  const request = { body: BODIES.createTemplate, headers: newKey() };
  const { json: first } = await api.send("createTemplate", request);
  expect((await api.send("deleteTemplate", { id: String(first.id) })).status).toBe(204);
  const second = await api.send("createTemplate", request);
  expect([second.status, second.headers["idempotency-replayed"], second.json]).toEqual([201, "true", first]);
  const { client, names } = api.tables;
  await client.send(new DeleteCommand({ TableName: names.Templates, Key: { id: first.id, version: 1 } }));
  const count = await countOf("createTemplate");
  const { status, json: third } = await api.send("createTemplate", request);
  expect([status, third.code, third.details]).toEqual([410, "GONE", { template: first.id, version: 1 }]);
  expect(third.error).toContain("use a new key");
  expect(await countOf("createTemplate")).toBe(count);
});

test("the record of a template does not contain its document, because a record can have at most 400 KB", async () => {
  const text = "x".repeat(5_000);
  const layers = Array.from({ length: 30 }, (_, index) => ({
    ...DOCUMENT.layers[0],
    id: `t${index}`,
    name: `t${index}`,
    text,
  }));
  const body = { name: "Large", document: { ...DOCUMENT, layers } };
  expect((await api.send("createTemplate", { body, headers: newKey() })).status).toBe(201);
  const { Items = [] } = await api.tables.client.send(new ScanCommand({ TableName: api.tables.names.Jobs }));
  const sizes = Items.filter(({ id }) => String(id).startsWith("idempotency#")).map(
    (item) => JSON.stringify(item).length,
  );
  expect(Math.max(...sizes)).toBeLessThan(5_000);
});

describe("an Idempotency-Key on rerender", () => {
  const createdRender = async () => {
    const { json: template } = await api.send("createTemplate", { body: BODIES.createTemplate });
    const body = { template: template.id, metadata: { order: "7" }, webhookUrl: "https://example.com/hook" };
    const { json: job } = await api.send("createRender", { body });
    return String(job.id);
  };
  /** A render that has ended. */
  const endedRender = async () => {
    const id = await createdRender();
    expect((await api.send("cancelRender", { id })).status).toBe(200);
    return id;
  };
  const countOfRenders = async () =>
    ((await api.send("listRenders", { query: "limit=100" })).json.renders as unknown[]).length;

  test("concurrent equal requests create one job, and its response is returned again even when the first job is gone", async () => {
    const id = await endedRender();
    const count = await countOfRenders();
    const request = { id, headers: newKey() };
    const responses = await Promise.all(Array.from({ length: 3 }, () => api.send("rerender", request)));
    expect(new Set(responses.map(({ status, json }) => `${status} ${String(json.id)}`)).size).toBe(1);
    expect((await api.send("deleteRender", { id })).status).toBe(204);
    const again = await api.send("rerender", { ...request, id: id.toUpperCase() });
    const job = responses[0]?.json ?? {};
    expect([again.status, again.headers["idempotency-replayed"], again.json]).toEqual([202, "true", job]);
    expect(again.headers.location).toBe(`/api/v1/renders/${String(job.id)}`);
    expect(job).toMatchObject({ rerenderOf: id, status: "queued", metadata: { order: "7" } });
    expect(await countOfRenders()).toBe(count);
  });

  test("a key is refused with another body and with another render, because each is a different request", async () => {
    const id = await endedRender();
    const headers = newKey();
    expect((await api.send("rerender", { id, headers, body: {} })).status).toBe(202);
    const others = [
      await api.send("rerender", { id, headers, body: { format: "webp" } }),
      await api.send("rerender", { id: await endedRender(), headers, body: {} }),
    ];
    expect(others.map(({ status, json }) => [status, json.code])).toEqual([
      [422, "VALIDATION_ERROR"],
      [422, "VALIDATION_ERROR"],
    ]);
  });

  test("a refusal is not recorded, and a dry run creates nothing", async () => {
    const id = await createdRender();
    const headers = newKey();
    expect((await api.send("rerender", { id, headers })).json).toMatchObject({ code: "CONFLICT" });
    await api.send("cancelRender", { id });
    const count = await countOfRenders();
    const dry = await api.send("rerender", { id, headers, body: { dryRun: true, scale: 2 } });
    expect([dry.status, dry.json]).toMatchObject([200, { valid: true, width: 800, height: 400 }]);
    expect(await countOfRenders()).toBe(count);
    expect((await api.send("rerender", { id, headers })).status).toBe(202);
  });
});
