/** GetObjectTagging, PutObjectTagging and DeleteObjectTagging. */
import { AwsError } from "../aws-error.js";
import { respondEmpty, respondXml, noSuchKey, type S3Call, type S3State } from "./call.js";
import { receiveText } from "./upload-body.js";
import { readElements, readText } from "./xml.js";

/** S3 allows 10 tags per object, with keys of 128 and values of 256 characters. */
export function checkTags(tags: readonly (readonly [string, string])[]): void {
  if (tags.length > 10) throw new AwsError("BadRequest", "Object tags cannot be greater than 10");
  if (new Set(tags.map(([key]) => key)).size < tags.length) {
    throw new AwsError("InvalidTag", "Cannot provide multiple Tags with the same key");
  }
  const fits = tags.every(([key, value]) => key.length >= 1 && key.length <= 128 && value.length <= 256);
  if (!fits) throw new AwsError("InvalidTag", "The TagKey or TagValue you have provided is invalid");
}

export async function getObjectTagging(call: S3Call, { store }: S3State): Promise<void> {
  const object = await store.head(call.bucket, call.key);
  if (!object) throw noSuchKey(call.key);
  const tags = Object.entries(object.tags).map(
    ([key, value]) =>
      [
        "Tag",
        [
          ["Key", key],
          ["Value", value],
        ],
      ] as const,
  );
  respondXml(call, ["Tagging", [["TagSet", tags]]]);
}

export async function putObjectTagging(call: S3Call, state: S3State): Promise<void> {
  const xml = await receiveText(call.request);
  const tags = readElements(xml, "Tag").map(
    (tag) => [readText(tag, "Key") ?? "", readText(tag, "Value") ?? ""] as const,
  );
  checkTags(tags);
  await replaceTags(call, state, Object.fromEntries(tags));
  respondEmpty(call, 200);
}

export async function deleteObjectTagging(call: S3Call, state: S3State): Promise<void> {
  await replaceTags(call, state, {});
  respondEmpty(call, 204);
}

async function replaceTags(call: S3Call, { store }: S3State, tags: Record<string, string>): Promise<void> {
  if (!(await store.update(call.bucket, call.key, (object) => ({ ...object, tags })))) throw noSuchKey(call.key);
}
