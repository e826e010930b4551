/**
 * The event that is published when the picture of a job was archived or deleted because of its age. A job has one such
 * event.
 */
import * as z from "zod";
import { IDS } from "../example-jobs.js";
import { EVENT_SOURCE, type EventDefinition } from "./event.js";
import { jobDetailShape } from "./job-detail.js";

const detail = z.object({
  ...jobDetailShape,
  type: z.literal("render.archived"),
  jobId: z.uuid(),
  hasWebhook: z.literal(false).describe("No webhook reports the event."),
});
export type RenderArchived = z.infer<typeof detail>;

export const renderArchived = {
  type: "render.archived",
  source: EVENT_SOURCE,
  detail,
  when: "The picture of a render was [archived or deleted because of its age](renders.md#when-a-picture-is-archived). No webhook reports it.",
  example: () => ({
    eventId: `${IDS.render}.archived`,
    type: "render.archived",
    jobId: IDS.render,
    workspaceId: IDS.workspace,
    timestamp: "2026-05-31T00:00:00.000Z",
    hasWebhook: false,
  }),
} as const satisfies EventDefinition<typeof detail>;
