import { beforeAll, describe, expect, test } from "@jest/globals";
import type * as z from "zod";
import {
  createdKeySchema,
  createdWorkspaceSchema,
  keyListSchema,
  sessionBodySchema,
  sessionLinkBodySchema,
  workspaceListSchema,
} from "../../core/contract/access-api.js";
import { errorBodySchema } from "../../core/contract/errors.js";
import { statusAndCode } from "./responses.js";
import { until } from "./service.js";
import { useService } from "./use-service.js";

const { service } = useService();
let origin = "";

beforeAll(() => {
  origin = service.connection.baseUrl;
});

type Headers = Readonly<Record<string, string>>;

const bearer = (key: string): Headers => ({ authorization: `Bearer ${key}` });

async function send(method: string, path: string, headers: Headers, body?: unknown): Promise<Response> {
  const type: Headers = body === undefined ? {} : { "content-type": "application/json" };
  const text = body === undefined ? {} : { body: JSON.stringify(body) };
  return await service.fetch(`/api/v1${path}`, { method, headers: { ...type, ...headers }, ...text });
}

async function expectCreated<S extends z.ZodType>(schema: S, response: Response): Promise<z.output<S>> {
  expect(response.status).toBe(201);
  return schema.parse(await response.json());
}

const operator = () => bearer(service.connection.apiKey);

async function makeKey(scopes: string[], by: Headers = operator()) {
  return await expectCreated(createdKeySchema, await send("POST", "/keys", by, { name: "Test", scopes }));
}

async function makeWorkspace(plan: string) {
  const made = await send("POST", "/workspaces", operator(), { name: "Other", plan });
  return await expectCreated(createdWorkspaceSchema, made);
}

/** Starts a session and returns the `Cookie` header of its requests. */
async function startSession(apiKey: string): Promise<Headers> {
  return await signIn({ apiKey });
}

async function signIn(proof: { readonly apiKey: string } | { readonly token: string }): Promise<Headers> {
  const response = await send("POST", "/session", { origin }, proof);
  expect(response.status).toBe(200);
  sessionBodySchema.parse(await response.json());
  const [line = ""] = response.headers.getSetCookie();
  expect(line).toMatch(
    /^__Host-irs_session=(link\.)?[\w-]{43}\.[0-9a-f]{64}; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=43200$/,
  );
  return { cookie: line.split(";")[0] ?? "" };
}

/** Waits until the caller is refused. The route needs only a caller, and has its own rate limit. */
const isRefused = (headers: Headers) =>
  until("the caller is refused", async () => {
    const response = await send("GET", "/renders/x", headers);
    await response.text();
    return response.status === 401 ? true : undefined;
  });

describe("API keys", () => {
  test("an API key is shown once, listed without its text, and stops working with its sessions when it is revoked", async () => {
    const { key, ...made } = await makeKey(["render"]);
    const session = await startSession(key);
    const listed = await (await send("GET", "/keys", operator())).text();
    expect(keyListSchema.parse(JSON.parse(listed)).keys).toContainEqual(made);
    expect(listed).not.toContain(key);
    for (const headers of [bearer(key), session]) {
      expect(await statusAndCode(await send("GET", "/renders/x", headers))).toEqual([404, "NOT_FOUND"]);
    }
    expect((await send("DELETE", `/keys/${made.id}`, operator())).status).toBe(204);
    await isRefused(bearer(key));
    await isRefused(session);
    expect(await statusAndCode(await send("DELETE", `/keys/${made.id}`, operator()))).toEqual([404, "NOT_FOUND"]);
  });

  test("an API key that was never used has no last use, and its first request records one", async () => {
    const { key, id } = await makeKey(["render"]);
    const lastUse = async () => {
      const { keys } = keyListSchema.parse(await (await send("GET", "/keys", operator())).json());
      return keys.find((one) => one.id === id)?.lastUsedAt;
    };
    expect(await lastUse()).toBeUndefined();
    const before = Date.now();
    expect((await send("GET", "/session", bearer(key))).status).toBe(200);
    const used = await until("the use is recorded", lastUse);
    expect(Date.parse(used)).toBeGreaterThanOrEqual(before - 1_000);
  });

  test("an API key does only what its scopes allow, and cannot create a key with more scopes", async () => {
    const render = bearer((await makeKey(["render"])).key);
    expect(await statusAndCode(await send("GET", "/keys", render))).toEqual([403, "FORBIDDEN"]);
    const admin = bearer((await makeKey(["admin"])).key);
    expect(await statusAndCode(await send("GET", "/workspaces", admin))).toEqual([403, "FORBIDDEN"]);
    const greedy = await send("POST", "/keys", admin, { name: "x", scopes: ["operator"] });
    expect(await statusAndCode(greedy)).toEqual([403, "FORBIDDEN"]);
    await makeKey(["render", "templates", "admin"], admin);
  });

  test("an API key of another workspace is not found, and the last key with the scope admin cannot be revoked", async () => {
    const other = await makeWorkspace("team");
    const [own] = keyListSchema.parse(await (await send("GET", "/keys", bearer(other.key))).json()).keys;
    expect(own?.scopes).toEqual(["render", "templates", "admin"]);
    const path = `/keys/${own?.id ?? ""}`;
    expect(await statusAndCode(await send("DELETE", path, operator()))).toEqual([404, "NOT_FOUND"]);
    expect(await statusAndCode(await send("DELETE", path, bearer(other.key)))).toEqual([422, "VALIDATION_ERROR"]);
  });
});

