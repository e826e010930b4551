/** Signed image URLs. */
import { CONTENT_TYPES } from "../image-format.js";
import { SIGNED_IMAGE_PATH } from "../signed-image-path.js";
import type { Method, Route } from "./route.js";

/** The edge has verified the signature before the function is asked. */
function signedImage(method: Method) {
  return {
    method,
    path: `${SIGNED_IMAGE_PATH}{template}`,
    servedBy: "image",
    access: "signature",
    tag: "Signed images",
    summary: "The picture of a signed image URL",
    headers: ["Range", "If-None-Match"],
    // 503: it is still being made; plain text, with Retry-After.
    answers: { 200: undefined, 206: undefined, 304: undefined, 416: undefined, 503: undefined },
    media: Object.values(CONTENT_TYPES),
    errors: [
      "BAD_REQUEST",
      "NOT_FOUND",
      "FORBIDDEN",
      "PAYMENT_REQUIRED",
      "GONE",
      "VALIDATION_ERROR",
      "DUPLICATE_LAYER_NAMES",
    ],
  } as const satisfies Route;
}

export const IMAGE_ROUTES = {
  getSignedImage: signedImage("GET"),
  headSignedImage: signedImage("HEAD"),
} as const satisfies Record<string, Route>;
