/** The few operations on buckets that an application needs. The template creates the buckets. */
import { LOCAL_ACCOUNT_ID } from "../service.js";
import { respondEmpty, respondXml, requireBucket, type S3Call, type S3State } from "./call.js";

export async function createBucket(call: S3Call, { store }: S3State): Promise<void> {
  call.request.resume();
  await store.ensureBucket(call.bucket);
  respondEmpty(call, 200, { location: `/${call.bucket}` });
}

export async function headBucket(call: S3Call, { store }: S3State): Promise<void> {
  await requireBucket(store, call.bucket);
  respondEmpty(call, 200);
}

export async function getBucketLocation(call: S3Call, { store }: S3State): Promise<void> {
  await requireBucket(store, call.bucket);
  respondXml(call, ["LocationConstraint", ""]);
}

export async function listBuckets(call: S3Call, { store }: S3State): Promise<void> {
  const buckets = (await store.buckets()).map((name) => ["Bucket", [["Name", name]]] as const);
  respondXml(call, [
    "ListAllMyBucketsResult",
    [
      ["Owner", [["ID", LOCAL_ACCOUNT_ID]]],
      ["Buckets", buckets],
    ],
  ]);
}
