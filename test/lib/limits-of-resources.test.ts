import { describe, expect, test } from "@jest/globals";
import { type Resource, resourcesOf, synthesize } from "./synthesize.js";

const template = await synthesize();

/** The logical ID without the hash at its end. */
const nameOf = (id: string) => id.replace(/[0-9A-F]{8}$/, "");

/** The values of all resources of a type, by the name of the resource. */
function valuesOf<Value>(type: string, valueOf: (properties: Resource["Properties"]) => Value): Record<string, Value> {
  return Object.fromEntries(
    resourcesOf(template, type).map(([id, { Properties }]) => [nameOf(id), valueOf(Properties)]),
  );
}

/** The properties of the only resource of a type. */
function only(type: string): Resource["Properties"] {
  const [first, ...others] = resourcesOf(template, type);
  if (first === undefined || others.length > 0) throw new Error(`The template does not have exactly one ${type}.`);
  return first[1].Properties;
}

describe("functions", () => {
  test("each function has the memory of its work, and functions that draw have one whole virtual CPU", () => {
    expect(valuesOf("AWS::Lambda::Function", ({ MemorySize }) => MemorySize)).toEqual({
      ...{
        RenderingRenderer: 1769,
        SignedImagesFunction: 1769,
        FunctionsRenderNow: 1769,
        RestApiPreviewFunction: 1769,
      },
      ...{ RestApi: 512, RestApiEdgeKeeperFunction: 512, FunctionsArchive: 512, FunctionsMcp: 512 },
      ...{ RestApiStream: 256, FunctionsWebhook: 256, RenderingDeadLetter: 256, RenderingSweeper: 256 },
      ...{ BootstrapFunction: 256, FunctionsArchivedFiles: 256, FunctionsFileAudit: 256 },
      FunctionsWorkspaceRemover: 256,
    });
  });

  test("each function ends before its caller gives up, or before its next run", () => {
    expect(valuesOf("AWS::Lambda::Function", ({ Timeout }) => Timeout)).toEqual({
      // The HTTP API waits 30 s.
      ...{ RestApi: 29, RestApiEdgeKeeperFunction: 29, FunctionsMcp: 29, RestApiPreviewFunction: 29 },
      // One render.
      ...{ RenderingRenderer: 60, SignedImagesFunction: 60 },
      // A wait of up to 120 s, and an event stream of five minutes.
      ...{ FunctionsRenderNow: 150, RestApiStream: 330 },
      ...{ FunctionsWebhook: 60, RenderingDeadLetter: 30, FunctionsArchivedFiles: 30 },
      // Once a minute, and once a day.
      ...{ RenderingSweeper: 55, FunctionsFileAudit: 600 },
      // The longest time that Lambda allows.
      ...{ FunctionsArchive: 900, FunctionsWorkspaceRemover: 900 },
      // CloudFormation waits 300 s.
      BootstrapFunction: 240,
    });
  });

  test("functions that a schedule invokes run at its rate", () => {
    const rates = valuesOf("AWS::Events::Rule", ({ ScheduleExpression }) => ScheduleExpression);
    expect(Object.entries(rates).filter(([, rate]) => rate !== undefined)).toEqual([
      ["RenderingSweeperSchedule", "rate(1 minute)"],
      ["FunctionsFileAuditSchedule", "rate(1 day)"],
      ["FunctionsWorkspaceRemoverSchedule", "rate(1 hour)"],
    ]);
  });

  test("an event that invokes a function is given up soon, because a schedule or a new request repeats its work", () => {
    const terms = valuesOf("AWS::Lambda::EventInvokeConfig", (properties) => [
      properties.MaximumRetryAttempts,
      properties.MaximumEventAgeInSeconds,
    ]);
    expect(terms).toEqual({
      RenderingSweeperEventInvokeConfig: [0, 60],
      FunctionsArchiveEventInvokeConfig: [1, 120],
      FunctionsFileAuditEventInvokeConfig: [0, 60],
      FunctionsWorkspaceRemoverEventInvokeConfig: [0, 60],
    });
  });

  test("the queues invoke their functions with batches that end in time", () => {
    const mappings = resourcesOf(template, "AWS::Lambda::EventSourceMapping").map(([, { Properties }]) => {
      const { BatchSize, ScalingConfig } = Properties as { BatchSize: number; ScalingConfig?: object };
      return [BatchSize, ...(Object.values(ScalingConfig ?? {}) as number[])];
    });
    // The renderer's four queues, the dead letters, the webhooks, and the archived files.
    expect(mappings).toEqual([[1, 20], [1, 20], [1, 10], [1, 4], [10], [10, 10], [5, 2]]);
  });
});

describe("queues", () => {
  const DAY = 86_400;

  test("messages stay 13 days in a queue and 14 days as dead letters, so that each dead letter stays a day", () => {
    const days = valuesOf("AWS::SQS::Queue", ({ MessageRetentionPeriod }) => Number(MessageRetentionPeriod) / DAY);
    const of = (suffix: string) => Object.entries(days).flatMap(([name, kept]) => (name.endsWith(suffix) ? kept : []));
    expect(of("Queue")).toEqual([13, 13, 13, 13, 13, 13]);
    expect(of("DeadLetters")).toEqual([14, 14, 14, 14]);
  });

  test("a message becomes a dead letter after ten receives", () => {
    const receives = valuesOf("AWS::SQS::Queue", ({ RedrivePolicy }) =>
      RedrivePolicy === undefined ? undefined : (RedrivePolicy as { maxReceiveCount: number }).maxReceiveCount,
    );
    expect(Object.values(receives).filter((count) => count !== undefined)).toEqual([10, 10, 10, 10, 10, 10]);
  });

  test("dead letters that a function consumes are hidden for six times its 30 s", () => {
    const { RenderingRenderDeadLetters, WebhooksWebhookDeadLetters } = valuesOf(
      "AWS::SQS::Queue",
      ({ VisibilityTimeout }) => VisibilityTimeout,
    );
    expect([RenderingRenderDeadLetters, WebhooksWebhookDeadLetters]).toEqual([180, undefined]);
  });
});

