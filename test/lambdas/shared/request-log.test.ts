import { describe, expect, test } from "@jest/globals";
import { ServiceError } from "../../../core/contract/errors.js";
import type { RouteHandlers } from "../../../lambdas/shared/http-request.js";
import { caller, method, setUp, USAGE } from "./http-app-fixture.js";

const GOOD = { body: '{"apiKey":"x"}' };
const good: RouteHandlers = { createSession: async () => ({ statusCode: 200, headers: {}, body: "" }) };
const failing = (error: Error): RouteHandlers => ({ createSession: async () => Promise.reject(error) });

describe("the log line of a request", () => {
  test("each request is logged with the viewer's address, its status, and its ID in the access log", async () => {
    const viewer = { "x-irs-viewer-address": "203.0.113.7" };
    const line = { event: "request", requestId: "edge-1", gatewayRequestId: "g", viewerAddress: "203.0.113.7" };
    const { call, info } = setUp({ routes: good });
    await call({ ...GOOD, ...method("POST") }, viewer);
    const route = "POST /api/v1/session";
    expect(info).toHaveBeenCalledWith("Request", { ...line, route, status: 200 });
    const other = setUp({ routes: failing(new ServiceError("NOT_FOUND", "no")) });
    await other.call({ ...GOOD, ...method("POST") }, viewer);
    expect(other.info).toHaveBeenCalledWith("Request", { ...line, route, status: 404, code: "NOT_FOUND" });
    expect(other.info).toHaveBeenCalledTimes(1);
  });

  test.each([
    ["UNAUTHORIZED", "key"],
    ["FORBIDDEN", "key"],
    ["PAYMENT_REQUIRED", "credits"],
    ["RATE_LIMITED", "limit"],
    ["VALIDATION_ERROR", "content"],
    ["PAYLOAD_TOO_LARGE", "content"],
    ["NOT_FOUND", undefined],
    ["INTERNAL", undefined],
  ] as const)("the log line of a response with the code %s names the refusal %s", async (code, refusal) => {
    const { call, info } = setUp({ routes: failing(new ServiceError(code, "no")) });
    await call(GOOD);
    expect(info).toHaveBeenCalledWith("Request", expect.objectContaining({ code, refusal }));
  });

  test("the log line of a request names the workspace, and the job or batch in its path, and no other part of the path", async () => {
    const { call, info } = setUp({ routes: {} });
    const id = "0b3d4f8e-6a51-4c8e-9a57-2f1d1c7b9e02";
    await call({ rawPath: `/api/v1/renders/${id.toUpperCase()}/asset`, ...method("GET") });
    await call({ rawPath: `/api/v1/renders/batches/${id}/cancel`, ...method("POST") });
    await call({ rawPath: "/api/v1/img/secret-name", ...method("GET") });
    const lines = info.mock.calls.map(([, facts]) => facts as Record<string, unknown>);
    expect(lines.map(({ jobId, batchId }) => [jobId, batchId])).toEqual([
      [id, undefined],
      [undefined, id],
      [undefined, undefined],
    ]);
    expect(JSON.stringify(lines)).not.toContain("secret-name");
  });

  test("the log line of a request that creates a job names the job of its Location", async () => {
    const id = "0b3d4f8e-6a51-4c8e-9a57-2f1d1c7b9e03";
    const routes: RouteHandlers = {
      getUsage: async () => ({ statusCode: 202, headers: { location: `/api/v1/renders/${id}` }, body: "" }),
    };
    const { call, info } = setUp({ routes });
    await call(USAGE);
    const { workspaceId } = caller;
    expect(info).toHaveBeenCalledWith("Request", expect.objectContaining({ jobId: id, workspaceId }));
  });
});
