import { randomUUID } from "node:crypto";
import { GetObjectCommand, NoSuchKey, S3Client } from "@aws-sdk/client-s3";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import type { Context } from "aws-lambda";
import { createWorkspacesTable } from "../../../aws/workspaces-table.js";
import { bootstrapWorkspace } from "../../../core/access/bootstrap-workspace.js";
import { DEFAULT_PLANS } from "../../../core/contract/plans.js";
import { type Route, type RouteName, ROUTES } from "../../../core/contract/routes.js";
import { createApi } from "../../../lambdas/api/api.js";
import type { HttpEvent } from "../../../lambdas/shared/http-event.js";
import { type DynamoTables, startDynamoTables } from "../../support/dynamo-tables.js";
import { DOCUMENT } from "../../support/render-fixture.js";

process.env.AWS_REGION = "us-east-1";
process.env.AWS_ACCESS_KEY_ID = "test";
process.env.AWS_SECRET_ACCESS_KEY = "test";

let tables: DynamoTables;
let api: Awaited<ReturnType<typeof createApi>>;
let key = "";
/** Every call to DynamoDB since the list was emptied: its command and the tables that it names. */
const calls: { command: string; tables: string[] }[] = [];

const secrets = mockClient(SecretsManagerClient);
const objects = mockClient(S3Client);
const queues = mockClient(SQSClient);

