/** A local S3 with an SDK client. Both are closed at the end of the test. */
import {
  GetObjectCommand,
  type GetObjectCommandInput,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
} from "@aws-sdk/client-s3";
import { type S3Service, startS3 } from "../../../src/services/s3.js";
import type { BusEntry } from "../../../src/services/service.js";
import { type AtEnd, credentials, region, temporaryFolder } from "../fixtures.js";

export class S3 {
  private constructor(
    readonly service: S3Service,
    readonly client: S3Client,
    readonly dataDir: string,
    readonly events: BusEntry[],
    readonly clock: { nowMs: number | undefined },
  ) {}

  /** Starts S3 with the bucket `pictures`. If `clock.nowMs` is set, it replaces the system's clock. */
  static async start(atEnd: AtEnd, options: { dataDir?: string } = {}): Promise<S3> {
    const dataDir = options.dataDir ?? (await temporaryFolder(atEnd));
    const events: BusEntry[] = [];
    const clock: S3["clock"] = { nowMs: undefined };
    const service = await startS3({
      dataDir,
      credentials,
      onEvent: (event) => events.push(event),
      now: () => clock.nowMs ?? Date.now(),
    });
    atEnd(() => service.close());
    await service.ensureBucket("pictures");
    const client = new S3Client({ endpoint: service.endpoint, region, credentials, maxAttempts: 1 });
    atEnd(() => client.destroy());
    return new S3(service, client, dataDir, events, clock);
  }

  put(Key: string, Body: NonNullable<PutObjectCommandInput["Body"]>, more: Partial<PutObjectCommandInput> = {}) {
    return this.client.send(new PutObjectCommand({ Bucket: "pictures", Key, Body, ...more }));
  }

  get(Key: string, more: Partial<GetObjectCommandInput> = {}) {
    return this.client.send(new GetObjectCommand({ Bucket: "pictures", Key, ...more }));
  }

  async text(Key: string, more: Partial<GetObjectCommandInput> = {}): Promise<string | undefined> {
    return (await this.get(Key, more)).Body?.transformToString();
  }
}
