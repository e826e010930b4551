/** GET and HEAD /api/v1/img/{template} */
import { RETRY_AFTER_SECONDS } from "../../../core/contract/caching.js";
import { ServiceError } from "../../../core/contract/errors.js";
import { createInlineRenderer, type InlineDependencies } from "../../../core/renders/render-inline.js";
import { SIGNED_IMAGE_CACHE_CONTROL } from "../../../core/renders/picture-headers.js";
import { viewImage, type ViewImageDependencies } from "../../../core/signed-images/view-image.js";
import { readSignedImage } from "../../../core/signing/image-signature.js";
import { nodeCrypto } from "../../../core/signing/node-crypto.js";
import { signedPictureKey } from "../../../core/signing/picture-identity.js";
import { assetConditions } from "../../shared/asset-conditions.js";
import { arrivedAtMs, targetOf } from "../../shared/http-event.js";
import type { RouteHandler } from "../../shared/http-request.js";
import { lengthHeader, storedResponse } from "../../shared/stored-response.js";

/** Plain text, because image tags and crawlers send these requests. */
const PENDING_HEADERS = {
  "content-type": "text/plain; charset=utf-8",
  "cache-control": "no-store",
  "retry-after": String(RETRY_AFTER_SECONDS),
};
const PENDING_TEXT = "The image is not ready. Try again in a second.\n";

export interface SignedImageDependencies extends Omit<ViewImageDependencies, "log" | "inline"> {
  readonly inline: Omit<InlineDependencies, "log">;
}

export function signedImageRoute(
  dependencies: SignedImageDependencies,
): RouteHandler<"getSignedImage" | "headSignedImage"> {
  return async ({ event, params, route, requestId, baseUrl, log, invocation }) => {
    const image = readSignedImage(params.template, targetOf(event).query);
    // The edge function refuses such URLs. This request did not come through it.
    if (typeof image === "string") throw new ServiceError("UNAUTHORIZED", image);
    const viewed = await viewImage(
      { ...dependencies, log, inline: createInlineRenderer({ ...dependencies.inline, log }, invocation) },
      {
        image,
        key: signedPictureKey(nodeCrypto, image),
        arrivedAtMs: arrivedAtMs(event, dependencies.now()),
        requestId,
        baseUrl,
        conditions: assetConditions(event, route.method),
      },
    );
    if (viewed.kind === "pending") return { statusCode: 503, headers: PENDING_HEADERS, body: PENDING_TEXT };
    return storedResponse(viewed, { ...lengthHeader(viewed), "cache-control": SIGNED_IMAGE_CACHE_CONTROL });
  };
}
