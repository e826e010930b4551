import { describe, expect, test } from "@jest/globals";
import type { Context } from "aws-lambda";
import type { Caller } from "../../../core/access/authenticate.js";
import { DEFAULT_PLANS, type Plan } from "../../../core/contract/plans.js";
import type { PathParam } from "../../../core/contract/routes.js";
import { createHttpApp } from "../../../lambdas/shared/http-app.js";
import type { HttpEvent } from "../../../lambdas/shared/http-event.js";
import type { RouteHandler, RouteHandlers, RouteHandlersOf } from "../../../lambdas/shared/http-request.js";
import type { FunctionLog } from "../../../lambdas/shared/logger.js";

const ID = "0b3d4f8e-6a51-4c8e-9a57-2f1d1c7b9e01";
const caller: Caller = {
  workspaceId: ID,
  keyId: "key-1",
  keyHash: "0".repeat(64),
  name: "CI",
  scopes: ["admin"],
  planName: "team",
  plan: DEFAULT_PLANS.team as Plan,
  by: "key",
};
const log = { info: () => undefined, warn: () => undefined, error: () => undefined, with: () => log } as FunctionLog;

async function call(routes: RouteHandlers, method: string, path: string, body?: unknown) {
  const app = createHttpApp({
    routes,
    corsOrigins: [],
    admission: { authenticate: async () => caller, limiter: async () => undefined },
    originSecrets: undefined,
    log,
    streaming: false,
  });
  const event = {
    rawPath: path,
    rawQueryString: "",
    headers: {},
    requestContext: { http: { method }, requestId: "r" },
    isBase64Encoded: false,
    body: JSON.stringify(body),
  } as unknown as HttpEvent;
  const { statusCode, body: text } = await app(event, { awsRequestId: "i" } as Context);
  return { status: statusCode, text: text as string };
}

describe("the types of a route handler", () => {
  test("a path parameter is a string, and a name that the path lacks is a compile error", async () => {
    const revokeKey: RouteHandler<"revokeKey"> = async ({ params, respond }) => {
      const id: string = params.id;
      // @ts-expect-error -- the path is /api/v1/keys/{id}
      expect(params.keyId).toBeUndefined();
      expect(id).toBe(ID);
      return respond(204);
    };
    expect(await call({ revokeKey }, "DELETE", `/api/v1/keys/${ID}`)).toEqual({ status: 204, text: "" });
  });

  test("a path without parameters has no parameter names", () => {
    // @ts-expect-error -- the path has no segment in braces
    const name: PathParam<"/api/v1/keys"> = "id";
    const names: PathParam<"/{a}/b/{c}">[] = ["a", "c"];
    expect([name, ...names]).toEqual(["id", "a", "c"]);
  });

  test("a status that the route does not declare is a compile error", () => {
    const listKeys: RouteHandler<"listKeys"> = async ({ respond }) =>
      // @ts-expect-error -- the route declares 200 only
      Promise.resolve(respond(201, { keys: [] }));
    expect(listKeys).toBeInstanceOf(Function);
  });

  test("a body that differs from the schema of its status is a compile error, and returns 500 when it is sent", async () => {
    const listKeys: RouteHandler<"listKeys"> = async ({ respond }) =>
      // @ts-expect-error -- a key has an ID
      Promise.resolve(respond(200, { keys: [{ name: "CI", scopes: [], createdAt: "2026-11-01T12:00:00.000Z" }] }));
    expect((await call({ listKeys }, "GET", "/api/v1/keys")).status).toBe(500);
  });

  test("a missing body is a compile error, and returns 500 when it is sent", async () => {
    // @ts-expect-error -- 200 has a body
    const listKeys: RouteHandler<"listKeys"> = async ({ respond }) => Promise.resolve(respond(200));
    expect((await call({ listKeys }, "GET", "/api/v1/keys")).status).toBe(500);
  });

  test("the body is typed by the status where statuses have different schemas", () => {
    const createRender: RouteHandler<"createRender"> = async ({ respond }) => {
      const dryRun = {
        status: "valid" as const,
        valid: true as const,
        template: ID,
        version: 1,
        width: 1,
        height: 1,
        warnings: [],
      };
      respond(200, dryRun);
      // @ts-expect-error -- 202 is a job
      return Promise.resolve(respond(202, dryRun));
    };
    expect(createRender).toBeInstanceOf(Function);
  });

  test("a body for a status without a body is a compile error, and is not sent", async () => {
    const revokeKey: RouteHandler<"revokeKey"> = async ({ respond }) =>
      // @ts-expect-error -- 204 has no body
      Promise.resolve(respond(204, { id: ID }));
    expect(await call({ revokeKey }, "DELETE", `/api/v1/keys/${ID}`)).toEqual({ status: 204, text: "" });
  });

  test("a body is sent with the fields of its schema only", async () => {
    const key = { id: ID, name: "CI", scopes: ["render" as const], createdAt: "2026-11-01T12:00:00.000Z" };
    const listKeys: RouteHandler<"listKeys"> = async ({ respond }) => {
      const record = { ...key, hash: "secret" };
      return Promise.resolve(respond(200, { keys: [record] }));
    };
    const { text } = await call({ listKeys }, "GET", "/api/v1/keys");
    expect(JSON.parse(text)).toEqual({ keys: [key] });
  });

  test("a function without a handler for one of its routes is a compile error", () => {
    const respond404 = async () => Promise.resolve({ statusCode: 404, headers: {}, body: "" });
    const complete = { getSignedImage: respond404, headSignedImage: respond404 } satisfies RouteHandlersOf<"image">;
    // @ts-expect-error -- HEAD is missing
    const incomplete: RouteHandlersOf<"image"> = { getSignedImage: respond404 };
    expect(Object.keys(complete)).toHaveLength(Object.keys(incomplete).length + 1);
  });
});