beforeAll(async () => {
  tables = await startDynamoTables();
  tables.client.middlewareStack.add(
    (next, { commandName = "" }) =>
      async (args) => {
        const named = [...JSON.stringify(args.input).matchAll(/"TableName":"(\w+)"|"RequestItems":\{"(\w+)"/g)];
        calls.push({ command: commandName, tables: named.map(([, one, other]) => one ?? other ?? "") });
        return await next(args);
      },
    { step: "build", name: "count" },
  );
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
  const { names } = tables;
  await bootstrapWorkspace(
    {
      workspaces: createWorkspacesTable(tables.client, { workspaces: names.Workspaces, apiKeys: names.ApiKeys }),
      vault: { read: async () => key, write: async (text) => void (key = text) },
      now: Date.now,
    },
    "stack",
  );
  api = await createApi(
    {
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
    },
    {
      documents: tables.client,
      secrets: new SecretsManagerClient({}),
      objects: new S3Client({}),
      queues: new SQSClient({}),
      uploadSigner: new S3Client({}),
    },
  );
}, 60_000);

afterAll(async () => tables.close());

async function send(name: RouteName, { id = "", body }: { id?: string; body?: unknown } = {}) {
  const { method, path } = ROUTES[name];
  const event = {
    rawPath: path.replace(/\{\w+\}/, id),
    rawQueryString: "",
    headers: {
      "x-irs-origin-secret": "origin-secret",
      "x-irs-base-url": "https://images.example.com",
      "x-irs-authorization": `Bearer ${key}`,
      "idempotency-key": randomUUID(),
    },
    requestContext: { http: { method }, requestId: "r" },
    isBase64Encoded: false,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  } as unknown as HttpEvent;
  const response = await api(event, { awsRequestId: "i" } as Context);
  const text = response.body as string;
  return { status: response.statusCode, json: (text === "" ? {} : JSON.parse(text)) as Record<string, unknown> };
}

const idOf = async (response: ReturnType<typeof send>): Promise<string> => String((await response).json.id);
const createTemplate = () => send("createTemplate", { body: { name: "Card", document: DOCUMENT } });
const createKey = () => send("createKey", { body: { name: "CI" } });
const createRender = async () =>
  send("createRender", { body: { template: await idOf(createTemplate()), layers: { title: { text: "Hi" } } } });

type Sent = Promise<Parameters<typeof send>[1]>;
/** A valid request to each route that needs a key. Each function creates what the request refers to. */
const GOOD: Partial<Record<RouteName, () => Sent>> = {
  createRender: async () => ({ body: { template: await idOf(createTemplate()), layers: { title: { text: "Hi" } } } }),
  listRenders: async () => ({}),
  cancelRender: async () => ({ id: await idOf(createRender()) }),
  deleteRender: async () => {
    const id = await idOf(createRender());
    await send("cancelRender", { id });
    return { id };
  },
  getRender: async () => ({ id: await idOf(createRender()) }),
  listTemplates: async () => ({}),
  createTemplate: async () => ({ body: { name: "Card", document: DOCUMENT } }),
  getTemplate: async () => ({ id: await idOf(createTemplate()) }),
  updateTemplate: async () => ({ id: await idOf(createTemplate()), body: { document: { ...DOCUMENT, width: 500 } } }),
  deleteTemplate: async () => ({ id: await idOf(createTemplate()) }),
  listVersions: async () => ({ id: await idOf(createTemplate()) }),
  getSigningKey: async () => ({ id: await idOf(createTemplate()) }),
  getSchema: async () => ({ id: await idOf(createTemplate()) }),
  listProjects: async () => ({}),
  createProject: async () => ({ body: { name: "Spring" } }),
  getProject: async () => ({ id: await idOf(send("createProject", { body: { name: "Spring" } })) }),
  signImages: async () => ({ body: { template: await idOf(createTemplate()), layers: { title: { text: "Hi" } } } }),
  listUploads: async () => ({}),
  deleteUpload: async () => ({
    id: await idOf(send("createUpload", { body: { contentType: "image/png", bytes: 9 } })),
  }),
  createUpload: async () => ({ body: { contentType: "image/png", bytes: 100 } }),
  getUpload: async () => ({ id: await idOf(send("createUpload", { body: { contentType: "image/png", bytes: 9 } })) }),
  getUsage: async () => ({}),
  listKeys: async () => ({}),
  createKey: async () => ({ body: { name: "CI" } }),
  revokeKey: async () => ({ id: await idOf(createKey()) }),
  listWorkspaces: async () => ({}),
  createWorkspace: async () => ({ body: { name: "Shop", plan: "team" } }),
  updateWorkspace: async () => ({
    id: await idOf(send("createWorkspace", { body: { name: "Shop", plan: "team" } })),
    body: { plan: "free" },
  }),
};

const keyed = (Object.entries(ROUTES) as [RouteName, Route][])
  .filter(([, { servedBy, access }]) => servedBy === "api" && access === "key")
  .map(([name]) => name);

const count = (holds: (call: (typeof calls)[number]) => boolean): number => calls.filter(holds).length;
const lookUps = () => count(({ command, tables: named }) => named.includes("ApiKeys") && /^(Batch)?Get/.test(command));
const limitWrites = () => count(({ tables: named }) => named.includes("Limits"));
const transactions = () => count(({ command }) => command.startsWith("Transact"));

describe("calls to DynamoDB", () => {
  // The first debit of a month opens it with a transaction of its own.
  beforeAll(async () => {
    const { status } = await send("createRender", await GOOD.createRender?.());
    expect(status).toBe(202);
  });

  test.each(keyed)(
    "in an open month, a request to %s needs one limit write, at most one transaction, and no read of a cached key",
    async (name) => {
      const request = await GOOD[name]?.();
      if (request === undefined) throw new Error(`This test has no valid request to ${name}.`);
      await send("listKeys");
      calls.length = 0;
      const { status } = await send(name, request);
      expect(status).toBeLessThan(300);
      expect([lookUps(), limitWrites()]).toEqual([0, 1]);
      expect(transactions()).toBeLessThanOrEqual(1);
    },
  );

  test("a request with an unknown key reads the key once", async () => {
    key = String((await createKey()).json.key);
    calls.length = 0;
    expect((await send("listTemplates")).status).toBe(200);
    expect([lookUps(), limitWrites(), transactions()]).toEqual([1, 1, 0]);
  });
});
