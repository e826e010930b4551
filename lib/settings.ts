/** The stack's settings. They come from the CDK context and are checked before the synthesis. */
import type { App } from "aws-cdk-lib";
import { RetentionDays } from "aws-cdk-lib/aws-logs";
import * as z from "zod";
import { DEFAULT_CONCURRENCY } from "../core/deployment/concurrency.js";
import { PURGES_PER_MONTH } from "../core/contract/limits.js";
import { plansSchema } from "../core/contract/plans.js";
import { RETENTION_DAYS } from "../core/contract/retention.js";
import { RETRY_SECONDS } from "../core/deployment/webhook-schedule.js";
import { ORIGIN_TIMEOUT_SECONDS } from "../core/contract/wait-api.js";
import { adoptedDataSchema } from "./adopted-data.js";
import { certificateArnSchema, checkDomains, domainNamesSchema } from "./domain-settings.js";

/** A value from the command line (`-c key=value`) is text. */
const wholeNumber = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum);
/** Accepts an object or a list in cdk.json, or JSON text on the command line. */
const jsonText = <S extends z.ZodType>(schema: S) => z.preprocess(parseIfText, schema);
const originSchema = z.url({ protocol: /^https?$/ }).refine((url) => new URL(url).origin === url, {
  error: "must be an origin such as https://app.example.com, without a path",
});
const flag = z.union([z.boolean(), z.stringbool()]);

export const settingsSchema = z.strictObject({
  /** The stack's name is `ImageRender-<stageName>`. One account can have several stacks. */
  stageName: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,30}$/, { error: "must be a letter, then up to 30 letters, digits and hyphens" })
    .default("prod"),
  /** Whether to keep tables, bucket and secrets when the stack is deleted. */
  protectData: flag.default(true),
  /**
   * The data of a deleted or restored stack: the output `DataToAdopt` of that stack. This stack uses it instead of new
   * tables, a new bucket and new secrets. Keep the setting for the life of the stack. The first deployment needs
   * `--import-existing-resources`. @default new data
   */
  adoptData: jsonText(adoptedDataSchema).optional(),
  /** At this age, large pictures of jobs are archived, and small ones are deleted. Downloads then return 410. */
  archiveAfterDays: wholeNumber(RETENTION_DAYS.archive.min, RETENTION_DAYS.archive.max).default(90),
  /** At this age, archived pictures are deleted. Plans can have a retention of their own. */
  deleteAfterDays: wholeNumber(RETENTION_DAYS.delete.min, RETENTION_DAYS.delete.max).default(365),
  /**
   * At this age, pictures of signed images are deleted. The next view renders them again without a debit.
   * @default never
   */
  deleteSignedImagesAfterDays: wholeNumber(1, 7300).optional(),
  logRetentionDays: z.coerce.number().pipe(z.enum(RetentionDays)).default(RetentionDays.THREE_MONTHS),
  /** Metrics count lines of the level INFO. With WARN or ERROR, the stack counts failures only. */
  logLevel: z.enum(["DEBUG", "INFO", "WARN", "ERROR"]).default("INFO"),
  /** Whether to create a dashboard in CloudWatch. It costs $3 a month: docs/deploy.md#dashboard. */
  dashboard: flag.default(false),
  /**
   * Whether X-Ray traces a sample of the invocations. Lambda fixes the sample: one invocation per second of each
   * function, and 5 % of the others. A million traces cost $5: docs/deploy.md#traces.
   */
  traces: flag.default(false),
  /** The time limit for one attempt to render. If an attempt crashes, the next one starts within this time. */
  renderTimeoutSeconds: wholeNumber(10, 600).default(60),
  /** The maximum number of concurrent renders, by queue. */
  interactiveConcurrency: wholeNumber(2, 1000).default(DEFAULT_CONCURRENCY.interactive),
  standardConcurrency: wholeNumber(2, 1000).default(DEFAULT_CONCURRENCY.standard),
  bulkConcurrency: wholeNumber(2, 1000).default(DEFAULT_CONCURRENCY.bulk),
  heavyConcurrency: wholeNumber(2, 1000).default(DEFAULT_CONCURRENCY.heavy),
  /**
   * The maximum number of concurrent invocations of the webhook function. Each delivers up to ten events at once. The
   * events of one workspace take up to a quarter of this capacity.
   */
  webhookConcurrency: wholeNumber(2, 1000).default(DEFAULT_CONCURRENCY.webhooks),
  /**
   * Concurrency that only the renderer may use, so that other functions of the account cannot take it. It must be at
   * least the sum of the concurrency of the four queues. AWS refuses it if fewer than 100 concurrent executions of the
   * account would remain unreserved. @default no reservation
   */
  rendererReservedConcurrency: wholeNumber(8, 100_000).optional(),
  /** Whether webhooks and images may have loopback addresses. Use it only for a stack that runs on one machine. */
  allowLoopbackTargets: flag.default(false),
  /**
   * The delays between the attempts to deliver a webhook, in seconds. Use a shorter schedule only to test receivers. A
   * receiver that is down for longer than the schedule misses events until they are recovered. @default about 28 hours
   */
  webhookRetrySeconds: jsonText(z.array(z.number().min(0).max(43_200)).min(1).max(50)).default([...RETRY_SECONDS]),
  /** The scheme of the base URL. Use `http` only for a stack that runs on one machine. */
  viewerScheme: z.enum(["https", "http"]).default("https"),
  /** The source of sharp and resvg: a layer for Lambda (`target`), or the machine itself (`host`). */
  nativeLayer: z.enum(["target", "host"]).default("target"),
  /** Plans by name. An entry replaces the built-in plan with that name, or adds a plan. */
  plans: jsonText(plansSchema).default({}),
  /** The maximum number of purges by all workspaces in a UTC month. CloudFront bills two paths for each purge. */
  purgesPerMonth: wholeNumber(1, 1_000_000).default(PURGES_PER_MONTH),
  /** Origins whose pages may call the API, for example `["https://app.example.com"]`. `["*"]` allows all origins. */
  corsOrigins: jsonText(z.array(z.union([z.literal("*"), originSchema]))).default([]),
  /**
   * The issuer of an OAuth 2.1 authorization server whose access tokens are API keys of this stack. Assistants then find
   * it at `/.well-known/oauth-protected-resource/mcp`: docs/mcp.md#sign-in. @default users give a key to their assistant
   */
  mcpAuthorizationServer: z.url({ protocol: /^https$/ }).optional(),
  /** An SNS topic that every alarm notifies. @default a new topic, and an output that says how to subscribe */
  alarmTopicArn: z.string().startsWith("arn:").optional(),
  /** A web ACL for the distribution. It must be in us-east-1. */
  webAclArn: z.string().startsWith("arn:").optional(),
  /**
   * Domain names of the distribution, for example `["images.example.com"]`. URLs that the service returns contain the
   * first name. If there is none, they contain CloudFront's own name. Domain names need `certificateArn`.
   */
  domainNames: jsonText(domainNamesSchema).default([]),
  /** The certificate for all of `domainNames`. It must be in us-east-1. */
  certificateArn: certificateArnSchema.optional(),
  /**
   * The name of a bucket that receives CloudFront's access logs. The bucket must accept ACLs: docs/deploy.md. The logs
   * contain signed URLs. @default no access logs
   */
  accessLogBucket: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { error: "must be the name of an S3 bucket, without s3://" })
    .optional(),
  /**
   * The longest time that CloudFront waits for a function that waits for a render. Raise it only after the account's
   * quota "Response timeout per origin" was raised. With the default, `wait=120` responds after 115 s.
   */
  originTimeoutSeconds: wholeNumber(ORIGIN_TIMEOUT_SECONDS.min, ORIGIN_TIMEOUT_SECONDS.max).default(
    ORIGIN_TIMEOUT_SECONDS.min,
  ),
  /**
   * Raise it by one to make CloudFront send the current origin secret: docs/deploy.md#rotate-the-origin-secret.
   */
  originSecretRotation: wholeNumber(0, 1_000_000).default(0),
});
export type Settings = z.output<typeof settingsSchema>;

