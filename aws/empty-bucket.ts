/** Deletes the objects of a bucket, so that CloudFormation can delete the bucket. */
import { DeleteObjectsCommand, ListObjectsV2Command, NoSuchBucket, type S3Client } from "@aws-sdk/client-s3";

/**
 * Each request lists and deletes at most 1,000 objects. If a call is aborted, a second call continues. A bucket that
 * does not exist counts as empty.
 *
 * @param prefix the prefix of the keys to delete. @default all objects
 */
export async function emptyBucket(client: S3Client, bucket: string, signal: AbortSignal, prefix = ""): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    // Do not use a paginator: each page starts at the first object that is left.
    const keys = await listKeys(client, bucket, prefix);
    if (keys.length === 0) return;
    const Objects = keys.map((Key) => ({ Key }));
    const command = new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } });
    const { Errors: [failure] = [] } = await client.send(command);
    if (failure !== undefined) {
      throw new Error(`${failure.Key ?? "An object"} could not be deleted: ${failure.Message ?? failure.Code ?? ""}`);
    }
  }
}

async function listKeys(client: S3Client, bucket: string, Prefix: string): Promise<(string | undefined)[]> {
  try {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix }));
    return Contents.map(({ Key }) => Key);
  } catch (error) {
    if (error instanceof NoSuchBucket) return [];
    throw error;
  }
}
