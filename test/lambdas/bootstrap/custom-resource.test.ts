import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { CloudFormationCustomResourceEvent } from "aws-lambda";
import {
  type CustomResource,
  isFailedCreate,
  respondToCustomResource,
} from "../../../lambdas/bootstrap/custom-resource.js";

/** The server that stands in for the presigned URL of CloudFormation. */
let server: Server;
let responses: unknown[];
/** The status of the server's responses. */
let status: number;

beforeEach(async () => {
  responses = [];
  status = 200;
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      responses.push(JSON.parse(body));
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterEach(() => void server.close());

/** CloudFormation's request IDs have the form of a workspace's ID. */
const REQUEST = "6b1e0c6e-2f0b-4a36-8d7c-3a4f6f1f2a90";

async function run(requestType: "Create" | "Update" | "Delete", resource: CustomResource, remainingMs = 60_000) {
  const event = {
    RequestType: requestType,
    ...(requestType !== "Create" && { PhysicalResourceId: "physical" }),
    ResponseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    StackId: "stack",
    RequestId: REQUEST,
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
    { Status: "SUCCESS", PhysicalResourceId: "workspace", Data: { A: "1" }, StackId: "stack", RequestId: REQUEST },
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
      PhysicalResourceId: requestType === "Create" ? `failed-${REQUEST}` : "physical",
      Reason: expect.stringMatching(/did not end within 0 s.*log stream stream/),
    });
    expect(aborted).toBe(true);
  },
);

test("the physical ID of a failed create is not an ID of a workspace", async () => {
  await run("Create", { apply: () => Promise.reject(new Error("no")) });
  const { PhysicalResourceId } = responses[0] as { PhysicalResourceId: string };
  expect(isFailedCreate(PhysicalResourceId)).toBe(true);
  expect([isFailedCreate(REQUEST), isFailedCreate("Test-Bootstrap-1ABCDEFGHIJKL")]).toEqual([false, true]);
});

test("a success is confirmed after CloudFormation has accepted the response, and not before", async () => {
  const seen: number[] = [];
  const confirmed = async () => void seen.push(responses.length);
  await run("Create", { ...done, confirmed });
  expect(seen).toEqual([1]);
  await run("Delete", { ...done, confirmed });
  status = 403;
  await expect(run("Create", { ...done, confirmed })).rejects.toThrow("CloudFormation refused the response");
  expect(seen).toEqual([1]);
});

test("a delete that takes too long fails and says that it can be continued", async () => {
  const [response] = await run("Delete", { ...done, remove: () => endless }, 10_020);
  expect(response).toMatchObject({ Status: "FAILED", Reason: expect.stringContaining("Run it again to continue") });
});

test("a delete of a resource that leaves nothing behind succeeds without running it", async () => {
  const failing: CustomResource = { apply: () => Promise.reject(new Error("must not run")) };
  expect(await run("Delete", failing)).toMatchObject([{ Status: "SUCCESS", PhysicalResourceId: "physical" }]);
});
