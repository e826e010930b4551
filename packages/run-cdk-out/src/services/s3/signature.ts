/** Authentication by Signature Version 4, in the header or in the query of a presigned URL. */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { isLocalAccessKeyId } from "../../denials.js";
import { AwsError } from "../aws-error.js";

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The signed parts of a request. */
export interface SignedRequest {
  readonly method: string;
  /** Path and query exactly as sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** The parts of a signature. */
interface Signature {
  readonly accessKeyId: string;
  /** `20260101/us-east-1/s3/aws4_request` */
  readonly scope: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  /** `20260101T000000Z` */
  readonly date: string;
  readonly payloadHash: string;
  /** Only in presigned URLs. */
  readonly expiresSeconds: number | undefined;
}

/** The largest difference between the clocks (S3 API reference, RequestTimeTooSkewed). */
const MAX_SKEW_MS = 15 * 60_000;
const MAX_EXPIRES_SECONDS = 604_800;

/** Throws S3's error unless the request has a valid, unexpired signature of these credentials. */
export function verifySignature(request: SignedRequest, credentials: Credentials, nowMs: number): void {
  const query = parseQuery(request.url);
  const given = signatureInHeader(request) ?? signatureInQuery(query);
  if (!given) throw accessDenied("Access Denied");
  verifyTime(given, nowMs);
  if (!isLocalAccessKeyId(given.accessKeyId, credentials.accessKeyId)) {
    throw new AwsError("InvalidAccessKeyId", "The AWS Access Key Id you provided does not exist in our records.", 403);
  }
  verifyHeadersSigned(request.headers, given);
  const expected = sign(request, query, given, credentials.secretAccessKey);
  if (!timingSafeEqual(digest(expected), digest(given.signature))) {
    throw new AwsError(
      "SignatureDoesNotMatch",
      "The request signature we calculated does not match the signature you provided. Check your key and signing method.",
      403,
    );
  }
}

/** Returns the names and values of the query in order, decoded as on S3: a plus sign is not a space. */
export function parseQuery(url: string): [name: string, value: string][] {
  const start = url.indexOf("?");
  if (start < 0) return [];
  const pairs = url.slice(start + 1).split("&");
  return pairs
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return [decode(name), decode(value.join("="))];
    });
}

/** Decodes percent-encoding. Throws S3's `InvalidURI` if it is malformed. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new AwsError("InvalidURI", "Couldn't parse the specified URI.");
  }
}

function signatureInHeader({ headers }: SignedRequest): Signature | undefined {
  if (headers.authorization === undefined) return undefined;
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/\s]+)\/([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})$/;
  const [, accessKeyId, scope, names, signature] = form.exec(headers.authorization) ?? [];
  const date = headers["x-amz-date"];
  const payloadHash = headers["x-amz-content-sha256"];
  if (!accessKeyId || !scope || !names || !signature || typeof date !== "string" || typeof payloadHash !== "string") {
    throw new AwsError("AuthorizationHeaderMalformed", "The authorization header you provided is not valid.");
  }
  const signedHeaders = names.split(";");
  return { accessKeyId, scope, signedHeaders, signature, date, payloadHash, expiresSeconds: undefined };
}

function signatureInQuery(query: readonly [string, string][]): Signature | undefined {
  const values = new Map(query);
  if (!values.has("X-Amz-Signature")) return undefined;
  const [accessKeyId, ...scope] = (values.get("X-Amz-Credential") ?? "").split("/");
  const expiresSeconds = Number(values.get("X-Amz-Expires"));
  const signedHeaders = values.get("X-Amz-SignedHeaders")?.split(";");
  const validExpiry = Number.isInteger(expiresSeconds) && expiresSeconds >= 1 && expiresSeconds <= MAX_EXPIRES_SECONDS;
  if (values.get("X-Amz-Algorithm") !== "AWS4-HMAC-SHA256" || !accessKeyId || !signedHeaders || !validExpiry) {
    throw new AwsError("AuthorizationQueryParametersError", "The query parameters of the signature are not valid.");
  }
  return {
    accessKeyId,
    scope: scope.join("/"),
    signedHeaders,
    signature: values.get("X-Amz-Signature") ?? "",
    date: values.get("X-Amz-Date") ?? "",
    payloadHash: "UNSIGNED-PAYLOAD",
    expiresSeconds,
  };
}

function verifyTime({ date, scope, expiresSeconds }: Signature, nowMs: number): void {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? [];
  const signedMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(signedMs) || !scope.startsWith(`${year}${month}${day}/`)) {
    throw accessDenied("AWS authentication requires a valid Date or x-amz-date header");
  }
  if (expiresSeconds === undefined) {
    if (Math.abs(nowMs - signedMs) <= MAX_SKEW_MS) return;
    throw new AwsError(
      "RequestTimeTooSkewed",
      "The difference between the request time and the current time is too large.",
      403,
    );
  }
  if (signedMs - nowMs > MAX_SKEW_MS) throw accessDenied("Request is not yet valid");
  if (nowMs > signedMs + expiresSeconds * 1_000) throw accessDenied("Request has expired");
}

/** The host and all `x-amz-` headers must be signed, because S3 evaluates them. */
function verifyHeadersSigned(headers: IncomingHttpHeaders, { signedHeaders }: Signature): void {
  const unsigned = Object.keys(headers).filter(
    (name) => (name === "host" || name.startsWith("x-amz-")) && !signedHeaders.includes(name),
  );
  if (unsigned.length === 0) return;
  const fields = { HeadersNotSigned: unsigned.join(", ") };
  throw new AwsError("AccessDenied", "There were headers present in the request which were not signed", 403, fields);
}

function sign(request: SignedRequest, query: readonly [string, string][], given: Signature, secret: string): string {
  const [path = ""] = request.url.split("?");
  const canonicalRequest = [
    request.method,
    path
      .split("/")
      .map((part) => encode(decode(part)))
      .join("/"),
    canonicalQuery(query),
    ...given.signedHeaders.map((name) => `${name}:${headerValue(request.headers[name])}`),
    "",
    given.signedHeaders.join(";"),
    given.payloadHash,
  ].join("\n");
  const stringToSign = ["AWS4-HMAC-SHA256", given.date, given.scope, digest(canonicalRequest).toString("hex")].join(
    "\n",
  );
  const key = given.scope.split("/").reduce<string | Buffer>((previous, part) => hmac(previous, part), `AWS4${secret}`);
  return hmac(key, stringToSign).toString("hex");
}

function canonicalQuery(query: readonly [string, string][]): string {
  return query
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([nameA, valueA], [nameB, valueB]) => compare(nameA, nameB) || compare(valueA, valueB))
    .map((pair) => pair.join("="))
    .join("&");
}

function headerValue(value: string | string[] | undefined): string {
  const text = Array.isArray(value) ? value.join(",") : (value ?? "");
  return text.trim().replace(/ +/g, " ");
}

/** Encodes by RFC 3986, which also encodes `!'()*`. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function accessDenied(message: string): AwsError {
  return new AwsError("AccessDenied", message, 403);
}
