import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CustomResources } from "../../../src/template/custom-resources/custom-resources.js";
import type { CustomResourceRequest } from "../../../src/template/custom-resources/protocol.js";
import {
  type ResponseReceiver,
  startResponseReceiver,
} from "../../../src/template/custom-resources/response-receiver.js";

const FUNCTION_ARN = "arn:aws:lambda:us-east-1:000000000000:function:bootstrap";
const DONE = { payload: Buffer.from("null") };

type ResponseBody = Record<string, unknown> | undefined;

/** A function for custom resources in this process. It sends the result of `respond` with a PUT over HTTP. */
class BootstrapFunction {
  readonly requests: CustomResourceRequest[] = [];
  respond: (request: CustomResourceRequest) => ResponseBody = () => ({
    PhysicalResourceId: "workspace-1",
    Data: { Id: "w1" },
  });

  readonly invoke = async (arn: string, request: CustomResourceRequest) => {
    expect(arn).toBe(FUNCTION_ARN);
    this.requests.push(request);
    const response = this.respond(request);
    if (response) {
      const { StackId, RequestId, LogicalResourceId } = request;
      const body = JSON.stringify({ Status: "SUCCESS", StackId, RequestId, LogicalResourceId, ...response });
      await fetch(request.ResponseURL, { method: "PUT", body });
    }
    return DONE;
  };
}

let dir: string;
let receiver: ResponseReceiver;
let bootstrap: BootstrapFunction;
let notices: string[];
const stateFile = () => join(dir, "custom-resources.json");

/** The custom resources of a runner that has just started. */
const started = () =>
  new CustomResources({
    stackId: "arn:stack",
    stateFile: stateFile(),
    receiver,
    invoke: bootstrap.invoke,
    onNotice: (notice) => notices.push(notice),
  });
const resource = (properties: Record<string, string | number | boolean> = {}, logicalId = "Bootstrap") => ({
  logicalId,
  type: "Custom::Bootstrap",
  properties: { ServiceToken: FUNCTION_ARN, ...properties },
});

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "custom-resources-"));
  receiver = await startResponseReceiver();
  bootstrap = new BootstrapFunction();
  notices = [];
});
afterEach(async () => {
  await receiver.close();
  rmSync(dir, { recursive: true });
});

describe("create", () => {
  test("a new custom resource sends a Create with scalars as strings, and gets its attributes from Data of the response", async () => {
    const identity = await started().provision(resource({ Keys: 3, Enabled: true }));
    expect(identity).toEqual({ physicalId: "workspace-1", attributes: { Id: "w1" }, noEcho: false });
    expect(bootstrap.requests).toEqual([
      {
        RequestType: "Create",
        ServiceToken: FUNCTION_ARN,
        ResponseURL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/.+/),
        StackId: "arn:stack",
        RequestId: expect.any(String),
        ResourceType: "Custom::Bootstrap",
        LogicalResourceId: "Bootstrap",
        ResourceProperties: { ServiceToken: FUNCTION_ARN, Keys: "3", Enabled: "true" },
      },
    ]);
  });

  test.each<[string, ResponseBody, string]>([
    ["with FAILED", { Status: "FAILED", Reason: "no luck" }, "Bootstrap: Create failed: no luck"],
    ["without a physical ID", {}, "the response is not valid"],
    ["to another request", { PhysicalResourceId: "x", RequestId: "other" }, "another RequestId"],
    ["of more than 4,096 bytes", { PhysicalResourceId: "x", Data: { Id: "x".repeat(4_096) } }, "exceeds"],
    ["that is missing when the function ends", undefined, "ended without a response to the ResponseURL"],
  ])("a response %s stops the start, and the next start sends a Create again", async (_, response, message) => {
    bootstrap.respond = () => response;
    await expect(started().provision(resource())).rejects.toThrow(message);
    bootstrap.respond = () => ({ PhysicalResourceId: "workspace-1" });
    await started().provision(resource());
    expect(bootstrap.requests.map(({ RequestType }) => RequestType)).toEqual(["Create", "Create"]);
  });

  test("the error of a function without a response is the reason of the failure", async () => {
    const broken = new CustomResources({
      stackId: "arn:stack",
      stateFile: stateFile(),
      receiver,
      invoke: async () => ({
        functionError: "Unhandled",
        payload: Buffer.from('{"errorType":"Error","errorMessage":"boom"}'),
      }),
      onNotice: () => undefined,
    });
    await expect(broken.provision(resource())).rejects.toThrow("Bootstrap: Create failed: boom");
  });
});

