import { describe, expect, test } from "@jest/globals";
import { Duration, Stack } from "aws-cdk-lib";
import * as z from "zod";
import { INDEXES } from "../../core/deployment/storage-layout.js";
import { queueEnvironment } from "../../lambdas/shared/environment.js";
import { Access } from "../../lib/access.js";
import { ArchivedFiles } from "../../lib/archived-files.js";
import { Bootstrap } from "../../lib/bootstrap.js";
import { declareFunction, type DeclareFunction } from "../../lib/function-declaration.js";
import { objects, sendTo, table } from "../../lib/grants.js";
import { makeFunctions } from "../../lib/make-functions.js";
import { makeDeadLetters, QueueWithDeadLetters } from "../../lib/queue-with-dead-letters.js";
import { Rendering } from "../../lib/rendering.js";
import { readSettings } from "../../lib/settings.js";
import { Storage } from "../../lib/storage.js";
import { Webhooks } from "../../lib/webhooks.js";
import { appWith, templateOf } from "./app-with.js";
import { referencesIn, type Resource, resourcesOf } from "./synthesize.js";

const letterEnvironment = z.object({
  ...queueEnvironment,
  JOBS_TABLE: z.string(),
  BUCKET: z.string(),
  NEXT_QUEUE_URL: z.url(),
});

/** A throw-away function with a queue of its own: what lib/functions/<name>.ts would contain. */
const letters: DeclareFunction = ({ storage, rendering }, scope) => {
  const queue = new QueueWithDeadLetters(scope, "Letter", {
    consumerTimeoutSeconds: 20,
    maxAgeSeconds: 600,
    deadLetters: makeDeadLetters(scope, "Letter", { runbook: "dead-letters" }),
    ageRunbook: "old-messages",
  });
  return declareFunction({
    // A function's name is that of its folder in lambdas/. Any folder will do, because tests do not bundle code.
    name: "dead-letter",
    description: "Delivers letters",
    environmentSchema: letterEnvironment,
    environment: {
      JOBS_TABLE: table(storage.jobs, ["GetItem"], [INDEXES.jobsByWorkspace]),
      BUCKET: objects(storage.bucket, { inputs: ["GetObject"], pictures: ["PutObject"] }),
      NEXT_QUEUE_URL: sendTo(rendering.queues.bulk),
    },
    memoryMb: 256,
    timeoutSeconds: 20,
    queues: [{ queue, batchSize: 5, maxConcurrency: 2 }],
    every: Duration.hours(1),
    alarm: { errors: 3, runbook: "dead-letter-errors" },
    eventAlarms: [
      {
        event: "letter-lost",
        value: "$.letters",
        threshold: 7,
        description: "Letters are lost.",
        runbook: "dead-letters",
      },
    ],
  });
};

function stackWith(declarations: Readonly<Record<string, DeclareFunction>>) {
  const app = appWith({ nativeLayer: "host" });
  const settings = readSettings(app);
  const stack = new Stack(app, "Test");
  const resources = {
    settings,
    storage: new Storage(stack, "Storage", settings),
    access: new Access(stack, "Access", settings),
    rendering: new Rendering(stack, "Rendering", settings),
    webhooks: new Webhooks(stack, "Webhooks"),
    archivedFiles: new ArchivedFiles(stack, "ArchivedFiles"),
    firstKey: new Bootstrap(stack, "Bootstrap", settings).firstKey,
  };
  return { stack, functions: makeFunctions(stack, resources, declarations) };
}

function synthesizeWith(declarations: Readonly<Record<string, DeclareFunction>>) {
  return templateOf(stackWith(declarations).stack);
}

