/** ListObjectsV2. */
import { crc32 } from "node:zlib";
import { AwsError } from "../aws-error.js";
import { LOCAL_ACCOUNT_ID } from "../service.js";
import { requireBucket, respondXml, type S3Call, type S3State } from "./call.js";
import type { ObjectMetadata } from "./object-metadata.js";
import type { XmlElement } from "./xml.js";

export const LIST_PARAMETERS = [
  "prefix",
  "delimiter",
  "max-keys",
  "continuation-token",
  "start-after",
  "encoding-type",
  "fetch-owner",
];

const MAX_PAGE = 1_000;

/** The parameters of a request. */
interface ListRequest {
  readonly prefix: string;
  readonly delimiter: string;
  readonly maxKeys: number;
  readonly startAfter: string | undefined;
  readonly continuationToken: string | undefined;
  readonly encodingType: string | undefined;
  readonly fetchOwner: boolean;
}

/** A key, or a common prefix: the part up to the delimiter that several keys share. */
interface Entry {
  readonly name: string;
  readonly isCommonPrefix: boolean;
}

/** Lists keys in the order of their UTF-8 bytes. */
export async function listObjects(call: S3Call, { store }: S3State): Promise<void> {
  const { bucket } = call;
  await requireBucket(store, bucket);
  const request = readRequest(call);
  const entries = listEntries(await store.keys(bucket, request.prefix), request);
  const page = entries.slice(0, request.maxKeys);
  const next = entries.length > page.length ? page.at(-1) : undefined;
  const keys = page.filter(({ isCommonPrefix }) => !isCommonPrefix);
  const objects = await Promise.all(keys.map(({ name }) => store.head(bucket, name)));
  const encode = request.encodingType === undefined ? (text: string): string => text : encodeName;
  respondXml(call, [
    "ListBucketResult",
    [
      ["Name", bucket],
      ...describeRequest(request, encode),
      next && ["NextContinuationToken", createToken(next)],
      ["KeyCount", page.length],
      ["IsTruncated", next !== undefined],
      // An object that was deleted in the meantime is left out.
      ...objects.filter((object) => object !== undefined).map((object) => contents(object, request, encode)),
      ...page
        .filter(({ isCommonPrefix }) => isCommonPrefix)
        .map(({ name }): XmlElement => ["CommonPrefixes", [["Prefix", encode(name)]]]),
    ],
  ]);
}

function readRequest({ query }: S3Call): ListRequest {
  const encodingType = query.get("encoding-type");
  if (encodingType !== undefined && encodingType !== "url") {
    const argument = { ArgumentName: "encoding-type", ArgumentValue: encodingType };
    throw new AwsError("InvalidArgument", "Invalid Encoding Method specified in Request", 400, argument);
  }
  return {
    prefix: query.get("prefix") ?? "",
    delimiter: query.get("delimiter") ?? "",
    maxKeys: readMaxKeys(query.get("max-keys")),
    startAfter: query.get("start-after"),
    continuationToken: query.get("continuation-token"),
    encodingType,
    fetchOwner: query.get("fetch-owner") === "true",
  };
}

/** S3 repeats the request's parameters in its response. */
function describeRequest(request: ListRequest, encode: (text: string) => string): (XmlElement | undefined)[] {
  const { prefix, delimiter, maxKeys, startAfter, continuationToken, encodingType } = request;
  return [
    ["Prefix", encode(prefix)],
    startAfter === undefined ? undefined : ["StartAfter", encode(startAfter)],
    continuationToken === undefined ? undefined : ["ContinuationToken", continuationToken],
    ["MaxKeys", maxKeys],
    delimiter === "" ? undefined : ["Delimiter", encode(delimiter)],
    encodingType === undefined ? undefined : ["EncodingType", encodingType],
  ];
}

/** Returns every entry after the position of the request, in order. */
function listEntries(keys: readonly string[], request: ListRequest): Entry[] {
  const { prefix, delimiter, startAfter, continuationToken } = request;
  // With a continuation token, S3 ignores `start-after`.
  const position: Entry =
    continuationToken === undefined ? { name: startAfter ?? "", isCommonPrefix: false } : readToken(continuationToken);
  const entries = new Map<string, Entry>();
  for (const key of keys) {
    if (!isBeyond(key, position)) continue;
    const common = commonPrefix(key, prefix, delimiter);
    const name = common ?? key;
    entries.set(name, { name, isCommonPrefix: common !== undefined });
  }
  return [...entries.values()].sort((one, other) => compareBytes(one.name, other.name));
}

/** Keys below a common prefix that has been listed are not listed again. */
function isBeyond(key: string, { name, isCommonPrefix }: Entry): boolean {
  if (isCommonPrefix && key.startsWith(name)) return false;
  return compareBytes(key, name) > 0;
}

function compareBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

function commonPrefix(key: string, prefix: string, delimiter: string): string | undefined {
  if (delimiter === "") return undefined;
  const end = key.indexOf(delimiter, prefix.length);
  return end < 0 ? undefined : key.slice(0, end + delimiter.length);
}

function contents(
  { key, lastModifiedMs, etag, size, storageClass }: ObjectMetadata,
  { fetchOwner }: ListRequest,
  encode: (text: string) => string,
): XmlElement {
  return [
    "Contents",
    [
      ["Key", encode(key)],
      ["LastModified", new Date(lastModifiedMs).toISOString()],
      ["ETag", `"${etag}"`],
      ["Size", size],
      fetchOwner ? ["Owner", [["ID", LOCAL_ACCOUNT_ID]]] : undefined,
      ["StorageClass", storageClass],
    ],
  ];
}

/**
 * Encodes a name for `encoding-type=url`. The encoding differs from the encoding of a URL's path: a space becomes `+`,
 * and `/` and `*` do not change (measured on S3: https://github.com/brekkylab/backlot/issues/178; MinIO's `s3URLEncode`
 * lists the exceptions).
 */
function encodeName(text: string): string {
  return encodeURIComponent(text)
    .replace(/%2F/g, "/")
    .replace(/%20/g, "+")
    .replace(/[!'()~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

function readMaxKeys(text = String(MAX_PAGE)): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (value <= 2 ** 31 - 1) return Math.min(value, MAX_PAGE);
  const argument = { ArgumentName: "max-keys", ArgumentValue: text };
  throw new AwsError("InvalidArgument", "Provided max-keys not an integer or within integer range", 400, argument);
}

/** Creates a token with a checksum, so that a token from elsewhere is an error, as on S3. */
function createToken({ name, isCommonPrefix }: Entry): string {
  const content = Buffer.from(`${isCommonPrefix ? "prefix" : "key"}:${name}`);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([checksum, content]).toString("base64url");
}

function readToken(token: string): Entry {
  const bytes = Buffer.from(token, "base64url");
  const content = bytes.subarray(4);
  const [, kind, name = ""] = /^(key|prefix):(.*)$/s.exec(content.toString()) ?? [];
  if (bytes.length > 4 && kind !== undefined && bytes.readUInt32BE() === crc32(content)) {
    return { name, isCommonPrefix: kind === "prefix" };
  }
  const argument = { ArgumentName: "continuation-token" };
  throw new AwsError("InvalidArgument", "The continuation token provided is incorrect", 400, argument);
}
