import {
  GetObjectCommand,
  type GetObjectCommandOutput,
  PutObjectCommand,
  type PutObjectCommandOutput,
  S3Client,
} from "@aws-sdk/client-s3";
import { LOCAL_CREDENTIALS, LOCAL_REGION, startS3 } from "run-cdk-out/testing";
import { type AtEnd, temporaryFolder } from "./cleanups.js";

export const credentials = LOCAL_CREDENTIALS;
export const region = LOCAL_REGION;

/** The local S3 with one bucket, `pictures`, and a client. Both end with the test. */
export class LocalS3 {
  private constructor(
    readonly endpoint: string,
    readonly client: S3Client,
    /** Set `nowMs` to move the service's time. */
    readonly clock: { nowMs: number | undefined },
  ) {}

  static async start(atEnd: AtEnd): Promise<LocalS3> {
    const clock: LocalS3["clock"] = { nowMs: undefined };
    const service = await startS3({
      dataDir: await temporaryFolder(atEnd),
      credentials,
      onEvent: () => undefined,
      now: () => clock.nowMs ?? Date.now(),
    });
    atEnd(() => service.close());
    await service.ensureBucket("pictures");
    const client = new S3Client({ endpoint: service.endpoint, region, credentials, maxAttempts: 1 });
    atEnd(() => client.destroy());
    return new LocalS3(service.endpoint, client, clock);
  }

  put(Key: string, Body: string): Promise<PutObjectCommandOutput> {
    return this.client.send(new PutObjectCommand({ Bucket: "pictures", Key, Body }));
  }

  get(Key: string): Promise<GetObjectCommandOutput> {
    return this.client.send(new GetObjectCommand({ Bucket: "pictures", Key }));
  }

  async text(Key: string): Promise<string | undefined> {
    return (await this.get(Key)).Body?.transformToString();
  }
}
