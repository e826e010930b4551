/** ListObjectsV2. */
import { AwsError } from "../aws-error.js";
import { answerXml, requireBucket, type S3Call, type S3State } from "./call.js";
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

/** What a page holds: keys, and prefixes that stand for all keys which share them up to the delimiter. */
interface Page {
  readonly keys: readonly string[];
  readonly prefixes: readonly string[];
  /** The last key or prefix, if more follow. */
  readonly next: string | undefined;
}

/** Lists keys in the order of their UTF-8 bytes. */
export async function listObjects(call: S3Call, { store }: S3State): Promise<void> {
  const { bucket, query } = call;
  await requireBucket(store, bucket);
  const prefix = query.get("prefix") ?? "";
  const delimiter = query.get("delimiter") ?? "";
  const token = query.get("continuation-token");
  const after = token === undefined ? (query.get("start-after") ?? "") : Buffer.from(token, "base64url").toString();
  const maxKeys = parseMaxKeys(query.get("max-keys"));
  const page = pageOf(await store.keys(bucket, prefix), prefix, delimiter, after, maxKeys);
  const objects = await Promise.all(page.keys.map((key) => store.head(bucket, key)));
  const encode = query.get("encoding-type") === "url" ? encodeURIComponent : (text: string): string => text;
  answerXml(call, [
    "ListBucketResult",
    [
      ["Name", bucket],
      ["Prefix", encode(prefix)],
      delimiter === "" ? undefined : ["Delimiter", encode(delimiter)],
      ["MaxKeys", maxKeys],
      ["KeyCount", page.keys.length + page.prefixes.length],
      ["IsTruncated", page.next !== undefined],
      page.next === undefined ? undefined : ["NextContinuationToken", Buffer.from(page.next).toString("base64url")],
      // An object that was removed meanwhile is left out.
      ...objects.filter((object) => object !== undefined).map((object) => contents(object, encode)),
      ...page.prefixes.map((common): XmlElement => ["CommonPrefixes", [["Prefix", encode(common)]]]),
    ],
  ]);
}

function pageOf(keys: readonly string[], prefix: string, delimiter: string, after: string, maxKeys: number): Page {
  const entries = new Set<string>();
  for (const key of keys) entries.add(commonPrefix(key, prefix, delimiter) ?? key);
  const sorted = [...entries]
    .map((entry) => ({ entry, bytes: Buffer.from(entry) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
    .filter(({ bytes }) => Buffer.compare(bytes, Buffer.from(after)) > 0)
    .map(({ entry }) => entry);
  const taken = sorted.slice(0, maxKeys);
  const isKey = new Set(keys);
  const isCommon = (entry: string): boolean => commonPrefix(entry, prefix, delimiter) === entry;
  return {
    keys: taken.filter((entry) => isKey.has(entry) && !isCommon(entry)),
    prefixes: taken.filter(isCommon),
    next: sorted.length > taken.length && maxKeys > 0 ? taken.at(-1) : undefined,
  };
}

function commonPrefix(key: string, prefix: string, delimiter: string): string | undefined {
  if (delimiter === "") return undefined;
  const end = key.indexOf(delimiter, prefix.length);
  return end < 0 ? undefined : key.slice(0, end + delimiter.length);
}

function contents(object: ObjectMetadata, encode: (text: string) => string): XmlElement {
  return [
    "Contents",
    [
      ["Key", encode(object.key)],
      ["LastModified", new Date(object.lastModifiedMs).toISOString()],
      ["ETag", `"${object.etag}"`],
      ["Size", object.size],
      ["StorageClass", object.storageClass],
    ],
  ];
}

function parseMaxKeys(text = "1000"): number {
  if (!/^\d{1,9}$/.test(text)) throw new AwsError("InvalidArgument", "Provided max-keys not an integer");
  return Math.min(Number(text), 1_000);
}
