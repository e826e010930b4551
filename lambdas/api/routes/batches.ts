/** POST /api/v1/renders/batch, GET /api/v1/renders/batches and /batches/{id}, POST /api/v1/renders/batches/{id}/cancel */
import { batchBodySchema } from "../../../core/contract/batch-body.js";
import { cancelBatch, type CancelBatchDependencies } from "../../../core/batches/cancel-batch.js";
import { createBatch, type CreateBatchDependencies } from "../../../core/batches/create-batch.js";
import { dryRunBatch, type DryRunBatchDependencies } from "../../../core/batches/dry-run-batch.js";
import { getBatch } from "../../../core/batches/get-batch.js";
import { listBatches } from "../../../core/batches/list-batches.js";
import type { BatchStore } from "../../../core/batches/ports.js";
import { presentBatch, summarizeBatch } from "../../../core/batches/present-batch.js";
import { withMetadata, withoutMetadata } from "../../../core/batches/recorded-batch.js";
import { type IdempotencyStore, recordOf } from "../../../core/idempotency/idempotency-record.js";
import { respondOnce, type RunResult } from "../../../core/idempotency/respond-once.js";
import type { KeyRing } from "../../../core/signing/key-ring.js";
import type { RouteHandler, RouteHandlers } from "../../shared/http-request.js";
import { idempotentRequest, REPLAYED } from "../../shared/idempotent-request.js";

export interface BatchRoutesDependencies extends Omit<
  CreateBatchDependencies & CancelBatchDependencies & DryRunBatchDependencies,
  "log"
> {
  readonly keyRing: KeyRing;
  readonly batches: BatchStore;
  readonly records: IdempotencyStore;
}

export function batchRoutes(dependencies: BatchRoutesDependencies) {
  return {
    createBatch: createBatchRoute(dependencies),
    listBatches: listBatchesRoute(dependencies),
    getBatch: getBatchRoute(dependencies),
    cancelBatch: cancelBatchRoute(dependencies),
  } satisfies RouteHandlers;
}

function createBatchRoute(dependencies: BatchRoutesDependencies): RouteHandler<"createBatch"> {
  const { keyRing, records, now } = dependencies;
  return async ({ event, name, body, bodyIssues, caller, requestId, baseUrl, log, respond }) => {
    if (body.dryRun) {
      return respond(200, await dryRunBatch({ ...dependencies, log }, { caller, baseUrl, bodyIssues }, body));
    }
    const once = idempotentRequest(event, caller.workspaceId, name);
    const run = async (): Promise<RunResult> => {
      const context = { caller, requestId, baseUrl, bodyIssues };
      const result = await createBatch(
        { ...dependencies, log },
        context,
        body,
        (created) => once && recordOf(once, 202, withoutMetadata(presentBatch(created, keyRing)), now()),
      );
      if (result.kind === "recorded") return result;
      return { kind: "completed", status: 202, body: presentBatch(result, keyRing) };
    };
    const outcome = await respondOnce(records, once, now(), run);
    const batch = batchBodySchema.parse(outcome.body);
    const location = `/api/v1/renders/batches/${batch.id}`;
    if (!outcome.replayed) return respond(202, batch, { location });
    return respond(202, withMetadata(batch, body), { location, ...REPLAYED });
  };
}

function listBatchesRoute(dependencies: BatchRoutesDependencies): RouteHandler<"listBatches"> {
  return async ({ caller, query, respond }) => {
    const { batches, nextCursor } = await listBatches(dependencies, caller.workspaceId, query);
    return respond(200, { batches: batches.map(summarizeBatch), ...(nextCursor !== undefined && { nextCursor }) });
  };
}

function getBatchRoute({ keyRing, batches }: BatchRoutesDependencies): RouteHandler<"getBatch"> {
  return async ({ caller, params, respond }) =>
    respond(200, presentBatch(await getBatch(batches, caller.workspaceId, params.id), keyRing));
}

function cancelBatchRoute(dependencies: BatchRoutesDependencies): RouteHandler<"cancelBatch"> {
  return async ({ caller, params, log, respond }) => {
    const canceled = await cancelBatch({ ...dependencies, log }, caller.workspaceId, params.id);
    return respond(200, presentBatch(canceled, dependencies.keyRing));
  };
}
