import { CopyObjectCommand, HeadObjectCommand } from "@aws-sdk/client-s3";
import { describe, expect, test } from "@jest/globals";
import { dueActions, lifecycleSchema, type LifecycleObject } from "../../../src/services/s3/lifecycle.js";
import { cleanups } from "../fixtures.js";
import { S3 } from "./s3-fixture.js";

const atEnd = cleanups();
const DAY_MS = 86_400_000;
const NOON_MS = Date.parse("2026-11-24T12:00:00Z");
const KIB_200 = 200 * 1024;
const GLACIER = { kind: "transition", storageClass: "GLACIER" };
const EXPIRATION = { kind: "expiration" };

const object = (more: Partial<LifecycleObject> = {}): LifecycleObject => ({
  ...{ key: "renders/a.png", size: KIB_200, tags: {}, storageClass: "STANDARD", lastModifiedMs: NOON_MS },
  ...more,
});
/** Returns the actions for an object some days after it was stored at noon. */
function actions(rules: readonly object[], days: number, more: Partial<LifecycleObject> = {}, minimum?: string) {
  const lifecycle = lifecycleSchema.parse({
    Rules: rules.map((rule) => ({ Status: "Enabled", ...rule })),
    ...(minimum !== undefined && { TransitionDefaultMinimumObjectSize: minimum }),
  });
  return dueActions(object(more), lifecycle, NOON_MS + days * DAY_MS);
}
const moving = (days: number, storageClass = "GLACIER") => ({
  Transitions: [{ StorageClass: storageClass, TransitionInDays: days }],
});
const expiring = (days: number | string) => ({ ExpirationInDays: days });

describe("lifecycle rules", () => {
  test("lifecycle rules act at midnight UTC after the given number of days", () => {
    expect(actions([expiring(90)], 90.4)).toEqual([]);
    expect(actions([expiring("90")], 90.5)).toEqual([EXPIRATION]);
  });

  test("lifecycle rules move an object and delete it later, or do both at once if enough time has passed", () => {
    const rule = { ...moving(90), ...expiring(365) };
    expect(actions([rule], 91)).toEqual([GLACIER]);
    expect(actions([rule], 400)).toEqual([GLACIER, EXPIRATION]);
    expect(actions([rule], 400, { storageClass: "GLACIER" })).toEqual([EXPIRATION]);
  });

  test("the earliest expiration of all matching rules wins, and no transition follows it", () => {
    expect(actions([expiring(365), expiring(30), moving(60)], 400)).toEqual([EXPIRATION]);
    expect(actions([moving(30), expiring(30)], 40)).toEqual([EXPIRATION]);
  });

  test("an object never returns to a storage class that is quicker to read", () => {
    const rules = [moving(30, "DEEP_ARCHIVE"), moving(60)];
    expect(actions(rules, 100)).toEqual([{ kind: "transition", storageClass: "DEEP_ARCHIVE" }]);
  });

  test("lifecycle rules select objects by prefix, tags and size", () => {
    const tag = { Key: "retention", Value: "free" };
    expect(actions([{ ...expiring(1), Prefix: "img/" }], 9)).toEqual([]);
    expect(actions([{ ...expiring(1), Prefix: "renders/" }], 9)).toEqual([EXPIRATION]);
    expect(actions([{ ...expiring(1), TagFilters: [tag] }], 9)).toEqual([]);
    expect(actions([{ ...expiring(1), TagFilters: [tag] }], 9, { tags: { retention: "free" } })).toEqual([EXPIRATION]);
    const [above, below] = [{ ObjectSizeGreaterThan: "204799" }, { ObjectSizeLessThan: "204800" }];
    expect(actions([{ ...expiring(1), ...above }], 9)).toEqual([EXPIRATION]);
    expect(actions([{ ...expiring(1), ...below }], 9)).toEqual([]);
    expect(actions([{ ...expiring(1), Status: "Disabled" }], 9)).toEqual([]);
  });

  test("lifecycle rules do not move objects below 128 KB, unless the rule has a size or the configuration says otherwise", () => {
    const small = { size: 1_000 };
    expect(actions([moving(1)], 9, small)).toEqual([]);
    expect(actions([{ ...moving(1), ObjectSizeGreaterThan: 10 }], 9, small)).toEqual([GLACIER]);
    expect(actions([moving(1)], 9, small, "varies_by_storage_class")).toEqual([GLACIER]);
  });

  test("a rule with a property that is not emulated is refused", () => {
    const rule = { Status: "Enabled", ExpirationDate: "2027-01-01T00:00:00Z" };
    expect(lifecycleSchema.safeParse({ Rules: [rule] }).success).toBe(false);
  });
});

describe("advanced time", () => {
  async function start(rules: readonly object[]) {
    const s3 = await S3.start(atEnd);
    const lifecycle = lifecycleSchema.parse({ Rules: rules.map((rule) => ({ Status: "Enabled", ...rule })) });
    await s3.service.ensureBucket("pictures", { lifecycle });
    return s3;
  }

  test("advanced time adds up over several steps, applies to stored objects only, and leaves Last-Modified unchanged", async () => {
    const s3 = await start([{ ...moving(90), ...expiring(365) }]);
    await s3.put("old", Buffer.alloc(KIB_200));
    const before = await s3.client.send(new HeadObjectCommand({ Bucket: "pictures", Key: "old" }));
    expect(await s3.service.advance(60 * DAY_MS)).toEqual({ transitioned: 0, expired: 0 });
    await s3.put("new", Buffer.alloc(KIB_200));
    expect(await s3.service.advance(31 * DAY_MS)).toEqual({ transitioned: 1, expired: 0 });
    const after = await s3.client.send(new HeadObjectCommand({ Bucket: "pictures", Key: "old" }));
    expect([after.StorageClass, after.LastModified]).toEqual(["GLACIER", before.LastModified]);
    expect(await s3.service.advance(275 * DAY_MS)).toEqual({ transitioned: 1, expired: 1 });
    await expect(s3.get("old")).rejects.toMatchObject({ name: "NoSuchKey" });
  });

  test("advanced time emits the lifecycle events of S3, with S3 itself as the requester", async () => {
    const s3 = await start([{ ...moving(90), ...expiring(365) }]);
    await s3.put("x", Buffer.alloc(KIB_200));
    await s3.service.advance(400 * DAY_MS);
    const common = { requester: "s3.amazonaws.com", "request-id": expect.any(String), object: expect.anything() };
    expect(s3.events.slice(1).map(({ detailType, detail }) => [detailType, detail])).toEqual([
      [
        "Object Storage Class Changed",
        { version: "0", bucket: { name: "pictures" }, ...common, "destination-storage-class": "GLACIER" },
      ],
      [
        "Object Deleted",
        {
          ...{ version: "0", bucket: { name: "pictures" }, ...common },
          reason: "Lifecycle Expiration",
          "deletion-type": "Permanently Deleted",
        },
      ],
    ]);
  });

  test("a copy of an object starts with the age of a new object", async () => {
    const s3 = await start([expiring(90)]);
    await s3.put("x", "abc");
    await s3.service.advance(60 * DAY_MS);
    await s3.client.send(new CopyObjectCommand({ Bucket: "pictures", Key: "y", CopySource: "pictures/x" }));
    expect(await s3.service.advance(31 * DAY_MS)).toEqual({ transitioned: 0, expired: 1 });
    expect(await s3.text("y")).toBe("abc");
  });
});
