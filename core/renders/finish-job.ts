/** The one way a job ends, whoever ends it: renderer, dead-letter function or sweeper. */
import type { RenderEvent } from "../contract/render-event.js";
import { type Job, namesOf, pictureKey } from "./job.js";
import type { Ending, EventPublisher, Holder, JobStore, Log, PictureStore } from "./ports.js";

export interface FinishDependencies {
  readonly jobs: JobStore;
  readonly pictures: PictureStore;
  readonly events: EventPublisher;
  readonly log: Log;
  readonly now: () => number;
}

/**
 * Ends a job and publishes its end. Resolves to the ended job, or `undefined` when the holder does not own it.
 *
 * A job about to fail whose picture is stored after all (a renderer died between storing and ending) ends done: the
 * picture is there, so the caller shall have it.
 */
export async function finishJob(
  dependencies: FinishDependencies,
  job: Job,
  holder: Holder,
  ending: Ending,
): Promise<Job | undefined> {
  const { jobs, log, now } = dependencies;
  const ended = await jobs.end(job, holder, await truthfulEnding(dependencies, job, ending), now());
  if (ended === undefined) return undefined;
  const { status, attempts, error } = ended;
  log.info("The job has ended.", { ...namesOf(job), status, attempts, error });
  await publishEnd(dependencies, ended);
  return ended;
}

/** Publishes the end of a terminal job unless that is known to have happened. At least once, with the same event id. */
export async function publishEnd({ jobs, events, now }: FinishDependencies, job: Job): Promise<void> {
  if (job.publishedAtMs !== undefined) return;
  await events.publish(endEventOf(job));
  await jobs.markPublished(job.id, now());
}

async function truthfulEnding({ pictures }: FinishDependencies, job: Job, ending: Ending): Promise<Ending> {
  if (ending.status === "done") return ending;
  const bytes = await pictures.sizeOf(pictureKey(job));
  return bytes === undefined ? ending : { status: "done", bytes };
}

function endEventOf(job: Job): RenderEvent {
  return {
    eventId: `${job.id}.${job.status}`,
    type: job.status === "done" ? "render.completed" : "render.failed",
    jobId: job.id,
    workspaceId: job.workspaceId,
    status: job.status,
    timestamp: new Date(job.finishedAtMs ?? job.createdAtMs).toISOString(),
    hasWebhook: job.webhookUrl !== undefined,
  };
}
