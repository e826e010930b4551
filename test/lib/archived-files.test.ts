import { describe, expect, test } from "@jest/globals";
import { DEFAULT_PLANS } from "../../core/contract/plans.js";
import { metricFiltersOn, referencesIn, type Resource, resourcesOf, synthesize } from "./synthesize.js";

const template = await synthesize();
const named = (type: string, start: string): readonly [string, Resource] =>
  resourcesOf(template, type).find(([id]) => id.startsWith(start)) ?? ["", { Type: "", Properties: {} }];
const [queueId, queue] = named("AWS::SQS::Queue", "ArchivedFilesArchivedFilesQueue");
const [deadLettersId] = named("AWS::SQS::Queue", "ArchivedFilesArchivedFilesDeadLetters");
const BUCKET = "StorageBucket5CB7C8EA";
const logGroupOf = (start: string): string => named("AWS::Logs::LogGroup", start)[0];

describe("events about archived files", () => {
  const [ruleId, rule] = named("AWS::Events::Rule", "FunctionsArchivedFileEvents");

  test("a property of the bucket, and no custom resource, makes the bucket send its events to the default bus", () => {
    const [, bucket] = named("AWS::S3::Bucket", BUCKET);
    expect(bucket.Properties.NotificationConfiguration).toEqual({
      EventBridgeConfiguration: { EventBridgeEnabled: true },
    });
    expect(resourcesOf(template, "Custom::S3BucketNotifications")).toEqual([]);
  });

  test("the rule is on the default bus, and selects changes of job pictures by lifecycle rules, not deletions by requests", () => {
    expect(rule.Properties).not.toHaveProperty("EventBusName");
    expect(rule.Properties.EventPattern).toEqual({
      source: ["aws.s3"],
      "detail-type": ["Object Storage Class Changed", "Object Deleted"],
      detail: {
        bucket: { name: [{ Ref: BUCKET }] },
        object: { key: [{ prefix: "renders/" }] },
        $or: [{ reason: ["Lifecycle Expiration"] }, { "destination-storage-class": ["GLACIER", "DEEP_ARCHIVE"] }],
      },
    });
  });

  test("the rule sends the events to their own queue, and undeliverable ones to the dead-letter queue of all rules", () => {
    const [target, ...others] = rule.Properties.Targets as { Arn: unknown; DeadLetterConfig: unknown }[];
    expect(others).toEqual([]);
    const [undelivered = "", ...more] = referencesIn(target?.DeadLetterConfig);
    expect([undelivered, more]).toEqual([expect.stringMatching(/^UndeliveredEvents/), []]);
    expect(referencesIn(target?.Arn)).toEqual([queueId]);
    const policies = resourcesOf(template, "AWS::SQS::QueuePolicy").filter(([, { Properties }]) =>
      JSON.stringify(Properties.PolicyDocument).includes(ruleId),
    );
    expect(policies.flatMap(([, { Properties }]) => referencesIn(Properties.Queues)).sort()).toEqual(
      [queueId, undelivered].sort(),
    );
  });

  test("neither queue has an alarm, because the function logs an error for each failure, and the audit finds the jobs", () => {
    expect(referencesIn(queue.Properties.RedrivePolicy)).toEqual([deadLettersId]);
    const alarms = resourcesOf(template, "AWS::CloudWatch::Alarm").filter(([, { Properties }]) =>
      referencesIn(Properties).some((id) => id === queueId || id === deadLettersId),
    );
    expect(alarms).toEqual([]);
    const filters = metricFiltersOn(template, logGroupOf("FunctionsArchivedFiles"));
    const errors = filters.find(({ filter }) => filter === '{ $.level = "ERROR" }');
    const [watching] = resourcesOf(template, "AWS::CloudWatch::Alarm").filter(
      ([, { Properties }]) => Properties.MetricName === errors?.metricName,
    );
    expect(watching?.[1].Properties.AlarmDescription).toMatch(
      / archived-files, .* Runbook: docs\/runbook\.md#background-errors$/,
    );
  });
});

