/** POST /api/v1/render?wait=N */
import type { TakeSlot } from "../../../core/access/slots.js";
import { ServiceError } from "../../../core/contract/errors.js";
import { jobBodySchema } from "../../../core/contract/job-body.js";
import { createWaitMs, WAIT_AGAIN_MS } from "../../../core/contract/wait-api.js";
import { type IdempotencyStore, recordOf } from "../../../core/idempotency/idempotency-record.js";
import { respondOnce, type RunResult } from "../../../core/idempotency/respond-once.js";
import { createRender, type CreateRenderDependencies } from "../../../core/renders/create-render.js";
import { isTerminal, type Job } from "../../../core/renders/job.js";
import { presentJob } from "../../../core/renders/present-job.js";
import { createInlineRenderer, type InlineDependencies } from "../../../core/renders/render-inline.js";
import { renderNow, type RenderNowDependencies } from "../../../core/renders/render-now.js";
import { SLOT_MARGIN_MS } from "../../../core/renders/wait-for-render.js";
import type { KeyRing } from "../../../core/signing/key-ring.js";
import type { HttpRequest, RouteHandler } from "../../shared/http-request.js";
import { idempotentRequest, REPLAYED } from "../../shared/idempotent-request.js";

export interface RenderNowRouteDependencies extends Omit<RenderNowDependencies, "inline" | "recheckCaller"> {
  readonly keyRing: KeyRing;
  readonly create: Omit<CreateRenderDependencies, "log" | "newLease">;
  readonly records: IdempotencyStore;
  readonly inline: Omit<InlineDependencies, "log">;
  /** Waits of all kinds share these slots. The plan sets their number. */
  readonly takeWaitSlot: TakeSlot;
  readonly originTimeoutSeconds: number;
}

export function renderNowRoute(dependencies: RenderNowRouteDependencies): RouteHandler<"createRender"> {
  return async (request) => {
    const { body, query, caller, log } = request;
    if (query.wait === undefined)
      throw new ServiceError("BAD_REQUEST", "This address needs the query parameter `wait`.");
    if (body.dryRun) throw new ServiceError("BAD_REQUEST", "A dry run renders nothing. Leave out `wait` or `dryRun`.");
    const waitMs = createWaitMs(query.wait, dependencies.originTimeoutSeconds);
    const untilMs = dependencies.now() + waitMs;
    const terms = { slots: caller.plan.concurrentWaits, holdMs: waitMs + SLOT_MARGIN_MS };
    const freeSlot = await dependencies.takeWaitSlot(caller.workspaceId, terms, log);
    try {
      return await createAndWait(dependencies, request, untilMs);
    } finally {
      await freeSlot();
    }
  };
}

async function createAndWait(
  dependencies: RenderNowRouteDependencies,
  request: HttpRequest<"createRender">,
  untilMs: number,
) {
  const { event, name, body, bodyIssues, caller, requestId, baseUrl, log, invocation, recheckCaller, respond } =
    request;
  const { keyRing, create, records, waitForEnd } = dependencies;
  const inline = createInlineRenderer({ ...dependencies.inline, log }, invocation);
  const present = (job: Job) => presentJob(job, keyRing);
  let ended: Job | undefined;
  const once = idempotentRequest(event, caller.workspaceId, name);
  const run = async (): Promise<RunResult> => {
    const recordFor = once && ((job: Job) => recordOf(once, 202, present({ ...job, attempts: 0 }), dependencies.now()));
    const context = { caller, requestId, baseUrl, bodyIssues };
    const { newLease, goOnUntil } = inline;
    const created = await createRender({ ...create, newLease, goOnUntil, log }, context, body, recordFor);
    if (created.kind === "recorded") return created;
    ended = await renderNow({ ...dependencies, inline, recheckCaller }, created.job, created.template, untilMs);
    return { kind: "completed", status: 202, body: present(created.job) };
  };
  const outcome = await respondOnce(records, once, create.now(), run);
  const first = jobBodySchema.parse(outcome.body);
  if (outcome.replayed) {
    // The first request created the job. This one waits for the end of the same job.
    const job = await create.jobs.findOwned(caller.workspaceId, first.id);
    ended = job === undefined || isTerminal(job) ? job : await waitForEnd(job, untilMs, recheckCaller);
  }
  const headers = { location: `/api/v1/renders/${first.id}`, ...(outcome.replayed && REPLAYED) };
  if (ended !== undefined) return respond(200, present(ended), headers);
  return respond(202, { ...first, retryAfterMs: WAIT_AGAIN_MS }, headers);
}
