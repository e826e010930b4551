/** GET /api/v1/renders/{id}/events */
import { Readable } from "node:stream";
import { followWhile } from "../../../core/renders/follow-while.js";
import { getRender } from "../../../core/renders/get-render.js";
import { presentJob } from "../../../core/renders/present-job.js";
import { streamEvents } from "../../../core/renders/stream-events.js";
import { header } from "../../shared/http-event.js";
import type { RouteHandler } from "../../shared/http-request.js";
import type { WaitRouteDependencies } from "./wait-for-render.js";

export const EVENT_STREAM_HEADERS = { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" };

export function streamRenderEventsRoute(dependencies: WaitRouteDependencies): RouteHandler<"streamRenderEvents"> {
  const { keyRing, jobs } = dependencies;
  return async ({ event, caller, params, log, recheckCaller, respond }) => {
    if (event.requestContext.http.method === "HEAD") {
      await getRender(jobs, caller.workspaceId, params.id);
      return { statusCode: 200, headers: EVENT_STREAM_HEADERS, body: "" };
    }
    const present = (job: Parameters<typeof presentJob>[0]) => presentJob(job, keyRing);
    const lastEventId = header(event, "last-event-id");
    const followJob = followWhile(dependencies.followJob, recheckCaller);
    const chunks = await streamEvents({ ...dependencies, followJob, present, log }, caller, params.id, lastEventId);
    if (chunks === undefined) return respond(204);
    return { statusCode: 200, headers: EVENT_STREAM_HEADERS, body: Readable.from(chunks) };
  };
}
