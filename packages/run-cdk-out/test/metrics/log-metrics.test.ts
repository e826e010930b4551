import { expect, test } from "@jest/globals";
import { LogMetrics } from "../../src/metrics/log-metrics.js";
import type { ProvisionedResource } from "../../src/template/resource.js";
import type { ProvisionedStack } from "../../src/template/stack.js";

const fn = (logicalId: string, name: string, group: string): ProvisionedResource => ({
  logicalId,
  type: "AWS::Lambda::Function",
  givenName: name,
  physicalId: logicalId,
  attributes: {},
  properties: { LoggingConfig: { LogGroup: group } },
});
const filter = (logicalId: string, group: string, pattern: string, name: string, value = "1"): ProvisionedResource => ({
  logicalId,
  type: "AWS::Logs::MetricFilter",
  physicalId: logicalId,
  attributes: {},
  properties: {
    FilterPattern: pattern,
    LogGroupName: group,
    MetricTransformations: [{ MetricName: name, MetricNamespace: "App", MetricValue: value }],
  },
});
const alarm: ProvisionedResource = {
  logicalId: "ErrorsAlarm",
  type: "AWS::CloudWatch::Alarm",
  physicalId: "alarm",
  attributes: {},
  properties: { Namespace: "App", MetricName: "Errors" },
};

function stackOf(...resources: ProvisionedResource[]): ProvisionedStack {
  return {
    facts: { stackName: "s", idSeed: "s", stackId: "id", edgeDomain: "e" },
    resources: new Map(resources.map((one) => [one.logicalId, one])),
    outputs: {},
  };
}

const functions = [fn("Api", "api", "ApiLogs"), fn("Worker", "worker", "WorkerLogs")];

test("several filters count into one metric, which names its alarms", () => {
  const metrics = new LogMetrics();
  metrics.attach(
    stackOf(
      ...functions,
      filter("A", "ApiLogs", '{ $.level = "ERROR" }', "Errors"),
      filter("B", "WorkerLogs", '?"Task timed out"', "Errors"),
      alarm,
    ),
  );
  metrics.record("api", '{"level":"ERROR"}');
  metrics.record("api", "Task timed out after 3.00 seconds");
  metrics.record("worker", "Task timed out after 3.00 seconds");
  expect(metrics.list()).toEqual([{ namespace: "App", name: "Errors", sum: 2, lines: 2, alarms: ["ErrorsAlarm"] }]);
});

test("a metric can add up a field, and ignores lines in which the field is not a number", () => {
  const metrics = new LogMetrics();
  metrics.attach(stackOf(...functions, filter("A", "ApiLogs", '{ $.event = "moved" }', "Moved", "$.count")));
  for (const count of ["4", "2.5", '"many"']) metrics.record("api", `{"event":"moved","count":${count}}`);
  expect(metrics.list()).toEqual([{ namespace: "App", name: "Moved", sum: 6.5, lines: 2, alarms: [] }]);
});

test("lines of functions that run while the stack is created are counted too", () => {
  const metrics = new LogMetrics();
  metrics.record("api", '{"level":"ERROR"}');
  metrics.attach(stackOf(...functions, filter("A", "ApiLogs", '{ $.level = "ERROR" }', "Errors")));
  expect(metrics.list()).toMatchObject([{ sum: 1 }]);
});

test("a filter pattern that is not supported stops the start and names the filter", () => {
  const stack = stackOf(...functions, filter("A", "ApiLogs", "[ip, user]", "Errors"));
  expect(() => new LogMetrics().attach(stack)).toThrow(/A\.FilterPattern.*\[ip, user\]/);
});
