import { expect, test } from "@jest/globals";
import { referencesIn, resourcesOf, synthesize } from "./synthesize.js";

interface Target {
  readonly DeadLetterConfig?: unknown;
}

const template = await synthesize();
const rules = resourcesOf(template, "AWS::Events::Rule");
const targets = rules.flatMap(([, { Properties }]) => Properties.Targets as Target[]);
const queueOf = ({ DeadLetterConfig }: Target) => referencesIn(DeadLetterConfig)[0] ?? "none";

test("every rule, and every schedule, sends events that its target does not accept to one dead-letter queue", () => {
  expect(rules.length).toBeGreaterThanOrEqual(3);
  expect(targets).toHaveLength(rules.length);
  expect([...new Set(targets.map(queueOf))]).toEqual([expect.stringMatching(/^UndeliveredEventsDeadLetters/)]);
});

test("the dead-letter queue of the rules has an alarm that fires at the first message", () => {
  const [queue = ""] = targets.map(queueOf);
  const watching = resourcesOf(template, "AWS::CloudWatch::Alarm").filter(([, { Properties }]) =>
    referencesIn(Properties.Dimensions).includes(queue),
  );
  expect(watching.map(([, { Properties }]) => Properties)).toEqual([
    expect.objectContaining({
      MetricName: "ApproximateNumberOfMessagesVisible",
      Threshold: 1,
      AlarmDescription: expect.stringMatching(/runbook\.md#undelivered-events$/),
    }),
  ]);
});

test("the dead-letter queue accepts events from each rule, and from no other rule of EventBridge", () => {
  const [queue = ""] = targets.map(queueOf);
  const statements = resourcesOf(template, "AWS::SQS::QueuePolicy")
    .filter(([, { Properties }]) => referencesIn(Properties.Queues).includes(queue))
    .flatMap(([, { Properties }]) => (Properties.PolicyDocument as { Statement: Record<string, unknown>[] }).Statement);
  const allowed = statements
    .filter(({ Effect }) => Effect === "Allow")
    .map(({ Action, Condition }) => [Action, ...referencesIn(Condition)]);
  expect(allowed.sort()).toEqual(rules.map(([id]) => ["sqs:SendMessage", id]).sort());
});
