import { CfnResource, Stack } from "aws-cdk-lib";
import { CfnRule } from "aws-cdk-lib/aws-events";
import { describe, expect, test } from "@jest/globals";
import { idleCostOf } from "./idle-cost.js";
import { newApp, templateOf } from "./app-with.js";
import type { TemplateJson } from "./template-json.js";

function templateWith(add: (stack: Stack) => void): TemplateJson {
  const stack = new Stack(newApp(), "Test");
  add(stack);
  return templateOf(stack);
}

/** A function with 1 GB that a schedule invokes. */
function scheduled(expression: string): TemplateJson {
  return templateWith((stack) => {
    const fn = new CfnResource(stack, "Function", { type: "AWS::Lambda::Function", properties: { MemorySize: 1024 } });
    const targets = [{ arn: fn.getAtt("Arn").toString(), id: "Target" }];
    new CfnRule(stack, "Rule", { scheduleExpression: expression, targets });
  });
}

describe("the cost of an idle stack", () => {
  test("a type of resource with an unknown price is refused by its name", () => {
    const template = templateWith((stack) => {
      new CfnResource(stack, "Gateway", { type: "AWS::EC2::NatGateway" });
      new CfnResource(stack, "Queue", { type: "AWS::SQS::Queue" });
    });
    expect(() => idleCostOf(template)).toThrow("does not know what AWS::EC2::NatGateway costs while idle");
  });

  test("a cron rule costs as much as its runs in a month", () => {
    const perRun = idleCostOf(scheduled("rate(1 day)")).schedules / (730 / 24);
    expect(perRun).toBeGreaterThan(0);
    // 2026 has 52 Mondays, and 12 times 31 days or less with a 31st in seven months.
    expect(idleCostOf(scheduled("cron(0 3 ? * MON *)")).schedules).toBeCloseTo((perRun * 52) / 12, 12);
    expect(idleCostOf(scheduled("cron(0,30 3 31 * ? *)")).schedules).toBeCloseTo((perRun * 2 * 7) / 12, 12);
  });
});
