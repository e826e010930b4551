/** The REST API behind the HTTP API. */
import { S3Client } from "@aws-sdk/client-s3";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SQSClient } from "@aws-sdk/client-sqs";
import { createDocumentClient } from "../../aws/document-client.js";
import { parseEnvironment } from "../shared/environment.js";
import { createApi } from "./api.js";
import { apiEnvironmentSchema } from "./env.js";

export const handler = await createApi(parseEnvironment(apiEnvironmentSchema), {
  documents: createDocumentClient(),
  secrets: new SecretsManagerClient({}),
  objects: new S3Client({}),
  queues: new SQSClient({}),
  uploadSigner: new S3Client({ requestChecksumCalculation: "WHEN_REQUIRED" }),
});
