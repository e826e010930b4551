/** Signed image URLs: their pictures, their minting, the keys that sign them. */
import { CONTENT_TYPES } from "../image-format.js";
import {
  generationSchema,
  MALFORMED_SIGN_FIELDS,
  purgeImageSchema,
  revokeKeySchema,
  rotatedKeySchema,
  signResponseSchema,
  signBodySchema,
  signingKeySchema,
} from "../sign-api.js";
import { SIGNED_IMAGE_PATH } from "../signed-image-path.js";
import type { Method, Route } from "./route.js";

/** Somebody's own archiving: no rule of ours archives these pictures. To HEAD the bucket answers for an archived one as well. */
const goneFor = (method: Method): readonly "GONE"[] => (method === "GET" ? ["GONE"] : []);

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
    responses: { 200: undefined, 206: undefined, 304: undefined, 416: undefined, 503: undefined },
    media: Object.values(CONTENT_TYPES),
    errors: [
      "BAD_REQUEST",
      "NOT_FOUND",
      "FORBIDDEN",
      "PAYMENT_REQUIRED",
      "VALIDATION_ERROR",
      "DUPLICATE_LAYER_NAMES",
      ...goneFor(method),
    ],
  } as const satisfies Route;
}

const common = { servedBy: "api", access: "key", tag: "Signed images" } as const;
const keeping = { ...common, servedBy: "edge-keeper" } as const;
const operating = { ...keeping, scopes: ["operator"], limit: "write" } as const;

export const IMAGE_ROUTES = {
  signImages: {
    ...common,
    method: "POST",
    path: "/api/v1/img/sign",
    summary: "Mint signed image URLs; nothing is rendered or billed before one is viewed",
    scopes: ["render"],
    limit: "create",
    headers: ["Idempotency-Key"],
    body: signBodySchema,
    malformedFields: MALFORMED_SIGN_FIELDS,
    responses: { 200: signResponseSchema },
    errors: ["NOT_FOUND", "DUPLICATE_LAYER_NAMES", "FORBIDDEN"],
  },
  purgeImage: {
    ...keeping,
    method: "POST",
    path: "/api/v1/img/purge",
    summary:
      "Remove the stored picture of a signed image URL and its copies at the edge; the next view renders it again",
    scopes: ["templates"],
    limit: "write",
    body: purgeImageSchema,
    responses: { 204: undefined },
    errors: ["NOT_FOUND"],
  },
  getSigningKey: {
    ...common,
    method: "GET",
    path: "/api/v1/templates/{id}/signing-key",
    summary: "The key with which a program signs a template's image URLs by itself",
    scopes: ["admin"],
    limit: "read",
    responses: { 200: signingKeySchema },
    errors: ["NOT_FOUND"],
  },
  revokeSignatures: {
    ...keeping,
    method: "POST",
    path: "/api/v1/templates/{id}/revoke-signatures",
    summary: "End every signed URL of a template, those that its owner signed too",
    scopes: ["admin"],
    limit: "write",
    responses: { 200: generationSchema },
    errors: ["NOT_FOUND"],
  },
  rotateSigningKey: {
    ...operating,
    method: "POST",
    path: "/api/v1/signing/rotate",
    summary: "Make a new signing key; URLs in circulation stay valid",
    responses: { 200: rotatedKeySchema },
    errors: [],
  },
  revokeSigningKey: {
    ...operating,
    method: "POST",
    path: "/api/v1/signing/revoke",
    summary: "End a signing key and every URL that it signed",
    body: revokeKeySchema,
    responses: { 204: undefined },
    errors: ["NOT_FOUND"],
  },
  getSignedImage: signedImage("GET"),
  headSignedImage: signedImage("HEAD"),
} as const satisfies Record<string, Route>;