describe("a function that is declared in one file and one line of the composition", () => {
  const template = synthesizeWith({ "Functions/Letters": letters });
  const [functionId, fn] = resourcesOf(template, "AWS::Lambda::Function")[0] ?? [];
  const queueNamed = (name: string) =>
    resourcesOf(template, "AWS::SQS::Queue").find(([id]) => id.startsWith(name)) ?? ["", undefined];
  const [queueId, queue] = queueNamed("FunctionsLetterQueue");
  const [deadLettersId] = queueNamed("FunctionsLetterDeadLetters");

  test("a declared function has the declared size and timeout", () => {
    expect(resourcesOf(template, "AWS::Lambda::Function")).toHaveLength(1);
    expect(fn?.Properties).toMatchObject({ Description: "Delivers letters", MemorySize: 256, Timeout: 20 });
  });

  test("a declared function has exactly the variables that its schema reads", () => {
    const { Variables } = fn?.Properties.Environment as { Variables: Record<string, unknown> };
    expect(Object.keys(Variables).sort()).toEqual([
      "BUCKET",
      "JOBS_TABLE",
      "LOG_LEVEL",
      "NEXT_QUEUE_URL",
      "QUEUE_URLS",
    ]);
    expect(referencesIn(Variables.QUEUE_URLS)).toContain(queueId);
  });

  test("a declared function may call exactly the declared actions on each resource", () => {
    const [, policy] = resourcesOf(template, "AWS::IAM::Policy")[0] ?? [];
    const { Statement } = policy?.Properties.PolicyDocument as {
      Statement: { Action: string | string[]; Resource: unknown }[];
    };
    const allowed = Statement.flatMap(({ Action, Resource }) =>
      [Action].flat().map((action) => `${action} ${JSON.stringify(Resource).replace(/[{}"[\]]/g, "")}`),
    );
    const on = (prefix: string) => allowed.filter((line) => line.startsWith(prefix));
    expect(on("dynamodb:")).toEqual([
      "dynamodb:GetItem Fn::GetAtt:StorageJobs4C7573CB,Arn",
      "dynamodb:Query Fn::Join:,Fn::GetAtt:StorageJobs4C7573CB,Arn,/index/byWorkspaceShard",
    ]);
    expect(on("s3:").sort()).toEqual([
      "s3:GetObject Fn::Join:,Fn::GetAtt:StorageBucket5CB7C8EA,Arn,/inputs/*",
      "s3:ListBucket Fn::GetAtt:StorageBucket5CB7C8EA,Arn",
      "s3:PutObject Fn::Join:,Fn::GetAtt:StorageBucket5CB7C8EA,Arn,/renders/*",
    ]);
    expect(on("sqs:SendMessage")).toEqual(["sqs:SendMessage Fn::GetAtt:RenderingBulkQueueBC2A7F32,Arn"]);
    expect(on("sqs:ReceiveMessage")).toEqual([`sqs:ReceiveMessage Fn::GetAtt:${queueId},Arn`]);
  });

  test("the declared queue invokes the function and reports failures for each message", () => {
    const [[, mapping] = []] = resourcesOf(template, "AWS::Lambda::EventSourceMapping");
    expect(mapping?.Properties).toMatchObject({
      BatchSize: 5,
      ScalingConfig: { MaximumConcurrency: 2 },
      FunctionResponseTypes: ["ReportBatchItemFailures"],
    });
    expect(referencesIn(mapping?.Properties.FunctionName)).toEqual([functionId]);
    expect(referencesIn(mapping?.Properties.EventSourceArn)).toEqual([queueId]);
  });

  test("the declared queue has a dead-letter queue, and an alarm on it that links to the runbook", () => {
    expect(queue?.Properties).toMatchObject({ VisibilityTimeout: 120, RedrivePolicy: { maxReceiveCount: 10 } });
    expect(referencesIn(queue?.Properties.RedrivePolicy)).toEqual([deadLettersId]);
    const [, alarm] =
      resourcesOf(template, "AWS::CloudWatch::Alarm").find(([, { Properties }]) =>
        referencesIn(Properties.Dimensions).includes(deadLettersId),
      ) ?? [];
    expect(alarm?.Properties.AlarmDescription).toBe(
      "Messages stay in LetterDeadLetters. Runbook: docs/runbook.md#dead-letters",
    );
  });

  /** The alarm on the metric that a metric filter counts into. */
  function alarmOn(filter: Resource | undefined): Resource | undefined {
    const [counted] = (filter?.Properties.MetricTransformations ?? []) as { MetricName: string }[];
    return resourcesOf(template, "AWS::CloudWatch::Alarm").find(
      ([, { Properties }]) => Properties.MetricName === counted?.MetricName,
    )?.[1];
  }
  const filters = resourcesOf(template, "AWS::Logs::MetricFilter").map(([, filter]) => filter);
  const filterWith = (pattern: RegExp) =>
    filters.find(({ Properties }) => pattern.test(String(Properties.FilterPattern)));

  test("the declared alarm fires at the declared number of logged errors, timeouts and crashes of the function", () => {
    const [logGroup] = referencesIn(fn?.Properties.LoggingConfig);
    const [errorLines, platform] = [filterWith(/^\{ \$\.level = "ERROR" \}$/), filterWith(/\?"Task timed out"/)];
    for (const filter of [errorLines, platform]) {
      expect(referencesIn(filter?.Properties.LogGroupName)).toEqual([logGroup]);
      expect(alarmOn(filter)?.Properties).toMatchObject({
        Statistic: "Sum",
        Threshold: 3,
        Period: 300,
        AlarmDescription: "The dead-letter function logs errors or fails. Runbook: docs/runbook.md#dead-letter-errors",
      });
    }
  });

  test("a declared event alarm fires at the declared sum of the field of the lines with this event", () => {
    const filter = filterWith(/^\{ \$\.event = "letter-lost" \}$/);
    expect(filter?.Properties.MetricTransformations).toEqual([expect.objectContaining({ MetricValue: "$.letters" })]);
    expect(alarmOn(filter)?.Properties).toMatchObject({
      Threshold: 7,
      AlarmDescription: "Letters are lost. Runbook: docs/runbook.md#dead-letters",
    });
  });

  test("no metric has a default value, because CloudWatch would then bill it in every hour", () => {
    const transformations = filters.flatMap(({ Properties }) => Properties.MetricTransformations as object[]);
    for (const one of transformations) expect(one).not.toHaveProperty("DefaultValue");
  });

  test("the declared queue has an alarm on the age of its oldest message", () => {
    const [, alarm] =
      resourcesOf(template, "AWS::CloudWatch::Alarm").find(([, { Properties }]) =>
        referencesIn(Properties.Dimensions).includes(queueId),
      ) ?? [];
    expect(alarm?.Properties).toMatchObject({
      MetricName: "ApproximateAgeOfOldestMessage",
      Threshold: 600,
      AlarmDescription: "Messages of LetterQueue wait too long. Runbook: docs/runbook.md#old-messages",
    });
  });

  test("the declared interval invokes the function", () => {
    const [[, rule] = []] = resourcesOf(template, "AWS::Events::Rule");
    expect(rule?.Properties).toMatchObject({ ScheduleExpression: "rate(1 hour)" });
    const [{ Arn, DeadLetterConfig } = {}] = rule?.Properties.Targets as {
      Arn?: unknown;
      DeadLetterConfig?: unknown;
    }[];
    expect(referencesIn(Arn)).toEqual([functionId]);
    expect(referencesIn(DeadLetterConfig)).toEqual([expect.stringMatching(/^UndeliveredEventsDeadLetters/)]);
  });
});

