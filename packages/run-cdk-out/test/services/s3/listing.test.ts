import { ListObjectsV2Command, type ListObjectsV2CommandInput } from "@aws-sdk/client-s3";
import { expect, test } from "@jest/globals";
import { cleanups } from "../fixtures.js";
import { S3 } from "./s3-fixture.js";

const atEnd = cleanups();

const list = (s3: S3, input: Partial<ListObjectsV2CommandInput> = {}) =>
  s3.client.send(new ListObjectsV2Command({ Bucket: "pictures", ...input }));

async function listAll(s3: S3, input: Partial<ListObjectsV2CommandInput>) {
  const keys: string[] = [];
  const prefixes: string[] = [];
  let pages = 0;
  for (let token: string | undefined; pages === 0 || token !== undefined; pages++) {
    const page = await list(s3, { ...input, ContinuationToken: token });
    keys.push(...(page.Contents ?? []).map(({ Key = "" }) => Key));
    prefixes.push(...(page.CommonPrefixes ?? []).map(({ Prefix = "" }) => Prefix));
    token = page.NextContinuationToken;
  }
  return { keys, prefixes, pages };
}

async function startWith(keys: readonly string[]): Promise<S3> {
  const s3 = await S3.start(atEnd);
  for (const key of keys.toReversed()) await s3.put(key, "x");
  return s3;
}

test("S3 lists keys in the order of their bytes, by page, by prefix and by delimiter", async () => {
  const long = `long/${"l".repeat(300)}`;
  const sorted = ["B", "a", "a.png", "a//4", "a/1", "a/2", "a/b/3", long, "z&<", "ü"];
  const s3 = await startWith(sorted);
  expect(await listAll(s3, {})).toEqual({ keys: sorted, prefixes: [], pages: 1 });
  expect(await listAll(s3, { MaxKeys: 3 })).toEqual({ keys: sorted, prefixes: [], pages: 4 });
  expect((await listAll(s3, { Prefix: "a/" })).keys).toEqual(["a//4", "a/1", "a/2", "a/b/3"]);
  expect((await listAll(s3, { Prefix: "a" })).keys).toEqual(["a", "a.png", "a//4", "a/1", "a/2", "a/b/3"]);
  expect(await listAll(s3, { Prefix: "a/", Delimiter: "/", MaxKeys: 1 })).toEqual({
    keys: ["a/1", "a/2"],
    prefixes: ["a//", "a/b/"],
    pages: 4,
  });
  expect((await listAll(s3, { StartAfter: "a/2" })).keys[0]).toBe("a/b/3");
});

test("S3 lists the size, ETag and storage class of an object, and its owner if the request asks for it", async () => {
  const s3 = await S3.start(atEnd);
  const { ETag } = await s3.put("x", "abc", { StorageClass: "STANDARD_IA" });
  const entry = { Key: "x", Size: 3, ETag, StorageClass: "STANDARD_IA", LastModified: expect.any(Date) };
  expect((await list(s3)).Contents).toEqual([entry]);
  expect((await list(s3, { FetchOwner: false })).Contents).toEqual([entry]);
  expect((await list(s3, { FetchOwner: true })).Contents).toEqual([{ ...entry, Owner: { ID: "000000000000" } }]);
});

test.each<[string, Partial<ListObjectsV2CommandInput>, object]>([
  ["nothing but prefix and limit when asked for nothing else", {}, { Prefix: "", MaxKeys: 1_000, KeyCount: 4 }],
  ["StartAfter", { StartAfter: "b" }, { StartAfter: "b", KeyCount: 2 }],
  ["Delimiter", { Delimiter: "/" }, { Delimiter: "/", KeyCount: 4 }],
  ["EncodingType", { EncodingType: "url" }, { EncodingType: "url" }],
  ["a limit of at most 1,000 keys", { MaxKeys: 2_147_483_647 }, { MaxKeys: 1_000 }],
  ["a limit of 0, with an untruncated empty page", { MaxKeys: 0 }, { MaxKeys: 0, KeyCount: 0, IsTruncated: false }],
])("the response of ListObjectsV2 contains %s", async (_, input, expected) => {
  const s3 = await startWith(["a/1", "b", "c", "d"]);
  const described = await list(s3, input);
  const unasked = ["StartAfter", "Delimiter", "EncodingType", "ContinuationToken", "NextContinuationToken"];
  const absent = unasked.filter((name) => !(name in expected));
  expect(described).toMatchObject({ Name: "pictures", ...expected });
  for (const name of absent) expect(described).not.toHaveProperty(name);
});

