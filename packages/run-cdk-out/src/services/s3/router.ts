/** Finds the operation of a request. An unsupported parameter is never ignored: it causes an error that names it. */
import { AwsError } from "../aws-error.js";
import { createBucket, getBucketLocation, headBucket, listBuckets } from "./buckets.js";
import type { S3Operation, UnauthorizedCall } from "./call.js";
import { deleteObject, deleteObjects } from "./delete-objects.js";
import { getObject, headObject, RESPONSE_OVERRIDES } from "./get-object.js";
import { LIST_PARAMETERS, listObjects } from "./list-objects.js";
import { abortMultipartUpload, completeMultipartUpload, createMultipartUpload, uploadPart } from "./multipart.js";
import { copyObject, putObject } from "./put-object.js";
import { deleteObjectTagging, getObjectTagging, putObjectTagging } from "./tagging.js";

interface Route {
  readonly method: string;
  readonly on: "service" | "bucket" | "object";
  /** A query parameter or header that distinguishes the operation from others with the same method. */
  readonly marker?: string;
  /** Other query parameters that the operation supports. */
  readonly parameters?: readonly string[];
  /** The permissions that the operation needs, as in IAM. Empty if it needs one for each object in its body. */
  readonly actions: readonly string[];
  readonly run: S3Operation;
}

/** The first matching route counts, so routes with a marker come first. */
const ROUTES: readonly Route[] = [
  { method: "GET", on: "object", marker: "tagging", actions: ["GetObjectTagging"], run: getObjectTagging },
  { method: "PUT", on: "object", marker: "tagging", actions: ["PutObjectTagging"], run: putObjectTagging },
  { method: "DELETE", on: "object", marker: "tagging", actions: ["DeleteObjectTagging"], run: deleteObjectTagging },
  { method: "PUT", on: "object", marker: "x-amz-copy-source", actions: ["GetObject", "PutObject"], run: copyObject },
  { method: "GET", on: "object", parameters: RESPONSE_OVERRIDES, actions: ["GetObject"], run: getObject },
  { method: "HEAD", on: "object", parameters: RESPONSE_OVERRIDES, actions: ["GetObject"], run: headObject },
  {
    method: "PUT",
    on: "object",
    marker: "partNumber",
    parameters: ["uploadId"],
    actions: ["PutObject"],
    run: uploadPart,
  },
  { method: "POST", on: "object", marker: "uploads", actions: ["PutObject"], run: createMultipartUpload },
  { method: "POST", on: "object", marker: "uploadId", actions: ["PutObject"], run: completeMultipartUpload },
  {
    method: "DELETE",
    on: "object",
    marker: "uploadId",
    actions: ["AbortMultipartUpload"],
    run: abortMultipartUpload,
  },
  { method: "PUT", on: "object", actions: ["PutObject"], run: putObject },
  { method: "DELETE", on: "object", actions: ["DeleteObject"], run: deleteObject },
  {
    method: "GET",
    on: "bucket",
    marker: "list-type",
    parameters: LIST_PARAMETERS,
    actions: ["ListBucket"],
    run: listObjects,
  },
  { method: "GET", on: "bucket", marker: "location", actions: ["GetBucketLocation"], run: getBucketLocation },
  { method: "POST", on: "bucket", marker: "delete", actions: [], run: deleteObjects },
  { method: "HEAD", on: "bucket", actions: ["ListBucket"], run: headBucket },
  { method: "PUT", on: "bucket", actions: ["CreateBucket"], run: createBucket },
  { method: "GET", on: "service", actions: ["ListAllMyBuckets"], run: listBuckets },
];

/** Headers that would change what an operation does, and that the local S3 does not implement. */
const UNSUPPORTED_HEADERS =
  /^x-amz-(server-side-encryption-(customer-.*|aws-kms-.*|context|bucket-key-enabled)|object-lock-.*|grant-.*|website-redirect-location|write-offset-bytes|copy-source-range)$/;

/** Returns the operation of the call. Throws error 501 if there is none, or if it does not support a parameter. */
export function findOperation(call: UnauthorizedCall): Pick<Route, "actions" | "run"> {
  const method = call.request.method ?? "";
  const on = targetOf(call);
  const route = ROUTES.find(
    (candidate) =>
      candidate.method === method && candidate.on === on && (!candidate.marker || has(call, candidate.marker)),
  );
  if (!route) throw notImplemented(`${method} of ${on}`);
  const known = new Set([...(route.parameters ?? []), route.marker, "x-id"]);
  const unknown = [...call.query.keys()].find((name) => !known.has(name) && !/^x-amz-/i.test(name));
  if (unknown !== undefined) throw notImplemented(`the query parameter ${unknown} of ${method} of ${on}`);
  const unsupported = Object.keys(call.headers).find((name) => UNSUPPORTED_HEADERS.test(name));
  if (unsupported !== undefined) throw notImplemented(`the header ${unsupported}`);
  const encryption = call.headers["x-amz-server-side-encryption"] ?? "AES256";
  if (encryption !== "AES256") throw notImplemented(`the encryption ${encryption}`);
  return route;
}

function targetOf({ bucket, key }: UnauthorizedCall): Route["on"] {
  if (bucket === "") return "service";
  return key === "" ? "bucket" : "object";
}

function has(call: UnauthorizedCall, marker: string): boolean {
  return call.query.has(marker) || call.headers[marker] !== undefined;
}

function notImplemented(what: string): AwsError {
  return new AwsError("NotImplemented", `The local S3 does not implement ${what}.`, 501);
}
