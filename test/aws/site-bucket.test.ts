import { GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createSiteBucket } from "../../aws/site-bucket.js";
import { type LocalBucket, startLocalBucket } from "../support/local-bucket.js";

let bucket: LocalBucket;
beforeAll(async () => {
  bucket = await startLocalBucket();
});
afterAll(() => bucket.close());

const FILE = { contentType: "text/css", cacheControl: "public, max-age=5", sha256: "0", hashed: true };

test("the site bucket stores files below site/ with their headers, lists them without the manifest, and removes them", async () => {
  const store = createSiteBucket(bucket.client, bucket.name);
  expect([await store.list(), await store.readManifest()]).toEqual([[], undefined]);
  await store.put("assets/a.css", Buffer.from("a{}"), FILE);
  await store.put("index.html", Buffer.from("<p>"), FILE);
  await store.writeManifest({ "assets/a.css": FILE });

  const stored = await bucket.client.send(new GetObjectCommand({ Bucket: bucket.name, Key: "site/assets/a.css" }));
  expect([stored.ContentType, stored.CacheControl]).toEqual(["text/css", "public, max-age=5"]);
  expect(await stored.Body?.transformToString()).toBe("a{}");
  expect(await store.list()).toEqual(["assets/a.css", "index.html"]);
  expect(await store.readManifest()).toEqual({ "assets/a.css": FILE });

  await store.remove("index.html");
  expect(await store.list()).toEqual(["assets/a.css"]);
});

test("an unreadable manifest counts as missing, so that all files are uploaded again", async () => {
  const store = createSiteBucket(bucket.client, bucket.name);
  const put = (Body: string) => new PutObjectCommand({ Bucket: bucket.name, Key: "site/manifest.json", Body });
  for (const text of ["{", '{"a":1}']) {
    await bucket.client.send(put(text));
    expect(await store.readManifest()).toBeUndefined();
  }
});
