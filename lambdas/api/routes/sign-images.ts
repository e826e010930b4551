/** POST /api/v1/img/sign */
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
  return async ({ event, name, body, caller, baseUrl, reply }) => {
    const once = idempotentRequest(event, caller.workspaceId, name);
    const run = async (): Promise<RunResult> => {
      const answer = { status: 200, body: await mintImages(dependencies, { caller, baseUrl }, body) };
      const first =
        once === undefined || (await records.putFirst(recordOf(once, answer.status, answer.body, now()), now()));
      return first ? { kind: "completed", ...answer } : { kind: "recorded" };
    };
    const answer = await respondOnce(records, once, now(), run);
    return reply(200, answer.body, answer.replayed ? REPLAYED : {});
  };
}
