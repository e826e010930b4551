import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { idleCostOf, totalOf } from "./idle-cost.js";
import { resourcesOf, synthesize } from "./synthesize.js";

const template = synthesize();
const cost = idleCostOf(template);
const readme = readFileSync("README.md", "utf8").replaceAll("\n", " ");
const dollars = (amount: number): string => `$${amount.toFixed(2)}`;

describe("the cost of an idle stage", () => {
  test("an idle stage costs at most $4 a month", () => {
    expect(totalOf(cost)).toBeLessThanOrEqual(4);
  });

  test("the README states the cost of an idle stage as it follows from the template", () => {
    const [, total] = /an idle stage costs (\$[\d.]+) a month/.exec(readme) ?? [];
    expect(total).toBe(dollars(totalOf(cost)));
    const alarms = resourcesOf(template, "AWS::CloudWatch::Alarm").length;
    const secrets = resourcesOf(template, "AWS::SecretsManager::Secret").length;
    const parts = {
      [`${alarms} alarms`]: cost.alarms,
      [`${secrets} secrets`]: cost.secrets,
      "polling of the queues": cost.polling,
      "the sweeper": cost.schedules,
    };
    const rows = [...readme.matchAll(/\| ([^|]+) \| (\$\d\.\d\d) \|/g)].map(([, part, amount]) => [part, amount]);
    expect(rows).toEqual(Object.entries(parts).map(([part, amount]) => [part, dollars(amount)]));
  });

  test("an event source with a maximum concurrency is polled more than one without", () => {
    const mappings = resourcesOf(template, "AWS::Lambda::EventSourceMapping").map(([, { Properties }]) => Properties);
    const limited = mappings.filter((properties) => "ScalingConfig" in properties);
    expect([limited.length, mappings.length - limited.length]).toEqual([3, 3]);
    // 0.9 million receives a month with five pollers, 0.36 million with two, at $0.40 per million.
    expect(cost.polling).toBeCloseTo(3 * 0.36 + 3 * 0.144, 6);
  });
});
