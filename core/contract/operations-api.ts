/** The figures of the whole deployment, for its operator. */
import * as z from "zod";
import { QUEUE_NAMES } from "./render-queues.js";
import { REFUSAL_REASONS } from "./errors.js";

const count = z.int().min(0);

export const STAGE_NAMES = ["queued", "load", "picture", "store"] as const;

const stageSchema = z.object({
  name: z
    .enum(STAGE_NAMES)
    .describe(
      "`queued`: waiting in the queue. `load`: loading images. `picture`: drawing and encoding. `store`: storing.",
    ),
  p50Ms: z.number().min(0).describe("Half of today's pictures took less, in milliseconds."),
  p95Ms: z.number().min(0).describe("95 % of today's pictures took less, in milliseconds."),
});

const daySchema = z.object({
  pictures: count,
  failed: count,
  credits: count.describe("The credits that ended jobs of all workspaces cost."),
  webhookAttempts: count,
  webhooksAccepted: count.describe("The attempts that a receiver accepted."),
  coldStarts: count,
  views: count.describe("Requests of viewers at the edge."),
  bytesToViewers: count,
  refused: z.object(Object.fromEntries(REFUSAL_REASONS.map((reason) => [reason, count])) as RefusedShape),
});

const costSchema = z.object({
  dollars: z.number().min(0),
  lines: z.array(z.object({ name: z.string(), quantity: z.string(), dollars: z.number().min(0) })),
  pricesOf: z.string().describe("The region and the month of the prices."),
});

export const operationsBodySchema = z.object({
  readAt: z.iso.datetime().describe("When the figures were read. They are one to three minutes late."),
  version: z.string(),
  commit: z.string().optional().describe("Absent if the stack was not synthesized from a Git repository."),
  alarms: z
    .array(z.object({ name: z.string(), description: z.string() }))
    .describe("The alarms that are raised now. Each description names its section of the runbook."),
  hours: z
    .array(
      z.object({
        start: z.iso.datetime(),
        pictures: count.describe("Pictures that were rendered."),
        failed: count.describe("Render jobs that failed."),
      }),
    )
    .describe("The last 24 hours, oldest first. The last one is not over."),
  stages: z.array(stageSchema).describe("The stages of today's pictures (UTC). Empty without pictures."),
  queues: z
    .array(z.object({ name: z.enum(QUEUE_NAMES), oldestSeconds: count, waiting: count }))
    .describe("The render queues: the age of the oldest message, and the number of messages that no renderer has."),
  today: daySchema.describe("Since midnight UTC."),
  cost: costSchema.describe(
    "An estimate of today's bill, from the figures of today and the share of the day in the costs of an idle stage.",
  ),
  yesterday: daySchema
    .extend({ cost: costSchema.describe("An estimate of the bill of the day.") })
    .describe("The last whole day in UTC."),
});
export type OperationsBody = z.infer<typeof operationsBodySchema>;

type RefusedShape = Record<(typeof REFUSAL_REASONS)[number], typeof count>;
