/** A bucket in the local S3, for tests of the adapters. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { S3Client, type S3ClientConfig } from "@aws-sdk/client-s3";
import { startS3 } from "run-cdk-out/testing";

export interface LocalBucket {
  readonly name: string;
  readonly client: S3Client;
  /** The time that S3 uses to check signatures. `undefined` means the system time. */
  readonly clock: { nowMs: number | undefined };
  /** Creates another client. */
  createClient(config: S3ClientConfig): S3Client;
  close(): Promise<void>;
}

export async function startLocalBucket(): Promise<LocalBucket> {
  const dataDir = await mkdtemp(join(tmpdir(), "bucket-"));
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  const clock: LocalBucket["clock"] = { nowMs: undefined };
  const now = () => clock.nowMs ?? Date.now();
  const service = await startS3({ dataDir, credentials, onEvent: () => undefined, now });
  await service.ensureBucket("pictures");
  const clients: S3Client[] = [];
  const createClient = (config: S3ClientConfig) => {
    const { endpoint } = service;
    const client = new S3Client({ endpoint, region: "us-east-1", credentials, forcePathStyle: true, ...config });
    clients.push(client);
    return client;
  };
  return {
    name: "pictures",
    client: createClient({}),
    clock,
    createClient,
    close: async () => {
      for (const client of clients) client.destroy();
      await service.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
