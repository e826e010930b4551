/** Overwrites some objects, and deletes all but one, until it is killed. Prints "begun" in round 20. Argument: the data folder. */
import { randomBytes } from "node:crypto";
import { DeleteObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { startS3 } from "../../../src/services/s3.js";

const credentials = { accessKeyId: "local", secretAccessKey: "local" };
const service = await startS3({ dataDir: process.argv[2] ?? "", credentials, onEvent: () => undefined });
await service.ensureBucket("pictures");
const client = new S3Client({ endpoint: service.endpoint, region: "us-east-1", credentials });
for (let round = 0; ; round++) {
  await Promise.all(
    ["a", "b/c", "b/d", "e"].map(async (name) => {
      const at = { Bucket: "pictures", Key: `${name}.bin` };
      await client.send(new PutObjectCommand({ ...at, Body: randomBytes(1 + (round % 50_000)) }));
      // One object always remains, so that the test finds something whenever it kills the process.
      if (round % 3 === 1 && name !== "e") await client.send(new DeleteObjectCommand(at));
    }),
  );
  if (round === 20) process.stdout.write("begun\n");
}
