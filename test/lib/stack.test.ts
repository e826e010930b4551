import { describe, expect, test } from "@jest/globals";
import { type Route, ROUTES } from "../../core/contract/routes.js";
import { FUNCTIONS, LOG_ACTIONS } from "./expected-functions.js";
import { metricFiltersOn, referencesIn, resourcesBefore, resourcesOf, synthesize } from "./synthesize.js";

const template = await synthesize();
const functions = resourcesOf(template, "AWS::Lambda::Function");
const alarms = resourcesOf(template, "AWS::CloudWatch::Alarm");
const queues = resourcesOf(template, "AWS::SQS::Queue");
const routes: Route[] = Object.values(ROUTES);

interface Statement {
  Action: string | string[];
  Resource: unknown;
}

/** The key in FUNCTIONS of a logical ID: the ID without the hash that the CDK appends. */
const nameOf = (logicalId: string): string => logicalId.replace(/[0-9A-F]{8}$/, "");

test("the rule for webhooks names no message group, because EventBridge cannot take it from the event", () => {
  const rules = resourcesOf(template, "AWS::Events::Rule").filter(([id]) => id.includes("WebhookEvents"));
  const targets = rules.flatMap(([, { Properties }]) => Properties.Targets as Record<string, unknown>[]);
  expect(targets).toMatchObject([{ InputPath: "$.detail" }]);
  expect(targets[0]).not.toHaveProperty("SqsParameters");
});

describe("functions that events or a schedule invoke", () => {
  const targetsOf = ({ Targets }: Record<string, unknown>) => Targets as Record<string, unknown>[];

  test("the sweeper is never retried, the archive function once, and no event waits for hours", () => {
    const configs = resourcesOf(template, "AWS::Lambda::EventInvokeConfig").map(([, { Properties }]) => {
      const { FunctionName, MaximumRetryAttempts, MaximumEventAgeInSeconds } = Properties;
      return [referencesIn(FunctionName).map(nameOf)[0], MaximumRetryAttempts, MaximumEventAgeInSeconds];
    });
    expect(configs).toEqual(
      expect.arrayContaining([
        ["RenderingSweeper", 0, 60],
        ["FunctionsArchive", 1, 120],
      ]),
    );
  });

  test("every function that a rule invokes says how often Lambda retries it, because it retries twice by default", () => {
    const invoked = resourcesOf(template, "AWS::Events::Rule")
      .flatMap(([, { Properties }]) => targetsOf(Properties))
      .flatMap(({ Arn }) => referencesIn(Arn))
      .filter((id) => functions.some(([fn]) => fn === id));
    const configured = resourcesOf(template, "AWS::Lambda::EventInvokeConfig").flatMap(([, { Properties }]) =>
      referencesIn(Properties.FunctionName),
    );
    expect(invoked.length).toBeGreaterThanOrEqual(2);
    expect(invoked.filter((id) => !configured.includes(id))).toEqual([]);
  });
});