/**
 * Reads the `settings` object of cdk.json. `-c name=value` overrides one entry.
 *
 * @throws Error that lists every unknown or malformed setting.
 */
export function readSettings(app: App): Settings {
  const given = (app.node.tryGetContext("settings") ?? {}) as Record<string, unknown>;
  const overridden = Object.keys(settingsSchema.shape).flatMap((name) => {
    const value: unknown = app.node.tryGetContext(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const result = settingsSchema.safeParse({ ...given, ...Object.fromEntries(overridden) });
  if (!result.success) throw new Error(`The settings in the CDK context are wrong:\n${z.prettifyError(result.error)}`);
  if (result.data.deleteAfterDays <= result.data.archiveAfterDays) {
    throw new Error(
      "The settings in the CDK context are wrong: deleteAfterDays must be greater than archiveAfterDays.",
    );
  }
  checkLogLevel(result.data);
  checkReservedConcurrency(result.data);
  checkDomains(result.data);
  return result.data;
}

/** Checks that a dashboard has something to show. */
function checkLogLevel({ dashboard, logLevel }: Settings): void {
  if (!dashboard || logLevel === "INFO" || logLevel === "DEBUG") return;
  throw new Error(
    `The settings in the CDK context are wrong: logLevel is ${logLevel}, but the dashboard shows metrics that count ` +
      "lines of the level INFO. Set logLevel to INFO, or dashboard to false.",
  );
}

/**
 * Checks that the renderer's reserved concurrency is enough for all of its event sources. Otherwise, the renderer would
 * be throttled, and throttled messages count as received.
 */
function checkReservedConcurrency({ rendererReservedConcurrency: reserved, ...settings }: Settings): void {
  const used = rendererConcurrency(settings);
  if (reserved === undefined || reserved >= used) return;
  throw new Error(
    `The settings in the CDK context are wrong: rendererReservedConcurrency is ${reserved}, but interactiveConcurrency, ` +
      `standardConcurrency, bulkConcurrency and heavyConcurrency are ${used} together. Raise it to ${used}, or lower the others.`,
  );
}

/** Returns the maximum number of concurrent renders in all queues. */
export function rendererConcurrency(
  settings: Pick<Settings, "interactiveConcurrency" | "standardConcurrency" | "bulkConcurrency" | "heavyConcurrency">,
): number {
  const { interactiveConcurrency, standardConcurrency, bulkConcurrency, heavyConcurrency } = settings;
  return interactiveConcurrency + standardConcurrency + bulkConcurrency + heavyConcurrency;
}

/** Returns text that is not JSON unchanged, so that the schema reports it. */
function parseIfText(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