describe("a declaration that differs from the function's schema", () => {
  const declaration = { name: "dead-letter", description: "", memoryMb: 256, timeoutSeconds: 20 } as const;
  const alarm = { errors: 1, runbook: "dead-letter-errors" };
  const environmentSchema = z.object({ LOG_LEVEL: z.string(), COLOR: z.string() });

  test("a missing variable is a compile error, and an error when the stack is created", () => {
    const incomplete: DeclareFunction = () =>
      // @ts-expect-error -- COLOR is missing
      declareFunction({ ...declaration, alarm, environmentSchema, environment: {} });
    expect(() => synthesizeWith({ "Functions/Letters": incomplete })).toThrow(/missing \[COLOR\], unused \[\]/);
  });

  test("an unknown variable is a compile error, and an error when the stack is created", () => {
    const excessive: DeclareFunction = () =>
      // @ts-expect-error -- no schema has COLOUR
      declareFunction({ ...declaration, alarm, environmentSchema, environment: { COLOR: "red", COLOUR: "red" } });
    expect(() => synthesizeWith({ "Functions/Letters": excessive })).toThrow(/missing \[\], unused \[COLOUR\]/);
  });
});

describe("a function that runs at certain times", () => {
  const { stack, functions } = stackWith({
    "Functions/Letters": (resources, scope) => ({
      ...letters(resources, scope),
      every: { weekDay: "MON", hour: "3", minute: "0" },
    }),
  });
  const template = templateOf(stack);

  test("its schedule has a cron rule in UTC, and a run that fails is not repeated", () => {
    const rules = resourcesOf(template, "AWS::Events::Rule").map(([, { Properties }]) => Properties);
    expect(rules).toEqual([expect.objectContaining({ ScheduleExpression: "cron(0 3 ? * MON *)" })]);
    const invokeConfigs = resourcesOf(template, "AWS::Lambda::EventInvokeConfig").map(
      ([, { Properties }]) => Properties,
    );
    expect(invokeConfigs).toEqual([expect.objectContaining({ MaximumRetryAttempts: 0 })]);
  });

  test("it returns the metrics that its alarms read, for a dashboard", () => {
    const [fn] = functions;
    const handedOut = [fn?.failures, fn?.eventMetrics.get("letter-lost")].map((one) => one?.metric.metricName);
    const read = resourcesOf(template, "AWS::CloudWatch::Alarm").map(([, { Properties }]) => Properties.MetricName);
    expect(read).toEqual(expect.arrayContaining(handedOut));
    expect(new Set(handedOut).size).toBe(2);
  });
});
