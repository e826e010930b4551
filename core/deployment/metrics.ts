/**
 * The metrics of the service that its log lines feed. A stack has one series of each, because a series costs $0.30 a
 * month. So no metric has a dimension, and none is about a single workspace.
 */
import { FUNCTION_STARTED, JOB_ENDED, REQUEST, WEBHOOK_ATTEMPTED } from "./log-events.js";
import type { Refusal } from "../contract/errors.js";

export const METRIC_NAMESPACE = "ImageRender";

export interface MetricDefinition {
  /** The `event` of the lines that feed it. */
  readonly event: string;
  /** Further fields that the lines must have, with their values. */
  readonly where?: Readonly<Record<string, string>>;
  /** The field with the value. @default each line counts as 1 */
  readonly value?: string;
}

const picture = { event: JOB_ENDED, where: { status: "done" } } as const;

/**
 * The times of the stages of a render, in milliseconds. Their number of values is the number of pictures: a series of
 * its own would cost money. A picture that a crashed function had already stored has no times.
 */
export const STAGE_METRICS = {
  StageQueued: { ...picture, value: "stages.queuedMs" },
  StageLoad: { ...picture, value: "stages.loadMs" },
  StagePicture: { ...picture, value: "stages.pictureMs" },
  StageStore: { ...picture, value: "stages.storeMs" },
} as const satisfies Record<string, MetricDefinition>;

const refused = (refusal: Refusal) => ({ event: REQUEST, where: { refusal } });

export const METRICS = {
  ...STAGE_METRICS,
  RefusedKey: refused("key"),
  RefusedCredits: refused("credits"),
  RefusedLimit: refused("limit"),
  RefusedContent: refused("content"),
  RendersFailed: { event: JOB_ENDED, where: { status: "failed" } },
  /** The credits that jobs cost in the end. Failed jobs cost none. */
  Credits: { event: JOB_ENDED, value: "credits" },
  /** 1 for each attempt that a receiver accepted, 0 for each other one. So the average is the share of successes. */
  WebhookAttempts: { event: WEBHOOK_ATTEMPTED, value: "delivered" },
  ColdStarts: { event: FUNCTION_STARTED },
} as const satisfies Record<string, MetricDefinition>;
export type MetricKey = keyof typeof METRICS;

/** The metric that counts requests refused for this reason. */
export const REFUSAL_METRICS = {
  key: "RefusedKey",
  credits: "RefusedCredits",
  limit: "RefusedLimit",
  content: "RefusedContent",
} as const satisfies Record<Refusal, MetricKey>;

/** Returns the name of a metric in CloudWatch. Several stacks of an account share the namespace. */
export function metricNameOf(stackName: string, key: MetricKey): string {
  return `${key}-${stackName}`;
}
