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
      // Each attempt changes these two, and the body must not depend on earlier attempts.
      const reported = { ...job, webhookDeliveredAtMs: undefined, webhookLastError: undefined };
      return { webhookUrl: job.webhookUrl, data: { ...presentJob(reported, keyRing), error: job.error ?? null } };
    },
  };
}
