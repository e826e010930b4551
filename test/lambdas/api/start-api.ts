/** The api function on local tables. Its bucket and its queues accept everything. */
import { GetObjectCommand, NoSuchKey, S3Client } from "@aws-sdk/client-s3";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SQSClient } from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import type { Context } from "aws-lambda";
import { createWorkspacesTable } from "../../../aws/workspaces-table.js";
import { bootstrapWorkspace } from "../../../core/access/bootstrap-workspace.js";
import { DEFAULT_PLANS } from "../../../core/contract/plans.js";
import { type RouteName, ROUTES } from "../../../core/contract/routes.js";
import { createApi } from "../../../lambdas/api/api.js";
import type { HttpEvent } from "../../../lambdas/shared/http-event.js";
import type { DynamoTables } from "../../support/dynamo-tables.js";

process.env.AWS_REGION = "us-east-1";
process.env.AWS_ACCESS_KEY_ID = "test";
process.env.AWS_SECRET_ACCESS_KEY = "test";

export const BASE_URL = "https://images.example.com";

interface ApiRequest {
  /** The value of the path parameter. */
  readonly id?: string;
  readonly query?: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

export interface TestApi {
  /** The API key of all requests. */
  key: string;
  send(
    name: RouteName,
    request?: ApiRequest,
  ): Promise<{
    status: number;
    headers: Readonly<Record<string, unknown>>;
    json: Record<string, unknown>;
  }>;
}

/** Starts the function for a new workspace with the first key. */
export async function startApi({ client, names }: DynamoTables): Promise<TestApi> {
  mockServices();
  const state = { key: "" };
  await bootstrapWorkspace(
    {
      workspaces: createWorkspacesTable(client, { workspaces: names.Workspaces, apiKeys: names.ApiKeys }),
      vault: { read: async () => state.key, write: async (text) => void (state.key = text) },
      now: Date.now,
    },
    "stack",
  );
  const handle = await createApi(environmentOf(names), {
    documents: client,
    secrets: new SecretsManagerClient({}),
    objects: new S3Client({}),
    queues: new SQSClient({}),
    uploadSigner: new S3Client({}),
  });
  return Object.assign(state, {
    send: async (name: RouteName, request: ApiRequest = {}) => {
      const response = await handle(eventOf(name, request, state.key), { awsRequestId: "i" } as Context);
      const text = response.body as string;
      const json = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
      return { status: response.statusCode, headers: response.headers ?? {}, json };
    },
  });
}

function mockServices(): void {
  const secrets = mockClient(SecretsManagerClient);
  secrets.on(GetSecretValueCommand, { SecretId: "origin" }).resolves({ SecretString: "origin-secret" });
  secrets
    .on(GetSecretValueCommand, { SecretId: "ring" })
    .resolves({ SecretString: JSON.stringify({ current: "k1", k1: "k".repeat(64) }) });
  // The file of an announced upload does not exist yet.
  mockClient(S3Client)
    .onAnyCommand()
    .resolves({})
    .on(GetObjectCommand)
    .rejects(new NoSuchKey({ message: "no", $metadata: {} }));
  mockClient(SQSClient).onAnyCommand().resolves({});
}

function environmentOf(names: DynamoTables["names"]): Parameters<typeof createApi>[0] {
  return {
    LOG_LEVEL: "ERROR",
    API_KEYS_TABLE: names.ApiKeys,
    LIMITS_TABLE: names.Limits,
    ORIGIN_SECRET: "origin",
    PLANS: DEFAULT_PLANS,
    CORS_ORIGINS: [],
    TEMPLATES_TABLE: names.Templates,
    JOBS_TABLE: names.Jobs,
    WORKSPACES_TABLE: names.Workspaces,
    BUCKET: "bucket",
    INTERACTIVE_QUEUE_URL: "https://queue/interactive",
    STANDARD_QUEUE_URL: "https://queue/standard",
    BULK_QUEUE_URL: "https://queue/bulk",
    SIGNING_KEYS_SECRET: "ring",
    ALLOW_LOOPBACK_TARGETS: false,
  };
}

function eventOf(name: RouteName, { id = "", query = "", body, idempotencyKey }: ApiRequest, key: string): HttpEvent {
  const { method, path } = ROUTES[name];
  return {
    rawPath: path.replace(/\{\w+\}/, id),
    rawQueryString: query,
    headers: {
      "x-irs-origin-secret": "origin-secret",
      "x-irs-base-url": BASE_URL,
      "x-irs-authorization": `Bearer ${key}`,
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    },
    requestContext: { http: { method }, requestId: "r" },
    isBase64Encoded: false,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  } as unknown as HttpEvent;
}
