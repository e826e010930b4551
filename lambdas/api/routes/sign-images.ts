/** POST /api/v1/img/sign */
import { type SignBody, signResponseSchema } from "../../../core/contract/sign-api.js";
import { respondOnce, type RunResult } from "../../../core/idempotency/respond-once.js";
import { type IdempotencyRecorder, recordOf } from "../../../core/idempotency/idempotency-record.js";
import { type MintDependencies, mintImages } from "../../../core/signed-images/mint-images.js";
import type { RouteHandler } from "../../shared/http-request.js";
import { idempotentRequest, REPLAYED } from "../../shared/idempotent-request.js";

export interface SignImagesRouteDependencies extends MintDependencies {
  readonly records: IdempotencyRecorder;
}

export function signImagesRoute(dependencies: SignImagesRouteDependencies): RouteHandler<"signImages"> {
  const { records, now } = dependencies;
  return async ({ event, name, body, bodyIssues, caller, baseUrl, takeTokens, respond }) => {
    const once = idempotentRequest(event, caller.workspaceId, name);
    const run = async (): Promise<RunResult> => {
      await takeTokens(urlsOf(body) - 1, "Each URL of a list counts as one request.");
      const minted = { status: 200, body: await mintImages(dependencies, { caller, baseUrl, bodyIssues }, body) };
      const isFirst =
        once === undefined || (await records.putFirst(recordOf(once, minted.status, minted.body, now()), now()));
      return isFirst ? { kind: "completed", ...minted } : { kind: "recorded" };
    };
    const outcome = await respondOnce(records, once, now(), run);
    return respond(200, signResponseSchema.parse(outcome.body), outcome.replayed ? REPLAYED : {});
  };
}

/** Returns the number of URLs that the request mints. The request itself has taken the token of the first URL. */
function urlsOf({ jobs = 1 }: SignBody): number {
  return typeof jobs === "number" ? jobs : jobs.length;
}
