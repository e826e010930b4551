/** The event that is published when a job has ended as done. */
import type * as z from "zod";
import { ENDED } from "../example-jobs.js";
import { EVENT_SOURCE, type EventDefinition } from "./event.js";
import { endedJobData, endedJobDetail, endedJobExample } from "./job-detail.js";

const detail = endedJobDetail("render.completed");
export type RenderCompleted = z.infer<typeof detail>;

export const renderCompleted = {
  type: "render.completed",
  source: EVENT_SOURCE,
  detail,
  when: "A render has ended as done.",
  example: () => endedJobExample("render.completed", "done"),
  webhook: {
    summary: "A render job has ended as done",
    data: endedJobData,
    example: () => ({ ...ENDED, error: null }),
    subject: "render",
    idEnd: /^done$/,
    subjectIdOf: ({ jobId }) => jobId,
  },
} as const satisfies EventDefinition<typeof detail>;
