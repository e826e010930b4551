import { buffer } from "node:stream/consumers";
import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { type Poll, startRuntimeApi } from "../../src/functions/runtime-api.js";
import { cleanUp, closeAfterTest, until } from "./support.js";

jest.setTimeout(60_000);
afterEach(cleanUp);

/** The API of a process with one running invocation, `known`. */
async function startApi() {
  const polls: Poll[] = [];
  const initErrors: string[] = [];
  const api = await startRuntimeApi({
    onNext: (poll) => polls.push(poll),
    onResponse: async (requestId, response) => {
      await buffer(response);
      return requestId === "known" ? "accepted" : undefined;
    },
    onError: (requestId) => requestId === "known",
    onInitError: (payload) => initErrors.push(payload.toString()),
  });
  closeAfterTest(async () => api.close());
  return { base: `http://${api.address}/2018-06-01/runtime`, polls, initErrors };
}

describe("the Runtime API", () => {
  test("the Runtime API keeps a poll open until there is an invocation, and returns its headers and payload", async () => {
    const { base, polls } = await startApi();
    const polling = fetch(`${base}/invocation/next`);
    await until(() => polls.length === 1);
    polls[0]?.deliver(
      { requestId: "r-1", traceId: "Root=1", payload: Buffer.from(`{"a":"ä"}`) },
      { arn: "arn:aws:lambda:us-east-1:000000000000:function:f", deadlineMs: 1_700_000_000_123 },
    );
    const response = await polling;
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "lambda-runtime-aws-request-id": "r-1",
      "lambda-runtime-deadline-ms": "1700000000123",
      "lambda-runtime-invoked-function-arn": "arn:aws:lambda:us-east-1:000000000000:function:f",
      "lambda-runtime-trace-id": "Root=1",
    });
    expect(await response.json()).toEqual({ a: "ä" });
  });

  test.each([
    ["POST", "invocation/known/response", 202],
    ["POST", "invocation/known/error", 202],
    ["POST", "invocation/unknown/response", 400],
    ["POST", "invocation/unknown/error", 400],
    ["POST", "init/error", 202],
    ["POST", "invocation/next", 404],
    ["GET", "invocation/known/response", 404],
    ["POST", "elsewhere", 404],
  ])("the Runtime API responds to %s %s with %i", async (method, path, status) => {
    const { base, initErrors } = await startApi();
    const response = await fetch(`${base}/${path}`, { method, ...(method === "POST" && { body: "{}" }) });
    expect(response.status).toBe(status);
    await response.text();
    expect(initErrors).toEqual(path === "init/error" ? ["{}"] : []);
  });
});
