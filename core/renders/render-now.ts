/** Renders a job that the invocation has just created, and waits for its end. */
import type { SettledWithin } from "../shared/settled-within.js";
import type { LoadedTemplate } from "../templates/load-template.js";
import type { Job } from "./job.js";
import type { InlineRenderer } from "./render-inline.js";
import type { WaitForEnd } from "./wait-for-end.js";

export interface RenderNowDependencies {
  readonly inline: Pick<InlineRenderer, "render">;
  readonly settledWithin: SettledWithin;
  readonly waitForEnd: WaitForEnd;
  readonly now: () => number;
  /** Rejects when the caller may no longer wait. It runs while another function renders the job. */
  readonly recheckCaller: () => Promise<void>;
}

/**
 * Resolves to the terminal job, or to `undefined` if it has not ended at `untilMs`. Its render then continues. A job
 * without a lease was enqueued, and a job whose render failed with a transient error is enqueued too. Another function
 * ends these jobs.
 */
export async function renderNow(
  { inline, settledWithin, waitForEnd, now, recheckCaller }: RenderNowDependencies,
  job: Job,
  template: LoadedTemplate,
  untilMs: number,
): Promise<Job | undefined> {
  if (job.leaseToken === undefined) return await waitForEnd(job, untilMs, recheckCaller);
  const ended = await settledWithin(inline.render(job, template).ended, Math.max(0, untilMs - now()));
  return ended ?? (await waitForEnd(job, untilMs, recheckCaller));
}
