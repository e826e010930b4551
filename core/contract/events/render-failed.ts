/** The event that is published when a job has ended as failed. */
import type * as z from "zod";
import { JOB, TIMES } from "../example-jobs.js";
import { EVENT_SOURCE, type EventDefinition } from "./event.js";
import { endedJobData, endedJobDetail, endedJobExample } from "./job-detail.js";

const detail = endedJobDetail("render.failed");
export type RenderFailed = z.infer<typeof detail>;

export const renderFailed = {
  type: "render.failed",
  source: EVENT_SOURCE,
  detail,
  when: "A render has ended as failed, or was canceled.",
  example: () => endedJobExample("render.failed", "failed"),
  webhook: {
    summary: "A render job has failed",
    data: endedJobData,
    example: () => ({
      ...JOB,
      status: "failed",
      finishedAt: TIMES.finished,
      error: "The image at layers.photo.image_url could not be loaded.",
    }),
    subject: "render",
    idEnd: /^failed$/,
    subjectIdOf: ({ jobId }) => jobId,
  },
} as const satisfies EventDefinition<typeof detail>;
