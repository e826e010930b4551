/** POST /api/v1/img/purge */
import { purgeImage, type PurgeImageDependencies } from "../../../core/signed-images/purge-image.js";
import type { RouteHandler } from "../../shared/http-request.js";

export function purgeImageRoute(dependencies: Omit<PurgeImageDependencies, "log">): RouteHandler<"purgeImage"> {
  return async ({ caller, body, log, respond }) => {
    await purgeImage({ ...dependencies, log }, caller, body.url);
    return respond(204);
  };
}
