import { expect, test } from "@jest/globals";
import { SQSClient } from "@aws-sdk/client-sqs";
import type { AsyncOutcome, AsyncSettings, FunctionPool } from "../../src/functions/function-types.js";
import { ALLOW_ALL, type Authorizer } from "../../src/permissions/aws-call.js";
import { compilePolicy } from "../../src/permissions/policy.js";
import { Permissions } from "../../src/permissions/permissions.js";
import type { Rule } from "../../src/services/event-bus/rule.js";
import { FunctionRegistry } from "../../src/template/function-registry.js";
import type { ProvisionedStack } from "../../src/template/stack.js";
import { createDelivery, putRules } from "../../src/wiring/event-delivery.js";

/** Returns a stack with one rule, whose target is a queue with this message group. */
function stackWith(MessageGroupId: string): ProvisionedStack {
  const properties = {
    EventPattern: { source: ["shop"] },
    Targets: [{ Id: "t", Arn: "arn:queue", SqsParameters: { MessageGroupId } }],
  };
  const rule = { logicalId: "Orders", type: "AWS::Events::Rule", properties, physicalId: "orders", attributes: {} };
  return { resources: new Map([["Orders", rule]]) } as unknown as ProvisionedStack;
}

test("a rule whose message group is a path is refused with its place, because EventBridge would use the path as text", () => {
  const rules: Rule[] = [];
  const bus = { putRule: (rule: Rule) => void rules.push(rule) };
  expect(() => putRules(stackWith("$.detail.owner"), bus)).toThrow(
    /^Orders\.Targets\.0\.SqsParameters\.MessageGroupId: is a path into the event\. .+ Give a constant, or let the consumer/,
  );
  putRules(stackWith("orders"), bus);
  expect(rules.flatMap(({ targets }) => targets)).toMatchObject([{ arn: "arn:queue", messageGroupId: "orders" }]);
});

/** Delivers one event to a function with the given outcome. Resolves to the settings of the invocation. */
async function deliverTo(
  outcome: AsyncOutcome,
  authorizer: Authorizer = ALLOW_ALL,
): Promise<AsyncSettings | undefined> {
  let used: AsyncSettings | undefined;
  const pool = {
    invokeAsync: async (_event: unknown, settings?: AsyncSettings) => {
      used = settings;
      return outcome;
    },
  } as FunctionPool;
  const functions = new FunctionRegistry({ add: () => pool });
  functions.declare({
    ...{ name: "sweeper", arn: "arn:sweeper", functionName: "sweeper", codeDir: "/code", handler: "index.handler" },
    ...{ environment: {}, layerDirs: [], timeoutSeconds: 3, memoryMb: 128 },
  });
  functions.setAsync("sweeper", { maxRetries: 0, maxAgeSeconds: 60 });
  const deliver = createDelivery({ functions, sqs: new SQSClient({}), stack: () => undefined, authorizer });
  await deliver("arn:sweeper", {}, { ruleArn: "arn:rule" });
  return used;
}

test("a function that is invoked with an event has the settings of its EventInvokeConfig", async () => {
  expect(await deliverTo({ succeeded: true, attempts: 1 })).toEqual({ maxRetries: 0, maxAgeSeconds: 60 });
});

test("the bus delivers an event again if it did not reach the function, but not if the function failed or it was too old", async () => {
  await expect(deliverTo({ succeeded: false, attempts: 0 })).rejects.toThrow("the function did not run");
  await deliverTo({ succeeded: false, attempts: 0, expired: true });
  await deliverTo({ succeeded: false, attempts: 1, errorPayload: Buffer.from("{}") });
});

test("a rule reaches a function only if the policy of the function names EventBridge and the rule", async () => {
  const permissions = new Permissions({ enforced: true, denials: [] });
  const outcome = { succeeded: true, attempts: 1 };
  await expect(deliverTo(outcome, permissions)).rejects.toThrow(
    "User: events.amazonaws.com is not authorized to perform: lambda:InvokeFunction on resource: arn:sweeper " +
      "because no resource-based policy allows the lambda:InvokeFunction action",
  );
  const statement = {
    ...{ Effect: "Allow", Action: "lambda:InvokeFunction", Resource: "arn:sweeper" },
    Principal: { Service: "events.amazonaws.com" },
    Condition: { ArnLike: { "aws:SourceArn": "arn:rule" } },
  };
  permissions.putResourcePolicy("arn:sweeper", compilePolicy({ Statement: statement }, "Permission"));
  await deliverTo(outcome, permissions);
});
