/** Writes the body of an upload to a file and verifies its size, hashes and checksum. */
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import type { IncomingMessage } from "node:http";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AwsError } from "../aws-error.js";
import { readBody } from "../http-service.js";
import { AwsChunkedDecoder } from "./aws-chunked.js";
import { CHECKSUM_ALGORITHMS, type Checksum, startChecksum } from "./checksums.js";

export interface UploadedBody {
  readonly size: number;
  /** Hexadecimal MD5. */
  readonly etag: string;
  readonly checksum: { readonly algorithm: string; readonly value: string } | undefined;
}

/** `aws-chunked` without chunk signatures: the only streamed form that the SDK for JavaScript sends. */
export const UNSIGNED_TRAILER = "STREAMING-UNSIGNED-PAYLOAD-TRAILER";
/** This is enough for 1,000 keys of 1,024 bytes in XML. */
const MAX_TEXT_BYTES = 4 * 1024 * 1024;
const CHECKSUM_PREFIX = "x-amz-checksum-";

/** Streams the body of the request to the file. Throws if the body does not match the headers. */
export async function receiveUpload(request: IncomingMessage, path: string): Promise<UploadedBody> {
  const algorithm = announcedAlgorithm(request);
  const digests = new Digests(algorithm);
  const decoder = isChunked(request) ? new AwsChunkedDecoder() : undefined;
  const steps = decoder ? [request, decoder, digests] : [request, digests];
  await pipeline([...steps, createWriteStream(path, { flags: "wx" })]);
  const etag = digests.md5.digest();
  verifySize(request, digests.size);
  verifyMd5(request, etag);
  verifyPayloadHash(request, digests.sha256.digest("hex"));
  const checksum = verifyChecksum(request, decoder, algorithm, digests.checksum?.value());
  return { size: digests.size, etag: etag.toString("hex"), checksum };
}

/** Reads a small XML body, and verifies it against the signed hash. */
export async function receiveText(request: IncomingMessage): Promise<string> {
  const body = await readBody(request, MAX_TEXT_BYTES);
  verifyMd5(request, createHash("md5").update(body).digest());
  verifyPayloadHash(request, createHash("sha256").update(body).digest("hex"));
  return body.toString("utf8");
}

/** Computes all digests in one pass. */
class Digests extends Transform {
  size = 0;
  readonly md5 = createHash("md5");
  readonly sha256 = createHash("sha256");
  readonly checksum: Checksum | undefined;

  constructor(algorithm: string | undefined) {
    super();
    this.checksum = algorithm === undefined ? undefined : startChecksum(algorithm);
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, callback: (error: null, chunk: Buffer) => void): void {
    this.size += chunk.length;
    this.md5.update(chunk);
    this.sha256.update(chunk);
    this.checksum?.update(chunk);
    callback(null, chunk);
  }
}

function isChunked({ headers }: IncomingMessage): boolean {
  const declared = headerText(headers["x-amz-content-sha256"]) ?? "";
  if (declared.startsWith("STREAMING-") && declared !== UNSIGNED_TRAILER) {
    throw new AwsError("NotImplemented", `The local S3 does not implement ${declared} bodies.`, 501);
  }
  if (headers["content-length"] === undefined && headers["x-amz-decoded-content-length"] === undefined) {
    throw new AwsError("MissingContentLength", "You must provide the Content-Length HTTP header.", 411);
  }
  return declared === UNSIGNED_TRAILER;
}

/** Returns the algorithm of the checksum in a header or trailer. S3 allows at most one. */
function announcedAlgorithm({ headers }: IncomingMessage): string | undefined {
  const trailers = (headerText(headers["x-amz-trailer"]) ?? "").split(",").map((name) => name.trim().toLowerCase());
  const names = [...Object.keys(headers), ...trailers].filter(
    (name) => name.startsWith(CHECKSUM_PREFIX) && !["x-amz-checksum-mode", "x-amz-checksum-type"].includes(name),
  );
  const [algorithm, ...others] = new Set(names.map((name) => name.slice(CHECKSUM_PREFIX.length)));
  if (others.length > 0) throw new AwsError("InvalidRequest", "Expecting a single x-amz-checksum- header.");
  if (algorithm === undefined || CHECKSUM_ALGORITHMS.includes(algorithm)) return algorithm;
  throw new AwsError("NotImplemented", `The local S3 does not implement the checksum ${algorithm}.`, 501);
}

function verifySize({ headers }: IncomingMessage, size: number): void {
  const declared = headers["x-amz-decoded-content-length"] ?? headers["content-length"];
  if (Number(declared) === size) return;
  throw new AwsError(
    "IncompleteBody",
    "You did not provide the number of bytes specified by the Content-Length HTTP header.",
  );
}

function verifyMd5({ headers }: IncomingMessage, md5: Buffer): void {
  const declared = headerText(headers["content-md5"]);
  if (declared === undefined) return;
  if (Buffer.from(declared, "base64").length !== 16) {
    throw new AwsError("InvalidDigest", "The Content-MD5 you specified is not valid.");
  }
  if (declared !== md5.toString("base64")) throw badDigest("Content-MD5");
}

function verifyPayloadHash({ headers }: IncomingMessage, sha256: string): void {
  const declared = headerText(headers["x-amz-content-sha256"]);
  if (declared === undefined || !/^[0-9a-f]{64}$/.test(declared) || declared === sha256) return;
  throw new AwsError(
    "XAmzContentSHA256Mismatch",
    "The provided 'x-amz-content-sha256' header does not match what was computed.",
  );
}

function verifyChecksum(
  { headers }: IncomingMessage,
  decoder: AwsChunkedDecoder | undefined,
  algorithm: string | undefined,
  computed = "",
): UploadedBody["checksum"] {
  if (algorithm === undefined) return undefined;
  const name = CHECKSUM_PREFIX + algorithm;
  const declared = headerText(headers[name]) ?? decoder?.trailers.get(name);
  if (declared === undefined) throw new AwsError("MalformedTrailerError", `The trailer ${name} is missing.`);
  if (declared !== computed) throw badDigest(algorithm.toUpperCase());
  return { algorithm, value: computed };
}

function badDigest(name: string): AwsError {
  return new AwsError("BadDigest", `The ${name} you specified did not match the calculated checksum.`);
}

function headerText(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
