/** Routes for signed images and signing keys. */
import { CONTENT_TYPES } from "@image-render/engine/formats";
import {
  generationSchema,
  MALFORMED_SIGN_FIELDS,
  purgeImageSchema,
  revokeKeySchema,
  SIGN_CHECKED_LATER,
  rotatedKeySchema,
  signResponseSchema,
  signBodySchema,
  signingKeySchema,
} from "../sign-api.js";
import { SIGNED_IMAGE_PATH } from "../signed-image-path.js";
import type { Method, Route } from "./route.js";

/**
 * The stack does not archive these pictures, but a lifecycle rule of the operator can. HEAD of an archived picture succeeds,
 * because the bucket responds as if the picture were available.
 */
const goneFor = (method: Method): readonly "GONE"[] => (method === "GET" ? ["GONE"] : []);

/** The edge function verifies the signature before the image function runs. */
function signedImage(method: Method) {
  return {
    method,
    path: `${SIGNED_IMAGE_PATH}{template}`,
    servedBy: "image",
    access: "signature",
    tag: "Signed images",
    summary: "Get the picture of a signed image URL",
    headers: ["Range", "If-None-Match"],
    // 503 means that the picture is not ready. It is plain text with Retry-After.
    responses: { 200: undefined, 206: undefined, 304: undefined, 416: undefined, 503: undefined },
    media: CONTENT_TYPES,
    errors: [
      "BAD_REQUEST",
      "NOT_FOUND",
      "FORBIDDEN",
      "PAYMENT_REQUIRED",
      "RATE_LIMITED",
      "VALIDATION_ERROR",
      "DUPLICATE_LAYER_NAMES",
      ...goneFor(method),
    ],
  } as const satisfies Route;
}

const common = { servedBy: "api", access: "key", tag: "Signed images" } as const;
const atTheEdge = { ...common, servedBy: "edge-keeper" } as const;
const operating = { ...atTheEdge, scopes: ["operator"], limit: "write" } as const;

export const IMAGE_ROUTES = {
  signImages: {
    ...common,
    method: "POST",
    path: "/api/v1/img/sign",
    summary: "Mint signed image URLs; the first view renders and bills",
    scopes: ["render"],
    limit: "create",
    headers: ["Idempotency-Key"],
    body: signBodySchema,
    malformedFields: MALFORMED_SIGN_FIELDS,
    checkedLater: SIGN_CHECKED_LATER,
    responses: { 200: signResponseSchema },
    errors: ["NOT_FOUND", "DUPLICATE_LAYER_NAMES", "FORBIDDEN"],
  },
  purgeImage: {
    ...atTheEdge,
    method: "POST",
    path: "/api/v1/img/purge",
    summary: "Remove the stored picture of a signed image URL and its edge copies; the next view renders it again",
    scopes: ["templates"],
    limit: "write",
    body: purgeImageSchema,
    responses: { 204: undefined },
    errors: ["NOT_FOUND", "FORBIDDEN"],
  },
  getSigningKey: {
    ...common,
    method: "GET",
    path: "/api/v1/templates/{id}/signing-key",
    summary: "Get the key with which a program can sign a template's image URLs",
    scopes: ["admin"],
    limit: "read",
    responses: { 200: signingKeySchema },
    errors: ["NOT_FOUND"],
  },
  revokeSignatures: {
    ...atTheEdge,
    method: "POST",
    path: "/api/v1/templates/{id}/revoke-signatures",
    summary: "Revoke every signed URL of a template, including those that its owner signed",
    scopes: ["admin"],
    limit: "write",
    responses: { 200: generationSchema },
    errors: ["NOT_FOUND"],
  },
  rotateSigningKey: {
    ...operating,
    method: "POST",
    path: "/api/v1/signing/rotate",
    summary: "Create a new signing key; existing URLs stay valid",
    responses: { 200: rotatedKeySchema },
    errors: [],
  },
  revokeSigningKey: {
    ...operating,
    method: "POST",
    path: "/api/v1/signing/revoke",
    summary: "Revoke a signing key and every URL that it signed",
    body: revokeKeySchema,
    responses: { 204: undefined },
    errors: ["NOT_FOUND"],
  },
  getSignedImage: signedImage("GET"),
  headSignedImage: signedImage("HEAD"),
} as const satisfies Record<string, Route>;