describe("the functions", () => {
  test("the stack has exactly the functions that this test lists", () => {
    expect(functions.map(([id]) => nameOf(id)).sort()).toEqual(Object.keys(FUNCTIONS).sort());
  });

  test.each(functions)("the function %s has exactly the variables that its schema reads", (id, { Properties }) => {
    const { Variables } = Properties.Environment as { Variables: Record<string, unknown> };
    const { environment } = FUNCTIONS[nameOf(id)] ?? {};
    expect(Object.keys(Variables).sort()).toEqual(Object.keys(environment?.shape ?? {}).sort());
  });

  test.each(functions)("the function %s may call exactly the actions that its code calls", (id, { Properties }) => {
    const [role] = referencesIn(Properties.Role);
    const statements = resourcesOf(template, "AWS::IAM::Policy")
      .filter(([, policy]) => referencesIn(policy.Properties.Roles).includes(role ?? ""))
      .flatMap(([, policy]) => (policy.Properties.PolicyDocument as { Statement: Statement[] }).Statement);
    const actions = new Set(statements.flatMap(({ Action }) => Action));
    expect([...actions].sort()).toEqual(
      [...new Set([...LOG_ACTIONS, ...(FUNCTIONS[nameOf(id)]?.actions ?? [])])].sort(),
    );
    // Only an action on the account has no resource.
    const onEverything = statements.filter(({ Resource }) => Resource === "*").flatMap(({ Action }) => Action);
    expect(onEverything).toEqual(
      [...actions].filter((action) => /^(lambda:GetAccountSettings|cloudwatch:\w+)$/.test(action)),
    );
  });

  test.each(functions)(
    "the function %s runs on arm64 with Node 24 and has a log group and an error alarm",
    (id, { Properties }) => {
      expect(Properties).toMatchObject({ Architectures: ["arm64"], Runtime: "nodejs24.x" });
      expect(referencesIn(Properties.LoggingConfig)).toHaveLength(1);
      const [logGroup] = referencesIn(Properties.LoggingConfig);
      const metrics = metricFiltersOn(template, logGroup ?? "");
      for (const pattern of ['{ $.level = "ERROR" }', '?"Task timed out"', '?"Runtime exited"', '?"Invoke Error"']) {
        const counted = metrics.find(({ filter }) => filter.includes(pattern))?.metricName;
        expect(alarms.filter(([, alarm]) => alarm.Properties.MetricName === counted)).toHaveLength(1);
      }
    },
  );

  test("only the mcp function names the distribution, and the distribution does not depend on it", () => {
    const [distribution = ""] = resourcesOf(template, "AWS::CloudFront::Distribution").map(([id]) => id);
    const naming = functions.filter(([, { Properties }]) =>
      referencesIn(Properties.Environment).includes(distribution),
    );
    expect(naming.map(([id]) => nameOf(id))).toEqual(["FunctionsMcp"]);
    // CloudFormation refuses a template with a cycle.
    const before = resourcesBefore(template, distribution);
    expect(before).toContain("RestApiHttpApiED570F3D");
    expect(naming.filter(([id]) => before.has(id))).toEqual([]);
    // The custom resource names the distribution, and is created after it.
    const inProperties = resourcesOf(template, "Custom::Bootstrap").flatMap(([, { Properties }]) =>
      referencesIn(Properties),
    );
    expect(inProperties).toContain(distribution);
  });
});

describe("the queues", () => {
  const ofQueues = queues.flatMap(([, { Properties }]) => referencesIn(Properties.RedrivePolicy));
  const ofRules = resourcesOf(template, "AWS::Events::Rule").flatMap(([, { Properties }]) =>
    (Properties.Targets as { DeadLetterConfig?: unknown }[]).flatMap(({ DeadLetterConfig }) =>
      referencesIn(DeadLetterConfig),
    ),
  );
  const deadLetterIds = new Set([...ofQueues, ...ofRules]);

  /** The function behind the queue logs an error for each dead letter, which the alarm on its errors counts. */
  const isUnwatched = (id: string): boolean => /^(Webhooks|ArchivedFiles)/.test(id);

  test("every queue has a dead-letter queue, and each has an alarm if no error in a log announces its messages", () => {
    const working = queues.filter(([id]) => !deadLetterIds.has(id));
    expect(working).toHaveLength(6);
    for (const [, { Properties }] of working) expect(Properties.RedrivePolicy).toMatchObject({ maxReceiveCount: 10 });
    const watched = alarms.flatMap(([, { Properties }]) => referencesIn([Properties.Dimensions, Properties.Metrics]));
    expect([...deadLetterIds].filter((id) => !watched.includes(id)).map(nameOf)).toEqual([
      "WebhooksWebhookDeadLetters",
      "ArchivedFilesArchivedFilesDeadLetters",
    ]);
    const aged = alarms.filter(([, alarm]) => alarm.Properties.MetricName === "ApproximateAgeOfOldestMessage");
    const agedQueues = aged.flatMap(([, alarm]) => referencesIn(alarm.Properties.Dimensions));
    // Nobody waits for the marks of archived jobs.
    const expected = working.map(([id]) => id).filter((id) => !isUnwatched(id));
    expect(agedQueues.sort()).toEqual(expected.sort());
  });

  test("the alarm on render dead letters counts visible messages and those in flight, which a failing consumer holds", () => {
    const [alarm] = alarms.filter(([id]) => id.startsWith("RenderingRenderDeadLettersPresent"));
    const metrics = alarm?.[1].Properties.Metrics as { Expression?: string; MetricStat?: unknown }[];
    expect(metrics.flatMap(({ Expression }) => Expression ?? [])).toEqual(["visible + inFlight"]);
    const names = JSON.stringify(metrics).match(/"MetricName":"\w+"/g);
    expect(names?.sort()).toEqual([
      '"MetricName":"ApproximateNumberOfMessagesNotVisible"',
      '"MetricName":"ApproximateNumberOfMessagesVisible"',
    ]);
  });

  test("the visibility timeout of every queue is at least six times the timeout of its consumer", () => {
    const mappings = resourcesOf(template, "AWS::Lambda::EventSourceMapping");
    expect(mappings).toHaveLength(7);
    for (const [, { Properties }] of mappings) {
      const queue = queues.find(([id]) => referencesIn(Properties.EventSourceArn).includes(id));
      const consumer = functions.find(([id]) => referencesIn(Properties.FunctionName).includes(id));
      const hidden = Number(queue?.[1].Properties.VisibilityTimeout);
      expect(hidden).toBeGreaterThanOrEqual(6 * Number(consumer?.[1].Properties.Timeout));
    }
  });

  test("every event source reports failures for each message", () => {
    for (const [, { Properties }] of resourcesOf(template, "AWS::Lambda::EventSourceMapping")) {
      expect(Properties.FunctionResponseTypes).toEqual(["ReportBatchItemFailures"]);
    }
  });
});

