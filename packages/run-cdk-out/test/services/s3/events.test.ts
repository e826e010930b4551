import { CopyObjectCommand, DeleteObjectCommand, DeleteObjectsCommand } from "@aws-sdk/client-s3";
import { describe, expect, test } from "@jest/globals";
import { cleanups } from "../fixtures.js";
import { S3 } from "./s3-fixture.js";

const atEnd = cleanups();
const identity = { key: "x", size: 3, etag: "900150983cd24fb0d6963f7d28e17f72", sequencer: expect.any(String) };

describe("events", () => {
  test("S3 emits an event for each change of an object, in order", async () => {
    const s3 = await S3.start(atEnd);
    await s3.put("x", "abc");
    await s3.client.send(new CopyObjectCommand({ Bucket: "pictures", Key: "y", CopySource: "pictures/x" }));
    await s3.service.setStorageClass("pictures", "x", "GLACIER");
    await s3.client.send(new DeleteObjectCommand({ Bucket: "pictures", Key: "x" }));
    const Delete = { Objects: [{ Key: "y" }] };
    await s3.client.send(new DeleteObjectsCommand({ Bucket: "pictures", Delete }));

    const emitted = s3.events.map(({ detailType, detail }) => [detailType, detail["reason"]]);
    expect(emitted).toEqual([
      ["Object Created", "PutObject"],
      ["Object Created", "CopyObject"],
      ["Object Storage Class Changed", undefined],
      ["Object Deleted", "DeleteObject"],
      ["Object Deleted", "DeleteObjects"],
    ]);
    expect(s3.events[0]).toEqual({
      source: "aws.s3",
      detailType: "Object Created",
      resources: ["arn:aws:s3:::pictures"],
      detail: {
        version: "0",
        bucket: { name: "pictures" },
        object: identity,
        "request-id": expect.stringMatching(/^[0-9A-F]{16}$/),
        requester: "000000000000",
        "source-ip-address": "127.0.0.1",
        reason: "PutObject",
      },
    });
    expect(s3.events[2]?.detail).toMatchObject({ object: identity, "destination-storage-class": "GLACIER" });
    expect(s3.events[3]?.detail).toMatchObject({ object: { key: "x" }, "deletion-type": "Permanently Deleted" });
    const sequencers = s3.events.map(({ detail }) => (detail["object"] as { sequencer: string }).sequencer);
    expect(sequencers).toEqual(sequencers.toSorted());
  });

  test("S3 emits no event for a failed upload or for the deletion of a missing object", async () => {
    const s3 = await S3.start(atEnd);
    await s3.put("x", "abc");
    await expect(s3.put("x", "abc", { IfNoneMatch: "*" })).rejects.toMatchObject({ name: "PreconditionFailed" });
    await s3.client.send(new DeleteObjectCommand({ Bucket: "pictures", Key: "none" }));
    expect(s3.events).toHaveLength(1);
  });
});

describe("lifecycle", () => {
  test("an archived object cannot be read until it returns to a readable storage class", async () => {
    const s3 = await S3.start(atEnd);
    await s3.put("x", "abc");
    await s3.service.setStorageClass("pictures", "x", "DEEP_ARCHIVE");
    await expect(s3.get("x")).rejects.toMatchObject({ name: "InvalidObjectState", StorageClass: "DEEP_ARCHIVE" });
    await s3.service.setStorageClass("pictures", "x", "GLACIER_IR");
    expect(await s3.text("x")).toBe("abc");
  });

  test("an expired object is deleted with the reason Lifecycle Expiration in its event", async () => {
    const s3 = await S3.start(atEnd);
    await s3.put("x", "abc");
    await s3.service.expireObject("pictures", "x");
    await expect(s3.get("x")).rejects.toMatchObject({ name: "NoSuchKey" });
    expect(s3.events.at(-1)).toMatchObject({
      detailType: "Object Deleted",
      detail: { reason: "Lifecycle Expiration" },
    });
    await expect(s3.service.expireObject("pictures", "x")).rejects.toThrow("There is no object x");
  });
});
