/** The REST API behind the HTTP API. */
import { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { S3Client } from "@aws-sdk/client-s3";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SQSClient } from "@aws-sdk/client-sqs";
import { createDocumentClient } from "../../aws/document-client.js";
import { createUploadReader } from "../../aws/upload-bucket.js";
import { parseEnvironment } from "../shared/environment.js";
import { createDeploymentFacts } from "../../aws/deployment-facts.js";
import { createApi } from "./api.js";
import { apiEnvironmentSchema } from "./env.js";
import { createLoadFigures } from "./load-figures.js";
import { createFindWarnings } from "./load-find-warnings.js";
import { makeOpenApiDocument } from "./load-open-api.js";

const env = parseEnvironment(apiEnvironmentSchema);
const objects = new S3Client({});
const documents = createDocumentClient();
const facts = createDeploymentFacts(documents, env.WORKSPACES_TABLE);

export const handler = await createApi(
  env,
  {
    documents,
    secrets: new SecretsManagerClient({}),
    objects,
    queues: new SQSClient({}),
    events: new EventBridgeClient({}),
    uploadSigner: new S3Client({ requestChecksumCalculation: "WHEN_REQUIRED" }),
  },
  {
    findWarnings: createFindWarnings(createUploadReader(objects, env.BUCKET)),
    makeOpenApiDocument,
    loadFigures: createLoadFigures({ stackName: env.STACK_NAME, distributionId: () => facts.distributionId() }),
  },
);