describe("restart", () => {
  test("a restart with the same properties sends nothing and keeps the attributes", async () => {
    const first = await started().provision(resource({ Keys: 3 }));
    expect(await started().provision(resource({ Keys: 3 }))).toEqual(first);
    expect(bootstrap.requests).toHaveLength(1);
  });

  test("a restart with other properties sends an Update with the old ones, and no Delete for the same physical ID", async () => {
    await started().provision(resource({ Keys: 3 }));
    bootstrap.respond = () => ({ PhysicalResourceId: "workspace-1", Data: { Id: "w2" } });
    const again = started();
    expect((await again.provision(resource({ Keys: 4 }))).attributes).toEqual({ Id: "w2" });
    await again.cleanUp(new Set(["Bootstrap"]));
    expect(bootstrap.requests).toHaveLength(2);
    expect(bootstrap.requests[1]).toMatchObject({
      RequestType: "Update",
      PhysicalResourceId: "workspace-1",
      ResourceProperties: { Keys: "4" },
      OldResourceProperties: { Keys: "3" },
    });
  });

  test("after a failed Update, the next Update has the properties of the last success as the old ones", async () => {
    await started().provision(resource({ Keys: 3 }));
    bootstrap.respond = () => ({ Status: "FAILED", Reason: "not now" });
    await expect(started().provision(resource({ Keys: 4 }))).rejects.toThrow("Update failed: not now");
    bootstrap.respond = () => ({ PhysicalResourceId: "workspace-1" });
    await started().provision(resource({ Keys: 5 }));
    expect(bootstrap.requests[2]).toMatchObject({ RequestType: "Update", OldResourceProperties: { Keys: "3" } });
  });

  test("an Update that returns another physical ID deletes the previous resource at the end", async () => {
    await started().provision(resource({ Keys: 3 }));
    bootstrap.respond = () => ({ PhysicalResourceId: "workspace-2" });
    const again = started();
    await again.provision(resource({ Keys: 4 }));
    await again.cleanUp(new Set(["Bootstrap"]));
    expect(bootstrap.requests[2]).toMatchObject({
      RequestType: "Delete",
      PhysicalResourceId: "workspace-1",
      ResourceProperties: { Keys: "3" },
    });
  });
});

describe("removal", () => {
  test("a resource that is no longer in the template is deleted once", async () => {
    await started().provision(resource());
    await started().cleanUp(new Set());
    await started().cleanUp(new Set());
    expect(bootstrap.requests.map(({ RequestType }) => RequestType)).toEqual(["Create", "Delete"]);
  });

  test("a Delete that fails is reported and does not stop the start", async () => {
    await started().provision(resource());
    bootstrap.respond = () => ({ Status: "FAILED", Reason: "still needed" });
    await started().cleanUp(new Set());
    expect(notices).toEqual([expect.stringContaining("still needed")]);
  });
});

test("only the owner can read the state file, because it may contain secrets", async () => {
  bootstrap.respond = () => ({ PhysicalResourceId: "p", NoEcho: true, Data: { Key: "irs_secret" } });
  expect((await started().provision(resource())).noEcho).toBe(true);
  expect(readFileSync(stateFile(), "utf8")).toContain("irs_secret");
  expect(statSync(stateFile()).mode & 0o777).toBe(0o600);
});

test("a response URL refuses a PUT after its request has ended", async () => {
  await started().provision(resource());
  const url = bootstrap.requests[0]?.ResponseURL ?? "";
  expect((await fetch(url, { method: "PUT", body: "{}" })).status).toBe(403);
});
