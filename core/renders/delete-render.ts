/** Deletes a job that has ended, with its picture and its inputs. */
import { ServiceError } from "../contract/errors.js";
import { getRender, noSuchRender } from "./get-render.js";
import { inputsKey, isTerminal, pictureKey } from "./job.js";
import type { InputStore, JobStore, StoredFiles } from "./ports.js";

/** No queue keeps a message this long, so a message that is delivered late still finds the job as ended. */
const ITEM_KEPT_MS = 15 * 24 * 60 * 60 * 1000;

export interface DeleteRenderDependencies {
  readonly jobs: Pick<JobStore, "findOwned" | "remove">;
  readonly pictures: StoredFiles;
  readonly inputs: Pick<InputStore, "remove">;
  readonly now: () => number;
}

/**
 * Hides the job at once. Its item expires later, because its end may still have to be published. The ledger keeps the
 * debit. The picture of a signed image belongs to its URL, and its claim refers to the job. So that picture stays, and
 * the item does not expire: without it, the next view would be debited again.
 *
 * Removes the files first. If a later step fails, the request can be repeated. The key of the inputs derives from the
 * ID of the job, so no other job's inputs can be removed: a job that renders this one again has a copy of its own.
 *
 * @throws ServiceError `NOT_FOUND`, even for a job that was deleted before. `CONFLICT` for a queued job, with its
 *   status in `details`.
 */
export async function deleteRender(
  { jobs, pictures, inputs, now }: DeleteRenderDependencies,
  workspaceId: string,
  id: string,
): Promise<void> {
  const job = await getRender(jobs, workspaceId, id);
  if (!isTerminal(job)) {
    const message = "The render is queued, so it cannot be deleted. Cancel it, or wait until it has ended.";
    throw new ServiceError("CONFLICT", message, { details: { status: job.status } });
  }
  const isSignedImage = job.storedAs !== undefined;
  if (!isSignedImage) await pictures.remove(pictureKey(job));
  if ("key" in job.inputs) await inputs.remove(inputsKey(job.id));
  const nowMs = now();
  const times = { nowMs, ...(!isSignedImage && { forgetAtMs: nowMs + ITEM_KEPT_MS }) };
  if (!(await jobs.remove(workspaceId, job.id, times))) throw noSuchRender();
}
