import { describe, expect, test } from "@jest/globals";
import type { EventEnvelope, RuleTarget } from "../../../src/services/event-bus/rule.js";
import { checkTarget, targetInput } from "../../../src/services/event-bus/target-input.js";

const event: EventEnvelope = {
  version: "0",
  id: "1",
  "detail-type": "Render Completed",
  source: "images",
  account: "000000000000",
  time: "2026-01-01T00:00:00Z",
  region: "us-east-1",
  resources: [],
  detail: { id: "r1", note: 'a "b"\n', sizes: [{ width: 3 }], "a.b": 1 },
};
const rule = { name: "completed", busName: "images", eventPattern: {}, targets: [] };
const inputFor = (target: Partial<RuleTarget>): unknown =>
  targetInput(event, rule, { id: "t", arn: "arn:t", ...target });
const paths = { id: "$.detail.id", note: "$.detail.note", width: "$.detail.sizes[0].width", none: "$.detail.none" };
const transformed = (inputTemplate: string): unknown =>
  inputFor({ inputTransformer: { inputPathsMap: paths, inputTemplate } });

describe("the input of a target", () => {
  test("a target gets the whole event by default", () => {
    expect(inputFor({})).toEqual(event);
  });

  test("a target with Input gets the constant", () => {
    expect(inputFor({ input: '{"task": "sweep"}' })).toEqual({ task: "sweep" });
  });

  test("a target with InputPath gets that part of the event", () => {
    expect(inputFor({ inputPath: "$.detail.sizes" })).toEqual([{ width: 3 }]);
    expect(inputFor({ inputPath: "$.detail['a.b']" })).toBe(1);
    expect(inputFor({ inputPath: "$" })).toEqual(event);
  });

  test("a template contains values as text within quotes and as JSON outside", () => {
    expect(transformed('{"id": <id>, "width": <width>, "text": "<id> says <note>: <width>", "none": <none>}')).toEqual({
      id: "r1",
      width: 3,
      text: 'r1 says a "b"\n: 3',
      none: null,
    });
    expect(transformed('"render <id><none>"')).toBe("render r1");
  });

  test("a template can contain the event and the name and ARN of its rule", () => {
    expect(transformed('{"rule": "<aws.events.rule-name>", "event": <aws.events.event>}')).toEqual({
      rule: "completed",
      event,
    });
    expect(transformed("<aws.events.rule-arn>")).toBe("arn:aws:events:us-east-1:000000000000:rule/images/completed");
  });

  test.each([
    { inputPath: "detail.id" },
    { inputPath: "$.detail[*]" },
    { inputTransformer: { inputPathsMap: { a: "$..id" }, inputTemplate: "<a>" } },
    { input: "{}", inputPath: "$" },
  ])("checkTarget rejects the target %j", (target) => {
    expect(() => checkTarget({ id: "t", arn: "arn:t", ...target })).toThrow();
  });
});
