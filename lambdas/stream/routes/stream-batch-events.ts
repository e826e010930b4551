/** GET /api/v1/renders/batches/{id}/events */
import { Readable } from "node:stream";
import { requireBatch } from "../../../core/batches/get-batch.js";
import { presentBatch } from "../../../core/batches/present-batch.js";
import { streamBatchEvents } from "../../../core/batches/stream-batch-events.js";
import { presentJob } from "../../../core/renders/present-job.js";
import { header } from "../../shared/http-event.js";
import type { RouteHandler } from "../../shared/http-request.js";
import { EVENT_STREAM_HEADERS } from "./stream-render-events.js";
import type { BatchWaitRouteDependencies } from "./wait-for-batch.js";

export function streamBatchEventsRoute(dependencies: BatchWaitRouteDependencies): RouteHandler<"streamBatchEvents"> {
  const { keyRing, batches } = dependencies;
  const presenters = {
    presentJob: (job: Parameters<typeof presentJob>[0]) => presentJob(job, keyRing),
    presentBatch: (batch: Parameters<typeof presentBatch>[0]) => presentBatch(batch, keyRing),
  };
  return async ({ event, caller, params, log, respond }) => {
    if (event.requestContext.http.method === "HEAD") {
      await requireBatch(batches, caller.workspaceId, params.id);
      return { statusCode: 200, headers: EVENT_STREAM_HEADERS, body: "" };
    }
    const lastEventId = header(event, "last-event-id");
    const chunks = await streamBatchEvents({ ...dependencies, ...presenters, log }, caller, params.id, lastEventId);
    if (chunks === undefined) return respond(204);
    return { statusCode: 200, headers: EVENT_STREAM_HEADERS, body: Readable.from(chunks) };
  };
}