describe("the HTTP API", () => {
  const keys = resourcesOf(template, "AWS::ApiGatewayV2::Route").map(([, { Properties }]) => Properties.RouteKey);

  test("the HTTP API has a route for each route that api and edge-keeper serve, those of assistants, and the default", () => {
    const expected = routes
      .filter(({ servedBy }) => servedBy === "api" || servedBy === "edge-keeper")
      .map(({ method, path }) => `${method} ${path}`);
    const ofAssistants = ["ANY /mcp", "GET /.well-known/oauth-protected-resource/mcp"];
    expect(keys.sort()).toEqual(["$default", ...ofAssistants, ...expected].sort());
  });
});

describe("the rendering layers", () => {
  test("the renderer and the preview function have the same layers", async () => {
    const layersOf = (name: string) =>
      functions.filter(([id]) => nameOf(id) === name).map(([, { Properties }]) => Properties.Layers);
    expect(layersOf("RenderingRenderer").flat()).toHaveLength(2);
    expect(layersOf("RestApiPreviewFunction")).toEqual(layersOf("RenderingRenderer"));
  });
});

describe("the bucket's CORS rules", () => {
  test("the bucket accepts signed uploads from every page, and nothing else", () => {
    expect(resourcesOf(template, "AWS::S3::Bucket")[0]?.[1].Properties.CorsConfiguration).toEqual({
      CorsRules: [
        {
          AllowedHeaders: ["content-type", "if-none-match"],
          AllowedMethods: ["PUT"],
          AllowedOrigins: ["*"],
          MaxAge: 7200,
        },
      ],
    });
  });
});

describe("retention", () => {
  // A lost token bucket is a full token bucket.
  const isKept = ([id]: readonly [string, unknown]): boolean => !id.startsWith("StorageLimits");
  const tables = resourcesOf(template, "AWS::DynamoDB::GlobalTable").filter(isKept);

  test("tables can be restored to a point in time", () => {
    for (const [, { Properties }] of tables) {
      expect(Properties.Replicas).toEqual([
        expect.objectContaining({ PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } }),
      ]);
    }
  });

  test("the bucket archives large pictures and deletes small ones at the same age, and blocks public access", () => {
    const [, bucket] = resourcesOf(template, "AWS::S3::Bucket")[0] ?? [];
    const { Rules } = bucket?.Properties.LifecycleConfiguration as { Rules: Record<string, unknown>[] };
    expect(Rules).toContainEqual(
      expect.objectContaining({
        Id: "ArchiveLargePictures",
        Transitions: [{ StorageClass: "GLACIER", TransitionInDays: 90 }],
        ObjectSizeGreaterThan: 131071,
      }),
    );
    expect(Rules).toContainEqual(expect.objectContaining({ Id: "DeleteSmallPictures", ExpirationInDays: 90 }));
    // The rules delete only what nobody can need: files that were never used, and documents of deleted templates.
    const others = Rules.filter(({ Prefix }) => ["incoming/", "uploads/", "templates/"].includes(String(Prefix)));
    expect(
      others.map(({ Id, Prefix, TagFilters, ExpirationInDays }) => [Id, Prefix, TagFilters, ExpirationInDays]),
    ).toEqual([
      ["DeleteUnusedUploads", "incoming/", undefined, 7],
      ["DeleteDocumentsOfDeletedTemplates", "templates/", [{ Key: "deleted", Value: "true" }], 18],
    ]);
    expect(bucket?.Properties.PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
  });
});