describe("alarms", () => {
  test("each alarm is raised by its threshold, for as many periods as show that it is not an accident", () => {
    const terms = valuesOf("AWS::CloudWatch::Alarm", (properties) => {
      const { ComparisonOperator, Threshold, EvaluationPeriods } = properties as {
        ComparisonOperator: string;
        Threshold: number;
        EvaluationPeriods: number;
      };
      const sign = ComparisonOperator === "GreaterThanThreshold" ? ">" : ">=";
      return `${sign} ${Threshold} in ${EvaluationPeriods}`;
    });
    expect(terms).toEqual({
      RenderingRenderDeadLettersPresent: ">= 1 in 2",
      UndeliveredEventsDeadLettersPresent: ">= 1 in 2",
      // The wait that an operator must know about, and three renders of 60 s.
      RenderingInteractiveMessagesOld: "> 300 in 1",
      RenderingStandardMessagesOld: "> 1080 in 1",
      RenderingBulkMessagesOld: "> 7380 in 1",
      RenderingHeavyMessagesOld: "> 7380 in 1",
      JobErrorsAlarm: ">= 1 in 1",
      BackgroundErrorsAlarm: ">= 1 in 1",
      RequestErrorsAlarm: ">= 1 in 1",
      // Milliseconds.
      MonitoringMetricsSlowPictures: "> 10000 in 3",
      MonitoringThrottled: ">= 1 in 2",
      MonitoringFunctionUrlErrors: ">= 20 in 3",
      // Percent.
      MonitoringEdgeServerErrors: "> 5 in 3",
      MonitoringEdgeFunctionErrors: ">= 1 in 1",
    });
  });

  test("every metric of an alarm has periods of five minutes, and missing data raises no alarm", () => {
    const alarms = resourcesOf(template, "AWS::CloudWatch::Alarm").map(([, { Properties }]) => Properties);
    const metrics = alarms.flatMap(({ Metrics = [], Period }) => [
      Period,
      ...(Metrics as { MetricStat?: { Period: number } }[]).map(({ MetricStat }) => MetricStat?.Period),
    ]);
    expect(new Set(metrics.filter((period) => period !== undefined))).toEqual(new Set([300]));
    expect(new Set(alarms.map(({ TreatMissingData }) => TreatMissingData))).toEqual(new Set(["notBreaching"]));
  });
});

describe("the bucket", () => {
  test("each kind of file is deleted or archived after its own number of days", () => {
    const Properties = only("AWS::S3::Bucket");
    const { Rules } = Properties.LifecycleConfiguration as {
      Rules: { Id: string; Prefix?: string; ExpirationInDays?: number }[];
    };
    expect(
      Object.fromEntries(Rules.map(({ Id, Prefix, ExpirationInDays }) => [Id, [Prefix, ExpirationInDays]])),
    ).toEqual({
      ArchiveLargePictures: ["renders/", 365],
      DeleteSmallPictures: ["renders/", 90],
      // Longer than the pictures, because a job can wait in its queue for two weeks before its picture is stored.
      DeleteInputs: ["inputs/", 380],
      DeleteArchives: ["archives/", 8],
      DeleteThumbnails: ["thumbnails/", 90],
      DeleteUnusedUploads: ["incoming/", 7],
      DeleteDocumentsOfDeletedTemplates: ["templates/", 18],
      AbortUploads: [undefined, undefined],
    });
    expect(Rules.find(({ Id }) => Id === "AbortUploads")).toMatchObject({
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
    });
    expect(Rules.find(({ Id }) => Id === "ArchiveLargePictures")).toMatchObject({
      ObjectSizeGreaterThan: 131_071,
      Transitions: [{ StorageClass: "GLACIER", TransitionInDays: 90 }],
    });
  });
});

describe("the distribution", () => {
  interface Origin {
    readonly Id: string;
    readonly ConnectionAttempts?: number;
    readonly CustomOriginConfig?: { readonly OriginReadTimeout?: number; readonly OriginKeepaliveTimeout?: number };
  }

  test("each origin may take as long as its function, and waits are not sent twice", () => {
    const Properties = only("AWS::CloudFront::Distribution");
    const { Origins } = Properties.DistributionConfig as { Origins: readonly Origin[] };
    const terms = Origins.map(({ Id, ConnectionAttempts, CustomOriginConfig = {} }) => [
      Id,
      [ConnectionAttempts, CustomOriginConfig.OriginReadTimeout, CustomOriginConfig.OriginKeepaliveTimeout],
    ]);
    expect(Object.fromEntries(terms)).toEqual({
      api: [2, 30, 60],
      bucket: [undefined, undefined, undefined],
      stream: [1, 120, 60],
      preview: [2, 30, 60],
      image: [2, 30, undefined],
      "render-now": [1, 120, 60],
    });
  });

  test("a cached picture stays as long as its origin says, up to a year, and not at all if it says nothing", () => {
    const ttls = valuesOf("AWS::CloudFront::CachePolicy", ({ CachePolicyConfig }) => {
      const { MinTTL, DefaultTTL, MaxTTL } = CachePolicyConfig as Record<string, number>;
      return [MinTTL, DefaultTTL, MaxTTL];
    });
    expect(ttls).toEqual({
      DeliveryPoliciesImageCache: [0, 0, 31_536_000],
      DeliveryPoliciesAssetCache: [0, 0, 31_536_000],
    });
  });
});
