/** The real api function on the tables of a local DynamoDB. S3, SQS, EventBridge and Secrets Manager are mocked. */
import { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { GetObjectCommand, NoSuchKey, S3Client } from "@aws-sdk/client-s3";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SQSClient } from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import type { Context } from "aws-lambda";
import { createWorkspacesTable } from "../../../aws/workspaces-table.js";
import { bootstrapWorkspace } from "../../../core/access/bootstrap-workspace.js";
import { openApiDocument } from "../../../lambdas/api/open-api.js";
import { DEFAULT_PLANS, type Plans } from "../../../core/contract/plans.js";
import { type RouteName, ROUTES } from "../../../core/contract/routes.js";
import { createApi } from "../../../lambdas/api/api.js";
import type { HttpEvent } from "../../../lambdas/shared/http-event.js";
import { type DynamoTables, startDynamoTables } from "../../support/dynamo-tables.js";

process.env.AWS_REGION = "us-east-1";
process.env.AWS_ACCESS_KEY_ID = "test";
process.env.AWS_SECRET_ACCESS_KEY = "test";

/** A request to a route. `body` is sent as JSON, `text` and the bytes of `base64` as they are. */
export interface ApiRequest {
  readonly id?: string;
  readonly body?: unknown;
  readonly text?: string;
  readonly base64?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Empty if the body is not JSON. */
  readonly json: Record<string, unknown>;
}

export interface ApiFixture {
  readonly tables: DynamoTables;
  /** The key of the first workspace. Requests send it, so a test can replace it. */
  key: string;
  send(name: RouteName, request?: ApiRequest): Promise<ApiResponse>;
  close(): Promise<void>;
}

export async function startApi(plans: Plans = DEFAULT_PLANS): Promise<ApiFixture> {
  const tables = await startDynamoTables();
  mockServices();
  const api = await createApi(
    environmentOf(tables, plans),
    {
      documents: tables.client,
      secrets: new SecretsManagerClient({}),
      objects: new S3Client({}),
      queues: new SQSClient({}),
      events: new EventBridgeClient({}),
      uploadSigner: new S3Client({}),
    },
    {
      findWarnings: async () => [],
      makeOpenApiDocument: async (baseUrl) => openApiDocument(baseUrl),
      loadFigures: async () => ({
        read: async (queries) => queries.map(() => []),
        raisedAlarms: async () => [],
      }),
    },
  );
  const fixture: ApiFixture = {
    tables,
    key: await firstKeyOf(tables),
    async send(name, request = {}) {
      const event = eventOf(name, request, fixture.key);
      const { statusCode, headers, body } = await api(event, { awsRequestId: "i" } as Context);
      const text = body as string;
      const isJson = headers["content-type"]?.startsWith("application/json") === true && text !== "";
      return {
        ...{ status: statusCode, headers, text },
        json: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
      };
    },
    close: () => tables.close(),
  };
  return fixture;
}

function mockServices(): void {
  const [secrets, objects, queues] = [mockClient(SecretsManagerClient), mockClient(S3Client), mockClient(SQSClient)];
  secrets.on(GetSecretValueCommand, { SecretId: "origin" }).resolves({ SecretString: "origin-secret" });
  secrets
    .on(GetSecretValueCommand, { SecretId: "ring" })
    .resolves({ SecretString: JSON.stringify({ current: "k1", k1: "k".repeat(64) }) });
  // The file of an announced upload does not exist yet.
  objects
    .onAnyCommand()
    .resolves({})
    .on(GetObjectCommand)
    .rejects(new NoSuchKey({ message: "no", $metadata: {} }));
  queues.onAnyCommand().resolves({});
  mockClient(EventBridgeClient).onAnyCommand().resolves({});
}

async function firstKeyOf({ client, names }: DynamoTables): Promise<string> {
  let key = "";
  await bootstrapWorkspace(
    {
      workspaces: createWorkspacesTable(client, { workspaces: names.Workspaces, apiKeys: names.ApiKeys }),
      firstWorkspace: { read: async () => undefined, write: async () => undefined },
      vault: { read: async () => key, write: async (text) => void (key = text) },
      now: Date.now,
    },
    "stack",
  );
  return key;
}

function environmentOf({ names }: DynamoTables, plans: Plans): Parameters<typeof createApi>[0] {
  return {
    LOG_LEVEL: "ERROR",
    API_KEYS_TABLE: names.ApiKeys,
    LIMITS_TABLE: names.Limits,
    ORIGIN_SECRET: "origin",
    PLANS: plans,
    CORS_ORIGINS: [],
    TEMPLATES_TABLE: names.Templates,
    JOBS_TABLE: names.Jobs,
    BATCHES_TABLE: names.Batches,
    WORKSPACES_TABLE: names.Workspaces,
    BUCKET: "bucket",
    WEBHOOKS_TABLE: names.Webhooks,
    WEBHOOK_QUEUE_URL: "https://queue/webhook",
    EVENT_BUS: "bus",
    INTERACTIVE_QUEUE_URL: "https://queue/interactive",
    STANDARD_QUEUE_URL: "https://queue/standard",
    BULK_QUEUE_URL: "https://queue/bulk",
    HEAVY_QUEUE_URL: "https://queue/heavy",
    SIGNING_KEYS_SECRET: "ring",
    ALLOW_LOOPBACK_TARGETS: false,
    RETENTION_CLASSES: [],
    RELEASE_VERSION: "0.1.0",
    RELEASE_COMMIT: "",
    STACK_NAME: "Test",
  };
}

let requests = 0;

function eventOf(
  name: RouteName,
  { id = "", body, text, base64, query = "", headers }: ApiRequest,
  key: string,
): HttpEvent {
  const { method, path } = ROUTES[name];
  requests += 1;
  return {
    rawPath: path.replace(/\{\w+\}/, id),
    rawQueryString: query,
    headers: {
      "x-irs-origin-secret": "origin-secret",
      "x-irs-base-url": "https://images.example.com",
      "x-irs-authorization": `Bearer ${key}`,
      "idempotency-key": `${name}-${requests}`,
      ...headers,
    },
    requestContext: { http: { method }, requestId: "r" },
    isBase64Encoded: base64 !== undefined,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(text !== undefined && { body: text }),
    ...(base64 !== undefined && { body: base64 }),
  } as unknown as HttpEvent;
}
