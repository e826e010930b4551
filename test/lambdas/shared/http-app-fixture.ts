/** An HTTP function with its own log and limiter, and the events that it receives. */
import { jest } from "@jest/globals";
import type { Context } from "aws-lambda";
import type { Authenticate, Caller } from "../../../core/access/authenticate.js";
import type { LimitCaller } from "../../../core/access/caller-limiter.js";
import type { Admission } from "../../../core/access/rate-limiter.js";
import { DEFAULT_PLANS, type Plan } from "../../../core/contract/plans.js";
import { createHttpApp } from "../../../lambdas/shared/http-app.js";
import type { HttpEvent } from "../../../lambdas/shared/http-event.js";
import type { RouteHandlers } from "../../../lambdas/shared/http-request.js";
import type { FunctionLog } from "../../../lambdas/shared/logger.js";

export const SECRET = "origin-secret";
export const caller: Caller = {
  workspaceId: "0b3d4f8e-6a51-4c8e-9a57-2f1d1c7b9e01",
  keyId: "key-1",
  keyHash: "0".repeat(64),
  name: "CI",
  scopes: ["admin"],
  planName: "team",
  plan: DEFAULT_PLANS.team as Plan,
  by: "key",
};
export const admission: Admission = {
  allowed: true,
  rate: { perSecond: 5, burst: 50 },
  remaining: 49,
  resetSeconds: 1,
  retryAfterSeconds: 0,
};

interface Setup {
  readonly routes: RouteHandlers;
  readonly caller?: Caller;
  readonly authenticate?: Authenticate;
  /** How long the invocation can still run. */
  readonly remainingMs?: number;
  readonly admission?: Admission | undefined;
  readonly corsOrigins?: readonly string[];
  readonly refresh?: () => Promise<void>;
  readonly originSecrets?: readonly string[];
}

export function setUp(setup: Setup) {
  const error = jest.fn();
  const info = jest.fn();
  const log = { info, warn: () => undefined, error } as unknown as FunctionLog;
  Object.assign(log, { with: () => log });
  const limiter = jest.fn<LimitCaller>(async () => ("admission" in setup ? setup.admission : admission));
  const app = createHttpApp({
    routes: setup.routes,
    corsOrigins: setup.corsOrigins ?? [],
    admission: { authenticate: setup.authenticate ?? (async () => setup.caller ?? caller), limiter },
    originSecrets: async () => setup.originSecrets ?? [SECRET],
    log,
    streaming: false,
    ...(setup.refresh !== undefined && { refresh: setup.refresh }),
  });
  const context = {
    awsRequestId: "invocation-1",
    getRemainingTimeInMillis: () => setup.remainingMs ?? 30_000,
  } as Context;
  const call = async (change: Partial<HttpEvent> = {}, headers: Record<string, string> = {}) => {
    const event = {
      rawPath: "/api/v1/session",
      rawQueryString: "",
      headers: {
        "x-irs-origin-secret": SECRET,
        "x-irs-request-id": "edge-1",
        "x-irs-base-url": "https://i.example",
        ...headers,
      },
      requestContext: { http: { method: "POST" }, requestId: "gateway-1" },
      isBase64Encoded: false,
      ...change,
    } as unknown as HttpEvent;
    const response = await app(event, context);
    const { body } = response;
    const isJson = typeof body === "string" && body.startsWith("{");
    return { ...response, json: (isJson ? JSON.parse(body) : {}) as Record<string, unknown> };
  };
  return { call, error, info, limiter };
}

export const method = (name: string) => ({
  requestContext: { http: { method: name }, requestId: "g" } as HttpEvent["requestContext"],
});
export const KEYS = { rawPath: "/api/v1/keys", ...method("GET") };
export const USAGE = { rawPath: "/api/v1/usage", ...method("GET") };
