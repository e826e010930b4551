/** The attributes of a queue: defaults, ranges and the redrive policy. */
import * as z from "zod";
import { AwsError } from "../aws-error.js";

export type QueueAttributes = Readonly<Record<string, string>>;

/** Numeric attributes with default, minimum and maximum (SQS API reference, SetQueueAttributes). */
const NUMERIC = {
  VisibilityTimeout: [30, 0, 43_200],
  DelaySeconds: [0, 0, 900],
  MaximumMessageSize: [1_048_576, 1_024, 1_048_576],
  MessageRetentionPeriod: [345_600, 60, 1_209_600],
  ReceiveMessageWaitTimeSeconds: [0, 0, 20],
} as const;
type NumericAttribute = keyof typeof NUMERIC;

/**
 * Attributes that are stored and returned, but have no effect: callers have no identity here, and nothing is encrypted.
 */
const ATTRIBUTES_WITHOUT_EFFECT = [
  "Policy",
  "RedriveAllowPolicy",
  "KmsMasterKeyId",
  "KmsDataKeyReusePeriodSeconds",
  "SqsManagedSseEnabled",
];

const redrivePolicySchema = z.object({
  deadLetterTargetArn: z.string(),
  maxReceiveCount: z.coerce.number().int().min(1).max(1_000),
});
export type RedrivePolicy = z.infer<typeof redrivePolicySchema>;

/** Returns the value of a numeric attribute, or its default. */
export function numericAttribute(attributes: QueueAttributes, name: NumericAttribute): number {
  return Number(attributes[name] ?? NUMERIC[name][0]);
}

/** Returns the redrive policy, if there is one. */
export function redrivePolicy(attributes: QueueAttributes): RedrivePolicy | undefined {
  const text = attributes["RedrivePolicy"];
  return text === undefined || text === "" ? undefined : parseRedrivePolicy(text);
}

/** Returns all attributes, including defaults. */
export function withDefaults(attributes: QueueAttributes): QueueAttributes {
  const defaults = Object.entries(NUMERIC).map(([name, [value]]) => [name, String(value)]);
  return { ...(Object.fromEntries(defaults) as QueueAttributes), SqsManagedSseEnabled: "true", ...attributes };
}

/** Throws for values out of range, unknown names, and FIFO queues, which are not implemented. */
export function checkAttributes(attributes: QueueAttributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "FifoQueue")
      throw new AwsError("UnsupportedOperation", "The local SQS implements only standard queues.");
    if (name in NUMERIC) checkRange(name as NumericAttribute, value);
    else if (name === "RedrivePolicy") redrivePolicy(attributes);
    else if (!ATTRIBUTES_WITHOUT_EFFECT.includes(name))
      throw new AwsError("InvalidAttributeName", `Unknown Attribute ${name}.`);
  }
}

function checkRange(name: NumericAttribute, text: string): void {
  const [, min, max] = NUMERIC[name];
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return;
  throw new AwsError("InvalidAttributeValue", `Invalid value for the parameter ${name}: ${text}.`);
}

function parseRedrivePolicy(text: string): RedrivePolicy {
  try {
    return redrivePolicySchema.parse(JSON.parse(text));
  } catch {
    throw new AwsError("InvalidParameterValue", `Value ${text} for parameter RedrivePolicy is invalid.`);
  }
}
