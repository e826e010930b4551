import { App, Stack } from "aws-cdk-lib";
import { Dashboard, GraphWidget } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern, LogGroup } from "aws-cdk-lib/aws-logs";
import { expect, test } from "@jest/globals";
import { LogMetric } from "../../lib/log-metric.js";
import { makeDeadLetters, queueMetrics, QueueWithDeadLetters } from "../../lib/queue-with-dead-letters.js";
import { templateOf, WITHOUT_CHECK } from "./app-with.js";
import { resourcesOf } from "./synthesize.js";

test("a dashboard shows what the alarms on log lines and queues read, without knowing how it is measured", () => {
  const stack = new Stack(new App(WITHOUT_CHECK), "Test");
  const failures = new LogMetric(stack, "Failures");
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