describe("sessions", () => {
  test("a session opens a picture of its workspace and of no other workspace", async () => {
    const { id } = await service.createRender({ template: service.template("Open Graph card"), scale: 0.1 });
    await service.ended(id);
    const open = async (headers: Headers) => await send("GET", `/renders/${id}/asset`, headers);
    const picture = await open(await startSession(service.connection.apiKey));
    expect([picture.status, picture.headers.get("cache-control")]).toEqual([200, "private, no-cache"]);
    expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(100);
    const other = await startSession((await makeWorkspace("team")).key);
    expect(await statusAndCode(await open(other))).toEqual([404, "NOT_FOUND"]);
    for (const cookie of ["__Host-irs_session=guess", "irs_session=guess"]) {
      expect(await statusAndCode(await open({ cookie }))).toEqual([401, "UNAUTHORIZED"]);
    }
  });

  test("a session changes data only with a request from a page of the service's own origin", async () => {
    const session = await startSession(service.connection.apiKey);
    expect((await send("GET", "/keys", session)).status).toBe(200);
    const body = { name: "From a page", scopes: ["render"] };
    for (const foreign of [{}, { origin: "https://evil.example" }, { origin: "null" }]) {
      expect(await statusAndCode(await send("POST", "/keys", { ...session, ...foreign }, body))).toEqual([
        403,
        "FORBIDDEN",
      ]);
    }
    expect((await send("POST", "/keys", { ...session, origin }, body)).status).toBe(201);
  });

  test("GET /session says what a key and a session may do, and refuses an unknown key", async () => {
    const { key } = await makeKey(["render", "templates"]);
    const { workspaceId } = service.connection;
    for (const [by, headers] of [["key", bearer(key)] as const, ["session", await startSession(key)] as const]) {
      const response = await send("GET", "/session", headers);
      const expected = { workspaceId, workspaceName: "Default", scopes: ["render", "templates"], by, name: "Test" };
      const end = by === "session" ? { expiresAt: expect.any(String) } : {};
      expect(await response.json()).toEqual({ ...expected, ...end });
    }
    expect(await statusAndCode(await send("GET", "/session", bearer(`${key}x`)))).toEqual([401, "UNAUTHORIZED"]);
  });

  test("a sign-in link signs in once, with its own scopes on every function, until its key is revoked", async () => {
    const { key, id } = await makeKey(["admin", "render"]);
    const invited = await send("POST", "/session/links", bearer(key), { name: "Ada", scopes: ["render"] });
    const { url } = sessionLinkBodySchema.parse(await invited.json());
    expect([invited.status, url.startsWith(`${origin}/studio#`)]).toEqual([200, true]);
    const token = new URL(url).hash.slice(1);
    const elsewhere = await send("POST", "/session", { origin: "https://evil.example" }, { token });
    expect(await statusAndCode(elsewhere)).toEqual([403, "FORBIDDEN"]);
    // Opening the link does not use it.
    await (await service.fetch(`/studio`)).text();
    const session = await signIn({ token });
    expect(await statusAndCode(await send("POST", "/session", { origin }, { token }))).toEqual([401, "UNAUTHORIZED"]);
    expect(await (await send("GET", "/session", session)).json()).toMatchObject({ name: "Ada", scopes: ["render"] });
    expect((await send("GET", "/usage", session)).status).toBe(200);
    const own = { ...session, origin };
    const admin = await send("POST", "/session/links", own, { name: "Bob", scopes: ["render"] });
    expect(await statusAndCode(admin)).toEqual([403, "FORBIDDEN"]);
    const document = { width: 10, height: 10, layers: [] };
    expect(await statusAndCode(await send("POST", "/templates/preview", own, { document }))).toEqual([
      403,
      "FORBIDDEN",
    ]);
    await send("DELETE", `/keys/${id}`, operator());
    await isRefused(session);
  });

  test("a session starts only with a valid API key, as JSON, from the service's own origin", async () => {
    const { apiKey } = service.connection;
    expect(await statusAndCode(await send("POST", "/session", {}, { apiKey }))).toEqual([403, "FORBIDDEN"]);
    const foreign = { origin: "https://evil.example" };
    expect(await statusAndCode(await send("POST", "/session", foreign, { apiKey }))).toEqual([403, "FORBIDDEN"]);
    const typed = { origin, "content-type": "text/plain" };
    expect(await statusAndCode(await send("POST", "/session", typed, { apiKey }))).toEqual([400, "BAD_REQUEST"]);
    const unknown = await send("POST", "/session", { origin }, { apiKey: `${apiKey}x` });
    expect([await statusAndCode(unknown), unknown.headers.getSetCookie()]).toEqual([[401, "UNAUTHORIZED"], []]);
  });

  test("DELETE /session ends the session, and succeeds when there is no session", async () => {
    const session = await startSession(service.connection.apiKey);
    expect(await statusAndCode(await send("DELETE", "/session", session))).toEqual([403, "FORBIDDEN"]);
    for (const headers of [session, session, {}]) {
      const response = await send("DELETE", "/session", { ...headers, origin });
      expect([response.status, response.headers.getSetCookie()]).toEqual([
        204,
        [
          "__Host-irs_session=; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=0",
          "irs_session=; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=0",
        ],
      ]);
    }
    await isRefused(session);
  });
});

