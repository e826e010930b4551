/**
 * Finds jobs that are not marked although their picture is archived or gone, because the event about the file was lost.
 */
import { DAY_MS } from "../shared/day-ms.js";
import { inGroups } from "../shared/in-groups.js";
import { type Job, pictureKey } from "./job.js";
import type { AgedFile } from "./mark-archived.js";
import type { AssetStore } from "../shared/asset-store.js";
import type { Log } from "../shared/log.js";

/** A page of jobs. */
export interface UnmarkedPage {
  readonly jobs: readonly Pick<Job, "id" | "format">[];
  /** Where the next page starts. `undefined` after the last one. */
  readonly next: string | undefined;
}

export interface UnmarkedJobs {
  /**
   * Reads a page of the done jobs of a segment. They ended before the given time, have a picture of their own, and are
   * neither marked nor deleted. The page can be empty. Eventually consistent.
   */
  list(segment: Segment, endedBeforeMs: number, after: string | undefined): Promise<UnmarkedPage>;
}

/** One of `total` parts of the jobs, of about the same size. `index` starts at 0. */
export interface Segment {
  readonly index: number;
  readonly total: number;
}

export interface FindArchivedDependencies {
  readonly jobs: UnmarkedJobs;
  readonly assets: AssetStore;
  /** Sends a found file to the function that marks its job. */
  readonly send: (file: AgedFile) => Promise<void>;
  readonly log: Log;
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

export interface FindArchivedTerms {
  /** The age from which pictures are archived. */
  readonly archiveAfterDays: number;
  /** No new page is read after this time. */
  readonly untilMs: number;
}

/** Each run reads one segment, so every job is checked once in this number of runs. */
const SEGMENTS = 30;
/** S3 applies lifecycle rules at midnight and in the hours or days after it, and the events come later. */
const GRACE_MS = 3 * DAY_MS;
/** A page takes 128 of the 3,000 read units that a partition has per second. Requests need the rest. */
const PAUSE_MS = 500;
const CONCURRENT_LOOKUPS = 10;

/** Checks the segment of the day. Resolves to the number of jobs that are marked late. */
export async function findArchived(
  dependencies: FindArchivedDependencies,
  { archiveAfterDays, untilMs }: FindArchivedTerms,
): Promise<number> {
  const { jobs, log, now, pause } = dependencies;
  const startedMs = now();
  const segment = { index: Math.floor(startedMs / DAY_MS) % SEGMENTS, total: SEGMENTS };
  const endedBeforeMs = startedMs - archiveAfterDays * DAY_MS - GRACE_MS;
  let [found, after]: [number, string | undefined] = [0, undefined];
  do {
    const page = await jobs.list(segment, endedBeforeMs, after);
    const sent = await inGroups(page.jobs, CONCURRENT_LOOKUPS, async (job) => await sendIfGone(dependencies, job));
    found += sent.filter(Boolean).length;
    after = page.next;
    if (after !== undefined) await pause(PAUSE_MS);
  } while (after !== undefined && now() < untilMs);
  if (after !== undefined) log.warn("There are more jobs than one run can look at.", { segment: segment.index });
  if (found > 0) log.warn("The events about some archived pictures were lost. Their jobs are marked now.", { found });
  return found;
}

async function sendIfGone(
  { assets, send, now }: FindArchivedDependencies,
  job: Pick<Job, "id" | "format">,
): Promise<boolean> {
  const key = pictureKey(job);
  const { kind } = await assets.open(key, { headOnly: true });
  if (kind !== "archived" && kind !== "missing") return false;
  await send({ key, atMs: now() });
  return true;
}
