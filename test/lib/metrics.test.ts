import { Stack } from "aws-cdk-lib";
import { Dashboard, GraphWidget } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern, LogGroup } from "aws-cdk-lib/aws-logs";
import { expect, test } from "@jest/globals";
import { METRIC_SERIES } from "../../core/cost/work.js";
import { LogMetric, uniqueMetricName } from "../../lib/log-metric.js";
import { makeDeadLetters, queueMetrics, QueueWithDeadLetters } from "../../lib/queue-with-dead-letters.js";
import { newApp, templateOf } from "./app-with.js";
import { referencesIn, resourcesOf, synthesize } from "./synthesize.js";

test("a dashboard shows what the alarms on log lines and queues read, without knowing how it is measured", () => {
  const stack = new Stack(newApp(), "Test");
  const failures = new LogMetric(uniqueMetricName(stack, "Failures"));
  failures.count(stack, "Lines", new LogGroup(stack, "Logs"), FilterPattern.literal("ERROR"));
  failures.alarm(stack, "FailuresAlarm", 1, "It fails.");
  const deadLetters = makeDeadLetters(stack, "Render", { runbook: "dead-letters" });
  const queue = new QueueWithDeadLetters(stack, "Render", {
    consumerTimeoutSeconds: 30,
    deadLetters,
    maxAgeSeconds: 60,
    ageRunbook: "old-messages",
  });
  const { visibleMessages } = queueMetrics(deadLetters.queue);
  const left = [failures.metric, queueMetrics(queue).oldestMessageAge, visibleMessages];
  new Dashboard(stack, "Dashboard", { widgets: [[new GraphWidget({ left })]] });

  const template = templateOf(stack);
  const [dashboard] = resourcesOf(template, "AWS::CloudWatch::Dashboard").map(([, { Properties }]) => Properties);
  const shown = JSON.stringify(dashboard);
  const alarms = resourcesOf(template, "AWS::CloudWatch::Alarm").map(([, { Properties }]) => Properties);
  expect(alarms).toHaveLength(3);
  for (const { Namespace, MetricName } of alarms) {
    expect(shown).toContain(`\\"${String(Namespace)}\\",\\"${String(MetricName)}\\"`);
  }
  const filters = resourcesOf(template, "AWS::Logs::MetricFilter").map(([, { Properties }]) => Properties);
  expect(filters).toEqual([
    expect.objectContaining({
      MetricTransformations: [expect.objectContaining({ MetricName: failures.metric.metricName })],
    }),
  ]);
});

const whole = await synthesize();
const filters = resourcesOf(whole, "AWS::Logs::MetricFilter").map(([, { Properties }]) => ({
  group: referencesIn(Properties.LogGroupName)[0] ?? "",
  pattern: String(Properties.FilterPattern),
  ...(Properties.MetricTransformations as { MetricName: string; MetricValue: string; Dimensions?: unknown }[])[0],
}));

test("the stack has at most 15 series of its own, because each costs $0.30 a month, and none has a dimension", () => {
  expect(new Set(filters.map(({ MetricName }) => MetricName)).size).toBe(15);
  expect(METRIC_SERIES).toBe(15);
  for (const filter of filters) expect(filter).not.toHaveProperty("Dimensions");
});

test("each metric is counted in the log group of every function that writes its lines", () => {
  const groupsOf = (key: string) =>
    filters
      .filter(({ MetricName }) => MetricName === `${key}-Test`)
      .map(({ group }) => group.replace(/Logs[0-9A-F]{8}$/, ""))
      .sort();
  const jobs = [
    "FunctionsRenderNow",
    "RenderingDeadLetter",
    "RenderingRenderer",
    "RenderingSweeper",
    "SignedImagesFunction",
  ];
  for (const key of ["StageQueued", "StageLoad", "StagePicture", "StageStore", "RendersFailed", "Credits"]) {
    expect(groupsOf(key)).toEqual(jobs);
  }
  expect(groupsOf("WebhookAttempts")).toEqual(["FunctionsWebhook"]);
  const http = [
    "FunctionsRenderNow",
    "RestApiApi",
    "RestApiEdgeKeeperFunction",
    "RestApiPreviewFunction",
    "RestApiStream",
  ];
  expect(groupsOf("RefusedCredits")).toEqual([...http, "SignedImagesFunction"]);
  expect(groupsOf("ColdStarts")).toHaveLength(resourcesOf(whole, "AWS::Lambda::Function").length);
});

test("with the setting traces, X-Ray samples the invocations of every function, and without it none", async () => {
  const traced = await synthesize({ traces: true });
  const modes = (template: typeof traced) =>
    resourcesOf(template, "AWS::Lambda::Function").map(([, { Properties }]) => Properties.TracingConfig);
  expect(new Set(modes(whole))).toEqual(new Set([undefined]));
  for (const mode of modes(traced)) expect(mode).toEqual({ Mode: "Active" });
});