describe("workspaces", () => {
  test("a workspace can be created, listed, renamed and moved to another plan, whose rates then apply", async () => {
    const { key, ...made } = await makeWorkspace("free");
    const rateOf = async () => (await send("GET", "/keys", bearer(key))).headers.get("ratelimit-policy");
    expect(await rateOf()).toBe('"write";q=10;w=10');

    const changed = await send("PATCH", `/workspaces/${made.id}`, operator(), { name: "Store", plan: "team" });
    expect([changed.status, await changed.json()]).toEqual([200, { ...made, name: "Store", plan: "team" }]);
    await until("the rate of the new plan applies", async () =>
      (await rateOf()) === '"write";q=50;w=10' ? true : undefined,
    );

    const list = workspaceListSchema.parse(await (await send("GET", "/workspaces", operator())).json());
    const names = list.workspaces.map(({ name }) => name);
    expect([names[0], names.includes("Store")]).toEqual(["Default", true]);
  });

  test("creating or changing a workspace with an unknown plan or ID is refused", async () => {
    const made = await send("POST", "/workspaces", operator(), { name: "x", plan: "tema" });
    expect(made.status).toBe(422);
    expect(errorBodySchema.parse(await made.json()).message).toContain('Did you mean "team"?');
    for (const id of ["x", "0b3d4f8e-6a51-4c8e-9a57-2f1d1c7b9e01"]) {
      expect(await statusAndCode(await send("PATCH", `/workspaces/${id}`, operator(), {}))).toEqual([404, "NOT_FOUND"]);
    }
  });
});
