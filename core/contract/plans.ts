/** Plans: the monthly credits, rate limits and features of a workspace. */
import * as z from "zod";
import { imageFormatSchema } from "./image-format.js";
import { SCALE } from "@image-render/engine/limits";
import { MAX_BATCH_SIZE, MAX_KEYS, PREVIEW_SECONDS_PER_DAY, PURGES_PER_DAY } from "./limits.js";
import { prioritySchema } from "./render-queues.js";
import { type PlanRateName, planRatesSchema, type Rate, RATE_LIMITS } from "./rate-limits.js";
import { retentionSchema } from "./retention.js";

export const planSchema = z.object({
  /** Granted in each UTC month. One render costs one credit. */
  credits: z.int().min(0).max(1_000_000_000),
  /** The rates of each key, by the name of the limit. */
  rates: planRatesSchema<PlanRateName>(RATE_LIMITS),
  /** The rates of all keys of a workspace together, as a multiple of the rates of one key. */
  workspaceRateFactor: z.number().min(1).max(MAX_KEYS).optional(),
  /** The processor time of failed pictures after which a workspace cannot start others. */
  failedSeconds: z.object({ perMinute: z.int().min(1), perDay: z.int().min(1) }).optional(),
  formats: z.array(imageFormatSchema).min(1),
  maxScale: z.number().min(SCALE.min).max(SCALE.max),
  maxBatchSize: z.int().min(1).max(MAX_BATCH_SIZE),
  /** The highest priority that a request may ask for. `QUEUE_PRIORITIES` states its queue. */
  maxPriority: prioritySchema,
  /**
   * Previews of the workspace in a UTC day.
   *
   * @default only `previewSecondsPerDay` limits them
   */
  previewsPerDay: z.int().min(0).optional(),
  /** The processor time of previews of the workspace in a UTC day, in seconds. */
  previewSecondsPerDay: z.int().min(0).max(10_000_000).default(PREVIEW_SECONDS_PER_DAY),
  /** Purges of signed images by the workspace in a UTC day. A plan that is older than this field gets the default. */
  purgesPerDay: z.int().min(0).max(100_000).default(PURGES_PER_DAY),
  /** Waits and event streams of the workspace at the same time. */
  concurrentWaits: z.int().min(1).max(1_000),
  /**
   * How long the files of jobs are kept. A change applies to jobs that are created from then on.
   *
   * @default the retention of the stage
   */
  retention: retentionSchema.optional(),
});
export type Plan = z.infer<typeof planSchema>;

/** The factor of plans that do not set it, for example plans that are older than the rates of workspaces. */
const WORKSPACE_RATE_FACTOR = 10;

/** Returns the rate of all keys of a workspace together, from the rate of one key. */
export function workspaceRateOf({ workspaceRateFactor: factor = WORKSPACE_RATE_FACTOR }: Plan, rate: Rate): Rate {
  return { perSecond: rate.perSecond * factor, burst: rate.burst * factor };
}

/** The limits of plans that do not set them: half of a processor in each minute, and half an hour in each day. */
export const FAILED_SECONDS = { perMinute: 30, perDay: 1_800 } as const;

export const planNameSchema = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, {
  error: "It must be a lower-case letter, then up to 31 lower-case letters, digits and hyphens.",
});

/** The plans of a deployment, by name. */
export const plansSchema = z.record(planNameSchema, planSchema);
export type Plans = z.infer<typeof plansSchema>;

const everyFormat = imageFormatSchema.options;

/** The built-in plans. Settings can replace them and add others. */
export const DEFAULT_PLANS: Plans = {
  free: {
    credits: 100,
    rates: {
      create: { perSecond: 1, burst: 10 },
      read: { perSecond: 5, burst: 25 },
      write: { perSecond: 1, burst: 10 },
      preview: { perSecond: 5, burst: 25 },
    },
    formats: ["png", "jpg"],
    maxScale: 2,
    maxBatchSize: 10,
    maxPriority: 5,
    previewSecondsPerDay: 900,
    purgesPerDay: PURGES_PER_DAY,
    concurrentWaits: 2,
  },
  team: {
    credits: 10_000,
    rates: {
      create: { perSecond: 10, burst: 50 },
      read: { perSecond: 20, burst: 100 },
      write: { perSecond: 5, burst: 50 },
      preview: { perSecond: 10, burst: 50 },
    },
    formats: everyFormat,
    maxScale: SCALE.max,
    maxBatchSize: MAX_BATCH_SIZE,
    maxPriority: 6,
    previewSecondsPerDay: PREVIEW_SECONDS_PER_DAY,
    purgesPerDay: PURGES_PER_DAY,
    concurrentWaits: 20,
  },
  /** For the owner of the deployment, who pays AWS. The rates limit the cost of a mistake, such as an endless loop. */
  unlimited: {
    credits: 1_000_000_000,
    rates: {
      create: { perSecond: 100, burst: 500 },
      read: { perSecond: 100, burst: 500 },
      write: { perSecond: 20, burst: 200 },
      preview: { perSecond: 20, burst: 200 },
    },
    formats: everyFormat,
    maxScale: SCALE.max,
    maxBatchSize: MAX_BATCH_SIZE,
    maxPriority: 6,
    previewSecondsPerDay: 86_400,
    purgesPerDay: PURGES_PER_DAY,
    concurrentWaits: 100,
    failedSeconds: { perMinute: 300, perDay: 36_000 },
  },
};

/** Returns all plans of a deployment: the built-in ones, and those of its settings. */
export function withBuiltInPlans(plans: Plans): Plans {
  return { ...DEFAULT_PLANS, ...plans };
}

/** The plan of the first workspace. */
export const FIRST_PLAN = "unlimited";
