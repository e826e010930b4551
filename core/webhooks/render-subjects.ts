/** The renders that webhooks report, as their bodies show them. */
import type { JobStore } from "../renders/ports.js";
import { presentJob } from "../renders/present-job.js";
import type { KeyRing } from "../signing/key-ring.js";
import type { SubjectReader } from "./ports.js";

/** A deleted job is still reported: its end occurred before. */
export function createRenderSubjects(jobs: Pick<JobStore, "find">, keyRing: KeyRing): SubjectReader {
  return {
    async find({ kind, id }, workspaceId) {
      if (kind !== "render") return undefined;
      const job = await jobs.find(id);
      if (job === undefined || job.workspaceId !== workspaceId) return undefined;
      const { webhookDeliveredAtMs: _at, webhookLastError: _error, ...reported } = job;
      return { webhookUrl: job.webhookUrl, data: { ...presentJob(reported, keyRing), error: job.error ?? null } };
    },
  };
}
