import { DeleteObjectCommand } from "@aws-sdk/client-s3";
import { expect, test } from "@jest/globals";
import { cleanups } from "../fixtures.js";
import { S3 } from "./s3-fixture.js";

const atEnd = cleanups();

test("S3 lets exactly one of many simultaneous writes with If-None-Match succeed, and keeps its bytes", async () => {
  const s3 = await S3.start(atEnd);
  const writers = Array.from({ length: 20 }, (_, index) => String(index));
  const results = await Promise.allSettled(writers.map((body) => s3.put("x", body, { IfNoneMatch: "*" })));
  const won = writers.filter((_, index) => results[index]?.status === "fulfilled");
  expect(won).toHaveLength(1);
  expect(await s3.text("x")).toBe(won[0]);
  const lost = results.find((result) => result.status === "rejected");
  expect(lost?.reason).toMatchObject({ name: "PreconditionFailed", $metadata: { httpStatusCode: 412 } });
});

test("S3 refuses a write with If-Match when the object has changed or is gone", async () => {
  const s3 = await S3.start(atEnd);
  const { ETag } = await s3.put("x", "1");
  await s3.put("x", "2", { IfMatch: ETag });
  await expect(s3.put("x", "3", { IfMatch: ETag })).rejects.toMatchObject({ name: "PreconditionFailed" });
  await expect(s3.put("y", "3", { IfMatch: ETag })).rejects.toMatchObject({ name: "NoSuchKey" });
  expect(await s3.text("x")).toBe("2");
});

// Measured on S3: https://github.com/ministackorg/ministack/issues/1475.
test.each([
  ["returns 404 for a delete with If-Match: * when there is no object", "none", "*", 404, "NoSuchKey"],
  ["returns 404 for a delete with an ETag when there is no object", "none", '"0"', 404, "NoSuchKey"],
  ["returns 412 for a delete with the ETag of another object", "x", '"0"', 412, "PreconditionFailed"],
  ["deletes an object for If-Match: *", "x", "*", 204, undefined],
  ["deletes an object for its own ETag", "x", "own", 204, undefined],
  ["returns 204 for a delete without a condition when there is no object", "none", undefined, 204, undefined],
])("S3 %s", async (_, Key, condition, status, code) => {
  const s3 = await S3.start(atEnd);
  const { ETag } = await s3.put("x", "abc");
  const IfMatch = condition === "own" ? ETag : condition;
  const deletion = s3.client.send(new DeleteObjectCommand({ Bucket: "pictures", Key, IfMatch }));
  const { $metadata, name }: { $metadata: { httpStatusCode?: number }; name?: string } = await deletion.catch(
    (error: unknown) => error as { $metadata: object; name: string },
  );
  expect([$metadata.httpStatusCode, name]).toEqual([status, code]);
  const isDeleted = Key === "x" && status === 204;
  if (isDeleted) await expect(s3.get("x")).rejects.toMatchObject({ name: "NoSuchKey" });
  else expect(await s3.text("x")).toBe("abc");
});
