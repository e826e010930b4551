/** POST /api/v1/img/purge */
import { purgeImage, type PurgeImageDependencies } from "../../../core/signed-images/purge-image.js";
import type { RouteHandler } from "../../shared/http-request.js";

export function purgeImageRoute(dependencies: PurgeImageDependencies): RouteHandler<"purgeImage"> {
  return async ({ caller, body, respond }) => {
    await purgeImage(dependencies, caller.workspaceId, body.url);
    return respond(204);
  };
}
