import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CustomResources } from "../../../src/template/custom-resources/custom-resources.js";
import { type CustomResourceRequest } from "../../../src/template/custom-resources/protocol.js";
import {
  type ResponseReceiver,
  startResponseReceiver,
} from "../../../src/template/custom-resources/response-receiver.js";

const FUNCTION_ARN = "arn:aws:lambda:us-east-1:000000000000:function:bootstrap";
const DONE = { payload: Buffer.from("null") };

type Answer = Record<string, unknown> | undefined;

/** A function behind custom resources, run in process: it PUTs what `answer` says, over real HTTP. */
class BootstrapFunction {
  readonly requests: CustomResourceRequest[] = [];
  answer: (request: CustomResourceRequest) => Answer = () => ({
    PhysicalResourceId: "workspace-1",
    Data: { Id: "w1" },
  });

  readonly invoke = async (arn: string, request: CustomResourceRequest) => {
    expect(arn).toBe(FUNCTION_ARN);
    this.requests.push(request);
    const answer = this.answer(request);
    if (answer) {
      const { StackId, RequestId, LogicalResourceId } = request;
      const body = JSON.stringify({ Status: "SUCCESS", StackId, RequestId, LogicalResourceId, ...answer });
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

/** The custom resources as a runner that was just started has them. */
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
  test("the function gets CloudFormation's request, with scalars as texts, and its Data become attributes", async () => {
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

  test.each<[string, Answer, string]>([
    ["FAILED stops with its reason", { Status: "FAILED", Reason: "no luck" }, "Bootstrap: Create failed: no luck"],
    ["an answer without a physical id is refused", {}, "not as CloudFormation expects it"],
    ["an answer to another request is refused", { PhysicalResourceId: "x", RequestId: "other" }, "another RequestId"],
    ["an answer over 4,096 bytes is refused", { PhysicalResourceId: "x", Data: { Id: "x".repeat(4_096) } }, "exceeds"],
    ["no answer is noticed when the function ends", undefined, "ended without an answer to the ResponseURL"],
  ])("%s", async (_, answer, message) => {
    bootstrap.answer = () => answer;
    await expect(started().provision(resource())).rejects.toThrow(message);
    bootstrap.answer = () => ({ PhysicalResourceId: "workspace-1" });
    await started().provision(resource());
    expect(bootstrap.requests.map(({ RequestType }) => RequestType)).toEqual(["Create", "Create"]);
  });

  test("a function that breaks stops with its message", async () => {
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
  test("unchanged properties send nothing, and the attributes are still there", async () => {
    const first = await started().provision(resource({ Keys: 3 }));
    expect(await started().provision(resource({ Keys: 3 }))).toEqual(first);
    expect(bootstrap.requests).toHaveLength(1);
  });

  test("changed properties send an Update with the old ones; the same physical id deletes nothing", async () => {
    await started().provision(resource({ Keys: 3 }));
    bootstrap.answer = () => ({ PhysicalResourceId: "workspace-1", Data: { Id: "w2" } });
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

  test("a failed Update is tried again from the last success", async () => {
    await started().provision(resource({ Keys: 3 }));
    bootstrap.answer = () => ({ Status: "FAILED", Reason: "not now" });
    await expect(started().provision(resource({ Keys: 4 }))).rejects.toThrow("Update failed: not now");
    bootstrap.answer = () => ({ PhysicalResourceId: "workspace-1" });
    await started().provision(resource({ Keys: 5 }));
    expect(bootstrap.requests[2]).toMatchObject({ RequestType: "Update", OldResourceProperties: { Keys: "3" } });
  });

  test("an Update under another physical id deletes the former one at the end", async () => {
    await started().provision(resource({ Keys: 3 }));
    bootstrap.answer = () => ({ PhysicalResourceId: "workspace-2" });
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
  test("a resource that is gone from the template is deleted, once", async () => {
    await started().provision(resource());
    await started().cleanUp(new Set());
    await started().cleanUp(new Set());
    expect(bootstrap.requests.map(({ RequestType }) => RequestType)).toEqual(["Create", "Delete"]);
  });

  test("a Delete that fails is told of and stops nothing", async () => {
    await started().provision(resource());
    bootstrap.answer = () => ({ Status: "FAILED", Reason: "still needed" });
    await started().cleanUp(new Set());
    expect(notices).toEqual([expect.stringContaining("still needed")]);
  });
});

test("the state may hold secrets, so it is its owner's alone to read", async () => {
  bootstrap.answer = () => ({ PhysicalResourceId: "p", NoEcho: true, Data: { Key: "irs_secret" } });
  expect((await started().provision(resource())).noEcho).toBe(true);
  expect(readFileSync(stateFile(), "utf8")).toContain("irs_secret");
  expect(statSync(stateFile()).mode & 0o777).toBe(0o600);
});

test("a response URL takes nothing after its request has ended", async () => {
  await started().provision(resource());
  const url = bootstrap.requests[0]?.ResponseURL ?? "";
  expect((await fetch(url, { method: "PUT", body: "{}" })).status).toBe(403);
});
