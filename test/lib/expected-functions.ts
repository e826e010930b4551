/** The functions of the stack, with what each may do. */
import type * as z from "zod";
import { apiEnvironmentSchema } from "../../lambdas/api/env.js";
import { archiveEnvironmentSchema } from "../../lambdas/archive/env.js";
import { archivedFilesEnvironmentSchema } from "../../lambdas/archived-files/env.js";
import { bootstrapEnvironmentSchema } from "../../lambdas/bootstrap/env.js";
import { deadLetterEnvironmentSchema } from "../../lambdas/dead-letter/env.js";
import { edgeKeeperEnvironmentSchema } from "../../lambdas/edge-keeper/env.js";
import { fileAuditEnvironmentSchema } from "../../lambdas/file-audit/env.js";
import { imageEnvironmentSchema } from "../../lambdas/image/env.js";
import { mcpEnvironmentSchema } from "../../lambdas/mcp/env.js";
import { previewEnvironmentSchema } from "../../lambdas/preview/env.js";
import { renderNowEnvironmentSchema } from "../../lambdas/render-now/env.js";
import { rendererEnvironmentSchema } from "../../lambdas/renderer/env.js";
import { streamEnvironmentSchema } from "../../lambdas/stream/env.js";
import { sweeperEnvironmentSchema } from "../../lambdas/sweeper/env.js";
import { webhookEnvironmentSchema } from "../../lambdas/webhook/env.js";
import { workspaceRemoverEnvironmentSchema } from "../../lambdas/workspace-remover/env.js";

const consumes = ["sqs:ReceiveMessage", "sqs:ChangeMessageVisibility", "sqs:DeleteMessage", "sqs:GetQueueAttributes"];
/** The actions that read, end and refund a job, and check whether the credits of its month are low. */
const ends = ["GetItem", "BatchGetItem", "UpdateItem", "PutItem"].map((action) => `dynamodb:${action}`);
/** The actions that authenticate a caller and take a token from a rate limit. */
const callers = ["dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:UpdateItem"];
/** The actions that create a job and end it. */
const creates = ["GetItem", "BatchGetItem", "PutItem", "UpdateItem", "DeleteItem"].map(
  (action) => `dynamodb:${action}`,
);
const objects = ["s3:GetObject", "s3:ListBucket"];
export const LOG_ACTIONS = ["logs:CreateLogStream", "logs:PutLogEvents"];

/** Each function's environment and every action that its code calls. This list is independent of lib/. */
export const FUNCTIONS: Readonly<Record<string, { environment: z.ZodObject; actions: readonly string[] }>> = {
  RenderingRenderer: {
    environment: rendererEnvironmentSchema,
    actions: [...ends, ...objects, "s3:PutObject", "s3:PutObjectTagging", "events:PutEvents", ...consumes],
  },
  RenderingDeadLetter: {
    environment: deadLetterEnvironmentSchema,
    actions: [...ends, ...objects, "events:PutEvents", "sqs:SendMessage", ...consumes],
  },
  RenderingSweeper: {
    environment: sweeperEnvironmentSchema,
    actions: [...ends, "dynamodb:Query", ...objects, "events:PutEvents", "sqs:SendMessage"],
  },
  RestApi: {
    environment: apiEnvironmentSchema,
    actions: [
      "cloudwatch:GetMetricData",
      "cloudwatch:DescribeAlarms",
      ...callers,
      ...["Query", "PutItem", "DeleteItem"].map((action) => `dynamodb:${action}`),
      ...objects,
      "s3:DeleteObject",
      "s3:PutObject",
      "s3:PutObjectTagging",
      "events:PutEvents",
      "sqs:SendMessage",
      "secretsmanager:GetSecretValue",
    ],
  },
  RestApiEdgeKeeperFunction: {
    environment: edgeKeeperEnvironmentSchema,
    actions: [
      ...callers,
      ...objects,
      "s3:DeleteObject",
      "secretsmanager:GetSecretValue",
      "secretsmanager:PutSecretValue",
      ...["DescribeKeyValueStore", "UpdateKeys", "DeleteKey"].map((action) => `cloudfront-keyvaluestore:${action}`),
      "cloudfront:CreateInvalidation",
    ],
  },
  RestApiStream: {
    environment: streamEnvironmentSchema,
    actions: [...callers, ...objects, "s3:PutObject", "secretsmanager:GetSecretValue"],
  },
  RestApiPreviewFunction: {
    environment: previewEnvironmentSchema,
    actions: [...callers, ...objects, "s3:PutObject", "secretsmanager:GetSecretValue"],
  },
  BootstrapFunction: {
    environment: bootstrapEnvironmentSchema,
    actions: [
      "lambda:GetAccountSettings",
      ...["GetItem", "PutItem", "UpdateItem", "Scan", "DescribeTable", "UpdateTable"].map(
        (action) => `dynamodb:${action}`,
      ),
      ...objects,
      "s3:PutObject",
      "s3:DeleteObject",
      "secretsmanager:GetSecretValue",
      "secretsmanager:PutSecretValue",
      "cloudfront-keyvaluestore:DescribeKeyValueStore",
      "cloudfront-keyvaluestore:UpdateKeys",
    ],
  },
  SignedImagesFunction: {
    environment: imageEnvironmentSchema,
    actions: [...creates, ...objects, "s3:PutObject", "events:PutEvents", "sqs:SendMessage"],
  },
  FunctionsWebhook: {
    environment: webhookEnvironmentSchema,
    actions: [
      ...["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem"].map((action) => `dynamodb:${action}`),
      "sqs:SendMessage",
      "secretsmanager:GetSecretValue",
      ...consumes,
    ],
  },
  FunctionsArchive: {
    environment: archiveEnvironmentSchema,
    actions: [
      ...["GetItem", "BatchGetItem", "UpdateItem"].map((action) => `dynamodb:${action}`),
      ...objects,
      "s3:PutObject",
      "s3:AbortMultipartUpload",
    ],
  },
  FunctionsArchivedFiles: {
    environment: archivedFilesEnvironmentSchema,
    actions: ["dynamodb:GetItem", "dynamodb:UpdateItem", "events:PutEvents", ...consumes],
  },
  FunctionsFileAudit: {
    environment: fileAuditEnvironmentSchema,
    actions: ["dynamodb:Scan", ...objects, "sqs:SendMessage"],
  },
  FunctionsWorkspaceRemover: {
    environment: workspaceRemoverEnvironmentSchema,
    actions: [
      ...["Scan", "Query", "GetItem", "UpdateItem", "DeleteItem"].map((action) => `dynamodb:${action}`),
      "s3:ListBucket",
      "s3:DeleteObject",
      "cloudfront:CreateInvalidation",
    ],
  },
  // It sends the caller's key to the REST API, and may do nothing else.
  FunctionsMcp: { environment: mcpEnvironmentSchema, actions: [] },
  FunctionsRenderNow: {
    environment: renderNowEnvironmentSchema,
    actions: [
      ...ends,
      ...objects,
      "s3:PutObject",
      "s3:PutObjectTagging",
      "s3:DeleteObject",
      "events:PutEvents",
      "sqs:SendMessage",
      "secretsmanager:GetSecretValue",
    ],
  },
};