test("ListObjectsV2 with a token returns the token in its response, and ignores StartAfter", async () => {
  const s3 = await startWith(["a", "b", "c"]);
  const { NextContinuationToken: ContinuationToken } = await list(s3, { MaxKeys: 1 });
  const page = await list(s3, { ContinuationToken, StartAfter: "b", MaxKeys: 1 });
  expect(page).toMatchObject({ ContinuationToken, StartAfter: "b", Contents: [{ Key: "b" }] });
});

// Measured on S3: https://github.com/brekkylab/backlot/issues/178.
test.each([
  ["a b.txt", "a+b.txt"],
  ["a+b.txt", "a%2Bb.txt"],
  ["100%.csv", "100%25.csv"],
  ["한글/x.txt", "%ED%95%9C%EA%B8%80/x.txt"],
  ["a*(1)'!~.png", "a*%281%29%27%21%7E.png"],
])("ListObjectsV2 with the encoding type url returns the key %s as %s", async (key, encoded) => {
  const s3 = await startWith([key]);
  const { Contents } = await list(s3, { EncodingType: "url" });
  expect(Contents?.map(({ Key }) => Key)).toEqual([encoded]);
});

test("ListObjectsV2 with the encoding type url encodes prefixes, the delimiter and StartAfter too", async () => {
  const s3 = await startWith(["run books/x y|z", "run books/x y|zz"]);
  const input = { EncodingType: "url", Prefix: "run books/", Delimiter: "|", StartAfter: "k m" } as const;
  expect(await list(s3, input)).toMatchObject({
    Prefix: "run+books/",
    Delimiter: "%7C",
    StartAfter: "k+m",
    CommonPrefixes: [{ Prefix: "run+books/x+y%7C" }],
  });
});

test.each([
  ["a", ["a/", "b/"]],
  ["a/1", ["a/", "b/"]],
  ["a/2", ["b/"]],
  ["a0", ["b/"]],
])(
  "ListObjectsV2 compares StartAfter %s with keys, and returns the common prefixes %j",
  async (StartAfter, expected) => {
    const s3 = await startWith(["a/1", "a/2", "b/1"]);
    const { CommonPrefixes } = await list(s3, { Delimiter: "/", StartAfter });
    expect(CommonPrefixes?.map(({ Prefix }) => Prefix)).toEqual(expected);
  },
);

test.each<[string, Partial<ListObjectsV2CommandInput>, string]>([
  ["a key as the continuation token", { ContinuationToken: "b" }, "The continuation token provided is incorrect"],
  ["an empty continuation token", { ContinuationToken: "" }, "The continuation token provided is incorrect"],
  ["an unknown encoding type", { EncodingType: "xml" as "url" }, "Invalid Encoding Method specified in Request"],
  ["a negative limit", { MaxKeys: -1 }, "Provided max-keys not an integer or within integer range"],
])("ListObjectsV2 returns 400 InvalidArgument for %s", async (_, input, message) => {
  const s3 = await startWith(["a", "b"]);
  await expect(list(s3, input)).rejects.toMatchObject({
    name: "InvalidArgument",
    message,
    $metadata: { httpStatusCode: 400 },
  });
});

test("ListObjectsV2 returns 400 InvalidArgument for a continuation token that was changed", async () => {
  const s3 = await startWith(["a", "b"]);
  const { NextContinuationToken = "" } = await list(s3, { MaxKeys: 1 });
  const changed = NextContinuationToken.replace(/.$/, (last) => (last === "A" ? "Q" : "A"));
  await expect(list(s3, { ContinuationToken: changed })).rejects.toMatchObject({ name: "InvalidArgument" });
});
