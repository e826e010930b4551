/** Asks the service about many requests at once, without creating anything. */
import { ApiError, type CreateRender } from "@image-render/client";
import { irs } from "../../../service/irs.js";
import type { Verdict } from "../model/check-book.js";
import { issuesByItem } from "../model/place-issues.js";

/** The check lays out every text, which can take a minute for a full batch on a small machine. */
const TIMEOUT_MS = 120_000;

/** The template of the requests was deleted. */
export class TemplateGone extends Error {
  override readonly name = "TemplateGone";
}

/**
 * Checks requests in one call. If some are wrong, the others are checked again, because only a valid batch says what it costs.
 *
 * @returns a verdict for each request, in their order
 * @throws TemplateGone if the template was deleted. ApiError, ConnectionError
 */
export async function checkRequests(
  requests: readonly CreateRender[],
  signal: AbortSignal,
): Promise<readonly Verdict[]> {
  const verdicts = new Map<number, Verdict>();
  let open = requests.map((_, index) => index);
  while (open.length > 0) {
    const answer = await ask(
      open.map((index) => requests[index] as CreateRender),
      signal,
    );
    for (const [item, verdict] of answer) verdicts.set(open[item] ?? -1, verdict);
    const left = open.filter((index) => !verdicts.has(index));
    // An error that names no request would be repeated forever.
    if (left.length === open.length) throw new Error("The service did not say which rows are wrong.");
    open = left;
  }
  return requests.map((_, index) => verdicts.get(index) as Verdict);
}

/** Returns verdicts by the index of the request: for all if all are valid, otherwise for the wrong ones. */
async function ask(jobs: readonly CreateRender[], signal: AbortSignal): Promise<ReadonlyMap<number, Verdict>> {
  try {
    const options = { signal, timeoutMs: TIMEOUT_MS };
    const { body } = await irs.requestJson("POST /renders/batch", { body: { jobs: [...jobs], dryRun: true }, options });
    // With `dryRun`, the route responds with the checked renders.
    const { renders } = body as unknown as {
      readonly renders: readonly (Omit<Verdict, "issues"> & { index: number })[];
    };
    return new Map(renders.map(({ index, warnings, credits }) => [index, { issues: [], warnings, credits }]));
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 400 && error.status !== 422)) throw error;
    const wrong = issuesByItem(error.details?.["issues"] === undefined ? error.issues : issuesOf(error));
    if (wrong.has(-1) || wrong.size === 0) throw error;
    for (const issues of wrong.values()) if (issues.some(({ path }) => path === "template")) throw new TemplateGone();
    return new Map([...wrong].map(([index, issues]) => [index, { issues, warnings: [], credits: 0 }]));
  }
}

/** The client lists issues of items twice, because the service does: once for the whole batch and once by item. */
function issuesOf(error: ApiError): ApiError["issues"] {
  return error.issues.filter(
    ({ path, message }, index, all) =>
      all.findIndex((other) => other.path === path && other.message === message) === index,
  );
}
