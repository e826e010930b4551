/** GET and HEAD /api/v1/img/{template} */
import { ServiceError } from "../../../core/contract/errors.js";
import { SIGNED_IMAGE_CACHE_CONTROL } from "../../../core/renders/picture-headers.js";
import { viewImage, type ViewImageDependencies } from "../../../core/signed-images/view-image.js";
import { readSignedImage } from "../../../core/signing/image-signature.js";
import { nodeCrypto } from "../../../core/signing/node-crypto.js";
import { signedPictureKey } from "../../../core/signing/picture-identity.js";
import { header, targetOf } from "../../shared/http-event.js";
import type { RouteHandler } from "../../shared/http-request.js";
import { storedResponse } from "../../shared/stored-response.js";

/** Plain text, since image tags and crawlers ask; they may ask again in a second. */
const PENDING_HEADERS = {
  "content-type": "text/plain; charset=utf-8",
  "cache-control": "no-store",
  "retry-after": "1",
};
const PENDING_TEXT = "The image is being made. Ask again in a second.\n";

export function signedImageRoute(
  dependencies: Omit<ViewImageDependencies, "log">,
): RouteHandler<"getSignedImage" | "headSignedImage"> {
  return async ({ event, params, route, requestId, baseUrl, log }) => {
    const image = readSignedImage(params.template, targetOf(event).query);
    // The edge lets no such URL through; what comes in another way is no better for it.
    if (typeof image === "string") throw new ServiceError("UNAUTHORIZED", image);
    const viewed = await viewImage(
      { ...dependencies, log },
      {
        image,
        key: signedPictureKey(nodeCrypto, image),
        requestId,
        baseUrl,
        conditions: {
          headOnly: route.method === "HEAD",
          range: header(event, "range"),
          ifNoneMatch: header(event, "if-none-match"),
        },
      },
    );
    if (viewed.kind === "pending") return { statusCode: 503, headers: PENDING_HEADERS, body: PENDING_TEXT };
    return storedResponse(viewed, { "cache-control": SIGNED_IMAGE_CACHE_CONTROL });
  };
}
