/** The stack's settings, read from the CDK context and checked before anything is synthesized. */
import type { App } from "aws-cdk-lib";
import { RetentionDays } from "aws-cdk-lib/aws-logs";
import * as z from "zod";
import { plansSchema } from "../core/contract/plans.js";

/** On the command line (`-c key=value`) every value is text. */
const wholeNumber = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum);
/** An object or list in cdk.json, JSON text on the command line. */
const jsonText = <S extends z.ZodType>(schema: S) => z.preprocess(parseIfText, schema);
const originSchema = z.url({ protocol: /^https?$/ }).refine((url) => new URL(url).origin === url, {
  error: "must be an origin such as https://app.example.com, without a path",
});
const flag = z.union([z.boolean(), z.stringbool()]);

export const settingsSchema = z.strictObject({
  /** Names the stack, `ImageRender-<stageName>`: several can live in one account. */
  stageName: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,30}$/, { error: "must be letters, digits and hyphens, 31 at most" })
    .default("prod"),
  /** Tables and bucket survive the deletion of the stack. */
  protectData: flag.default(true),
  /** Pictures of jobs are archived (large ones) or deleted (small ones) at this age; downloads then answer 410. */
  archiveAfterDays: wholeNumber(1, 3650).default(90),
  /** Archived pictures are deleted at this age. */
  deleteAfterDays: wholeNumber(2, 7300).default(365),
  /** Stored pictures of signed URLs are deleted at this age, and made again for nothing when they are viewed; kept without it. */
  deleteSignedImagesAfterDays: wholeNumber(1, 7300).optional(),
  logRetentionDays: z.coerce.number().pipe(z.enum(RetentionDays)).default(RetentionDays.THREE_MONTHS),
  logLevel: z.enum(["DEBUG", "INFO", "WARN", "ERROR"]).default("INFO"),
  /** The time one attempt at a picture may take; a crashed attempt is repeated after at most this time. */
  renderTimeoutSeconds: wholeNumber(10, 600).default(60),
  /** How many renders run at once, by queue. */
  interactiveConcurrency: wholeNumber(2, 1000).default(20),
  standardConcurrency: wholeNumber(2, 1000).default(20),
  bulkConcurrency: wholeNumber(2, 1000).default(10),
  /** Whether webhooks and images may be at loopback addresses. For stacks that run on one machine only. */
  allowLoopbackTargets: flag.default(false),
  /** The scheme under which viewers reach the distribution; `http` only for a stack that runs on one machine. */
  viewerScheme: z.enum(["https", "http"]).default("https"),
  /** Where sharp and resvg come from: a layer for the functions' architecture, or the machine that runs them. */
  nativeLayer: z.enum(["target", "host"]).default("target"),
  /** Plans by name: an entry replaces the built-in plan of that name, or adds one. */
  plans: jsonText(plansSchema).default({}),
  /** Origins whose pages may call the API, `["https://app.example.com"]`; `["*"]` admits all. */
  corsOrigins: jsonText(z.array(z.union([z.literal("*"), originSchema]))).default([]),
  /** An SNS topic that every alarm notifies. */
  alarmTopicArn: z.string().startsWith("arn:").optional(),
  /** A web ACL (us-east-1) for the distribution. */
  webAclArn: z.string().startsWith("arn:").optional(),
});
export type Settings = z.output<typeof settingsSchema>;

/**
 * Reads the `settings` object of cdk.json; a single `-c name=value` overrides its entry.
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
    throw new Error("The settings in the CDK context are wrong: deleteAfterDays must exceed archiveAfterDays.");
  }
  return result.data;
}

/** Text that is no JSON stays as it is, and the schema says what it should have been. */
function parseIfText(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
