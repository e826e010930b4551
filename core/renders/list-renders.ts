/** Lists one page of the jobs of a workspace, newest first. */
import { MAX_EXAMINED_JOBS } from "../contract/limits.js";
import type { ListRendersQuery } from "../contract/list-renders.js";
import { readCursor, writeCursor } from "../shared/list-cursor.js";
import { type Job, listPositionOf } from "./job.js";
import type { JobStore } from "./ports.js";

/** The maximum number of jobs in one read of the store. */
const MAX_READ = 100;

export interface ListRendersDependencies {
  readonly jobs: Pick<JobStore, "listOwned">;
  /**
   * Resolves to the jobs of a batch, or to an empty list if the workspace has no such batch: the filter then matches no
   * job.
   */
  readonly findBatchJobs: (workspaceId: string, batchId: string) => Promise<readonly Job[]>;
}

export interface RenderList {
  readonly jobs: readonly Job[];
  /** `undefined` on the last page. */
  readonly nextCursor: string | undefined;
}

/**
 * A cursor is a position in time, so jobs that are created between two pages appear on neither of them.
 *
 * One page examines at most `MAX_EXAMINED_JOBS` jobs. With a filter, it can therefore be empty and still have a cursor.
 *
 * @throws ServiceError `BAD_REQUEST` for a cursor that this list did not return.
 */
export async function listRenders(
  { jobs, findBatchJobs }: ListRendersDependencies,
  workspaceId: string,
  { limit, cursor, ...filters }: ListRendersQuery,
): Promise<RenderList> {
  const scope = { list: "renders", workspaceId } as const;
  let before = cursor === undefined ? undefined : readCursor(scope, cursor);
  if (filters.batch !== undefined) {
    const found = newestFirst(await findBatchJobs(workspaceId, filters.batch)).filter((job) => isMatch(job, filters));
    const older = found.filter((job) => before === undefined || listPositionOf(job) < before);
    const last = older.length > limit ? older[limit - 1] : undefined;
    return { jobs: older.slice(0, limit), nextCursor: last && writeCursor(scope, listPositionOf(last)) };
  }
  const found: Job[] = [];
  for (let examined = 0; examined < MAX_EXAMINED_JOBS;) {
    const wanted = isFiltered(filters) ? MAX_READ : limit - found.length;
    const page = await jobs.listOwned(workspaceId, { limit: Math.min(wanted, MAX_EXAMINED_JOBS - examined), before });
    for (const job of page.jobs.filter((candidate) => isMatch(candidate, filters))) {
      found.push(job);
      if (found.length < limit) continue;
      const isLast = page.next === undefined && job === page.jobs.at(-1);
      return { jobs: found, nextCursor: isLast ? undefined : writeCursor(scope, listPositionOf(job)) };
    }
    if (page.next === undefined) return { jobs: found, nextCursor: undefined };
    before = page.next;
    examined += page.examined;
  }
  return { jobs: found, nextCursor: before === undefined ? undefined : writeCursor(scope, before) };
}

/** Returns the jobs that are not deleted, newest first. */
function newestFirst(jobs: readonly Job[]): Job[] {
  return jobs
    .filter(({ deletedAtMs }) => deletedAtMs === undefined)
    .sort((a, b) => (listPositionOf(a) < listPositionOf(b) ? 1 : -1));
}

type Filters = Pick<ListRendersQuery, "status" | "template">;

function isFiltered({ status, template }: Filters): boolean {
  return status !== undefined || template !== undefined;
}

function isMatch(job: Job, { status, template }: Filters): boolean {
  return (status === undefined || job.status === status) && (template === undefined || job.templateId === template);
}
