import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { CloudFormationCustomResourceEvent } from "aws-lambda";
import { type CustomResource, respondToCustomResource } from "../../../lambdas/bootstrap/custom-resource.js";

/** In place of the presigned URL of CloudFormation. */
let server: Server;
let responses: unknown[];

beforeEach(async () => {
  responses = [];
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      responses.push(JSON.parse(body));
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterEach(() => void server.close());

async function run(requestType: "Create" | "Update" | "Delete", resource: CustomResource, remainingMs = 60_000) {
  const event = {
    RequestType: requestType,
    ...(requestType !== "Create" && { PhysicalResourceId: "physical" }),
    ResponseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    StackId: "stack",
    RequestId: "request",
    LogicalResourceId: "Bootstrap",
  } as unknown as CloudFormationCustomResourceEvent;
  const context = { logStreamName: "stream", getRemainingTimeInMillis: () => remainingMs };
  await respondToCustomResource(event, context, { error: () => undefined }, resource);
  return responses;
}

const endless = new Promise<never>(() => undefined);
const done: CustomResource = { apply: () => Promise.resolve({ physicalResourceId: "workspace", data: { A: "1" } }) };

test("a custom resource that works reports its ID and its attributes", async () => {
  expect(await run("Create", done)).toMatchObject([
    { Status: "SUCCESS", PhysicalResourceId: "workspace", Data: { A: "1" }, StackId: "stack", RequestId: "request" },
  ]);
});

test.each(["Create", "Update"] as const)(
  "CloudFormation gets a failure with its reason before the function times out in a %s",
  async (requestType) => {
    let aborted = false;
    const apply: CustomResource["apply"] = (_event, signal) => {
      signal.addEventListener("abort", () => (aborted = true));
      return endless;
    };
    const [response] = await run(requestType, { apply }, 10_020);
    expect(response).toMatchObject({
      Status: "FAILED",
      PhysicalResourceId: requestType === "Create" ? "request" : "physical",
      Reason: expect.stringMatching(/did not end within 0 s.*log stream stream/),
    });
    expect(aborted).toBe(true);
  },
);

test("a delete that takes too long fails and says that it can be continued", async () => {
  const [response] = await run("Delete", { ...done, remove: () => endless }, 10_020);
  expect(response).toMatchObject({ Status: "FAILED", Reason: expect.stringContaining("Run it again to continue") });
});

test("a delete of a resource that leaves nothing behind succeeds without running it", async () => {
  const failing: CustomResource = { apply: () => Promise.reject(new Error("must not run")) };
  expect(await run("Delete", failing)).toMatchObject([{ Status: "SUCCESS", PhysicalResourceId: "physical" }]);
});