describe("100,000 files that are archived in one night", () => {
  const mappings = resourcesOf(template, "AWS::Lambda::EventSourceMapping").map(([, { Properties }]) => Properties);
  const sourcesOf = (fn: string) =>
    mappings.filter(({ FunctionName }) => referencesIn(FunctionName)[0]?.startsWith(fn) === true);

  test("events about archived files reach only the archived-files function, which runs at most twice at the same time", () => {
    const consumers = mappings.filter(({ EventSourceArn }) => referencesIn(EventSourceArn).includes(queueId));
    expect(consumers).toEqual(sourcesOf("FunctionsArchivedFiles"));
    expect(consumers).toEqual([expect.objectContaining({ BatchSize: 5, ScalingConfig: { MaximumConcurrency: 2 } })]);
  });

  test("events about archived files do not reach the sweeper or the renderer, and marking a job uses nothing that these wait for", async () => {
    expect(sourcesOf("RenderingSweeper")).toEqual([]);
    const targets = resourcesOf(template, "AWS::Events::Rule").filter(([, { Properties }]) =>
      JSON.stringify(Properties.EventPattern ?? "").includes("aws.s3"),
    );
    expect(targets).toHaveLength(1);
    const [, policy] = named("AWS::IAM::Policy", "FunctionsArchivedFilesRole");
    const { Statement } = policy.Properties.PolicyDocument as { Statement: Record<string, unknown>[] };
    const used = Statement.flatMap(({ Resource }) => referencesIn(Resource));
    expect([...new Set(used)].filter((id) => !id.startsWith("FunctionsArchivedFilesLogs")).sort()).toEqual(
      [queueId, "RenderingBusA74D9A84", "StorageJobs4C7573CB"].sort(),
    );
    const [update] = Statement.filter(({ Action }) => Action === "dynamodb:UpdateItem");
    expect(update?.Condition).toMatchObject({
      "ForAllValues:StringEquals": {
        "dynamodb:Attributes": ["id", "status", "deletedAtMs", "archivedAtMs", "archivalPublishedAtMs"],
      },
    });
  });
});

describe("the lifecycle rules of retention classes", () => {
  const [free, team] = [DEFAULT_PLANS.free, DEFAULT_PLANS.team];
  const rulesWith = async (settings: Record<string, unknown>) => {
    const [, bucket] = resourcesOf(await synthesize(settings), "AWS::S3::Bucket")[0] ?? [];
    const { Rules } = bucket?.Properties.LifecycleConfiguration as { Rules: Record<string, unknown>[] };
    return Rules.filter(({ Prefix }) => Prefix === "renders/" || Prefix === "inputs/").map((rule) => {
      const [tag, ...others] = (rule.TagFilters ?? []) as { Key: string; Value: string }[];
      expect([others, tag?.Key ?? "retention", rule.Status]).toEqual([[], "retention", "Enabled"]);
      const [move] = (rule.Transitions ?? []) as { TransitionInDays: number }[];
      return `${String(rule.Id)} ${tag?.Value ?? "*"} ${move?.TransitionInDays ?? "-"} ${String(rule.ExpirationInDays)}`;
    });
  };

  test("without plans of their own, no file needs a tag, and inputs live as long as the job's archive and its queue", async () => {
    expect(await rulesWith({})).toEqual([
      "ArchiveLargePictures * 90 365",
      "DeleteSmallPictures * - 90",
      "DeleteInputs * - 380",
    ]);
  });

  test("a shorter plan has rules for its tag, and files without a tag keep the retention of the stage", async () => {
    const plans = { free: { ...free, retention: { archiveAfterDays: 7, deleteAfterDays: 30 } } };
    expect(await rulesWith({ plans: JSON.stringify(plans) })).toEqual([
      "ArchiveLargePictures * 90 365",
      "DeleteSmallPictures * - 90",
      "DeleteInputs * - 380",
      "ArchiveLargePictures-free free 7 30",
      "DeleteSmallPictures-free free - 7",
      "DeleteInputs-free free - 45",
    ]);
  });

  test("a longer plan is not cut short by the rules that match every file, and the stage's own files get a tag", async () => {
    const plans = { team: { ...team, retention: { archiveAfterDays: 180, deleteAfterDays: 730 } } };
    expect(await rulesWith({ plans: JSON.stringify(plans) })).toEqual([
      // Files that were stored before the plan had a retention have no tag. They expire too.
      "ArchiveLargePictures * 180 730",
      "DeleteSmallPictures * - 180",
      "DeleteInputs * - 745",
      "ArchiveLargePictures-team team 180 730",
      "DeleteSmallPictures-team team - 180",
      "DeleteInputs-team team - 745",
      "ArchiveLargePictures-_stage _stage 90 365",
      "DeleteSmallPictures-_stage _stage - 90",
      "DeleteInputs-_stage _stage - 380",
    ]);
  });

  test("functions that create jobs know the classes with a tag, and the audit knows the lowest age", async () => {
    const plans = { free: { ...free, retention: { archiveAfterDays: 7, deleteAfterDays: 30 } } };
    const functions = resourcesOf(await synthesize({ plans: JSON.stringify(plans) }), "AWS::Lambda::Function");
    const variables = functions.map(
      ([, { Properties }]) =>
        (Properties.Environment as { Variables?: Record<string, unknown> } | undefined)?.Variables,
    );
    const classes = variables.flatMap((one) => (one?.RETENTION_CLASSES === undefined ? [] : [one.RETENTION_CLASSES]));
    expect(classes).toEqual(['["free"]', '["free"]']);
    expect(variables.flatMap((one) => (one?.ARCHIVE_AFTER_DAYS === undefined ? [] : [one.ARCHIVE_AFTER_DAYS]))).toEqual(
      ["7"],
    );
  });
});
