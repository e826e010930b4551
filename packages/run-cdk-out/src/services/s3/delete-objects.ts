/** DeleteObject and DeleteObjects. */
import { AwsError } from "../aws-error.js";
import { respondEmpty, respondXml, requireBucket, type S3Call, type S3State } from "./call.js";
import { checkWrite } from "./conditions.js";
import { receiveText } from "./upload-body.js";
import { readElements, readText, type XmlElement } from "./xml.js";

/** Deletes an object. A missing object is an error only if the request has an `If-Match` header. */
export async function deleteObject(call: S3Call, { store, notifier }: S3State): Promise<void> {
  const { bucket, key, requestId } = call;
  await requireBucket(store, bucket);
  const removed = await store.remove(bucket, key, (current) => checkWrite(call.headers, current));
  if (removed) notifier.deleted(bucket, removed, "DeleteObject", requestId);
  respondEmpty(call, 204);
}

/** Deletes up to 1,000 objects. Each deletion is independent, and needs its own permission. */
export async function deleteObjects(call: S3Call, { store, notifier }: S3State): Promise<void> {
  const { bucket, requestId } = call;
  await requireBucket(store, bucket);
  const xml = await receiveText(call.request);
  const keys = readElements(xml, "Object").map((object) => readText(object, "Key") ?? "");
  if (keys.length === 0 || keys.length > 1_000 || keys.includes("")) {
    throw new AwsError("MalformedXML", "The XML you provided was not well-formed or did not validate.");
  }
  if (/<(VersionId|ETag)>/.test(xml))
    throw new AwsError("NotImplemented", "The local S3 deletes objects by key only.", 501);
  const deleted: XmlElement[] = [];
  const refused: XmlElement[] = [];
  for (const key of keys) {
    if (!call.isAllowed("DeleteObject", key)) {
      refused.push([
        "Error",
        [
          ["Key", key],
          ["Code", "AccessDenied"],
          ["Message", "Access Denied"],
        ],
      ]);
      continue;
    }
    const removed = await store.remove(bucket, key);
    if (removed) notifier.deleted(bucket, removed, "DeleteObjects", requestId);
    deleted.push(["Deleted", [["Key", key]]]);
  }
  respondXml(call, ["DeleteResult", readText(xml, "Quiet") === "true" ? refused : [...deleted, ...refused]]);
}
