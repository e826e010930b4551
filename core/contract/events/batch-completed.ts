/**
 * The event that is published when all jobs of a batch have ended. A batch has one such event, even if all of its jobs
 * failed.
 */
import * as z from "zod";
import { batchBodySchema } from "../batch-body.js";
import { BATCH, ENDED, IDS, TIMES } from "../example-jobs.js";
import { jobStatusSchema } from "../job-body.js";
import { EVENT_SOURCE, type EventDefinition } from "./event.js";
import { jobDetailShape } from "./job-detail.js";

const detail = z.object({
  ...jobDetailShape,
  type: z.literal("batch.completed"),
  batchId: z.uuid(),
  /** `failed`: all jobs failed. */
  status: jobStatusSchema.exclude(["queued"]),
  totals: z.object({ total: z.int(), queued: z.literal(0), done: z.int(), failed: z.int() }),
});
export type BatchCompleted = z.infer<typeof detail>;

/** The type is not only `null`, because generators have no type for that. */
const noError = () =>
  z.string().nullable().describe("Always null: a batch has no error of its own. Its jobs have them.");

export const batchCompleted = {
  type: "batch.completed",
  source: EVENT_SOURCE,
  detail,
  when: "All renders of a batch have ended.",
  example: () => ({
    eventId: `${IDS.batch}.completed`,
    type: "batch.completed",
    batchId: IDS.batch,
    workspaceId: IDS.workspace,
    status: "done",
    totals: { total: 1, queued: 0, done: 1, failed: 0 },
    timestamp: TIMES.finished,
    hasWebhook: true,
  }),
  webhook: {
    summary: "All jobs of a batch have ended",
    data: () => batchBodySchema.extend({ error: noError() }),
    example: () => ({
      ...BATCH,
      status: "done",
      totals: { total: 1, queued: 0, done: 1, failed: 0 },
      jobs: [{ ...ENDED, priority: 3, batchId: IDS.batch }],
      finishedAt: TIMES.finished,
      error: null,
    }),
    subject: "batch",
    idEnd: /^completed$/,
    subjectIdOf: ({ batchId }) => batchId,
  },
} as const satisfies EventDefinition<typeof detail>;
