/** GET /api/v1/renders/batches/{id}/wait */
import { hasEnded } from "../../../core/batches/batch.js";
import { presentBatch } from "../../../core/batches/present-batch.js";
import { waitForBatch, type WaitForBatchDependencies } from "../../../core/batches/wait-for-batch.js";
import { WAIT_AGAIN_MS } from "../../../core/contract/wait-api.js";
import type { KeyRing } from "../../../core/signing/key-ring.js";
import type { RouteHandler } from "../../shared/http-request.js";

export interface BatchWaitRouteDependencies extends Omit<WaitForBatchDependencies, "log"> {
  readonly keyRing: KeyRing;
}

export function waitForBatchRoute(dependencies: BatchWaitRouteDependencies): RouteHandler<"waitForBatch"> {
  return async ({ caller, params, query, log, respond }) => {
    const waited = await waitForBatch({ ...dependencies, log }, caller, params.id, query.timeout * 1000);
    const body = presentBatch(waited, dependencies.keyRing);
    if (hasEnded(waited.batch)) return respond(200, body);
    const location = `/api/v1/renders/batches/${waited.batch.id}`;
    return respond(202, { ...body, retryAfterMs: WAIT_AGAIN_MS }, { location });
  };
}
