/**
 * Signed images that are not stored yet. Behind a function URL that admits CloudFront alone (origin access control), so
 * there is no origin secret, and every request bears a signature that the edge has verified.
 */
import { ServiceError } from "../../core/contract/errors.js";
import { parseEnvironment } from "../shared/environment.js";
import { createHttpApp } from "../shared/http-app.js";
import type { RouteHandler } from "../shared/http-request.js";
import { createLog } from "../shared/logger.js";
import { imageEnvironmentSchema } from "./env.js";

const env = parseEnvironment(imageEnvironmentSchema);

const notStored: RouteHandler<"getSignedImage" | "headSignedImage"> = () =>
  Promise.reject(new ServiceError("NOT_FOUND", "There is no stored picture for this URL."));

export const handler = createHttpApp({
  log: createLog("image", env.LOG_LEVEL),
  originSecret: undefined,
  corsOrigins: [],
  streaming: true,
  routes: { getSignedImage: notStored, headSignedImage: notStored },
});
