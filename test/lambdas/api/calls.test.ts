import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { type Route, type RouteName, ROUTES } from "../../../core/contract/routes.js";
import { DOCUMENT } from "../../support/render-fixture.js";
import { type ApiFixture, type ApiRequest, startApi } from "./api-fixture.js";

let api: ApiFixture;
const realNow = Date.now;
const clock = jest.spyOn(Date, "now");
/** Every call to DynamoDB since the list was emptied: its command and the tables that it names. */
const calls: { command: string; tables: string[] }[] = [];

beforeAll(async () => {
  api = await startApi();
  api.tables.client.middlewareStack.add(
    (next, { commandName = "" }) =>
      async (args) => {
        const named = [...JSON.stringify(args.input).matchAll(/"TableName":"(\w+)"|"RequestItems":\{"(\w+)"/g)];
        calls.push({ command: commandName, tables: named.map(([, one, other]) => one ?? other ?? "") });
        return await next(args);
      },
    { step: "build", name: "count" },
  );
});

afterAll(async () => api.close());

const send = (name: RouteName, request?: ApiRequest) => api.send(name, request);

const idOf = async (response: ReturnType<typeof send>): Promise<string> => String((await response).json.id);
const createTemplate = () => send("createTemplate", { body: { name: "Card", document: DOCUMENT } });
const createKey = () => send("createKey", { body: { name: "CI" } });
const WORKSPACE = { name: "Shop", plan: "team" };
const createWorkspace = () => send("createWorkspace", { body: WORKSPACE });
const ENDPOINT = { url: "https://hooks.example.com/" };
const createEndpoint = () => send("createEndpoint", { body: ENDPOINT });
const createRender = async () =>
  send("createRender", { body: { template: await idOf(createTemplate()), layers: { title: { text: "Hi" } } } });

const createBatch = async () => send("createBatch", { body: { jobs: [{ template: await idOf(createTemplate()) }] } });

/** A batch whose jobs have ended as done. */
async function endedBatch(): Promise<string> {
  const id = await idOf(createBatch());
  const { client, names } = api.tables;
  const end = { UpdateExpression: "SET remaining = :none", ExpressionAttributeValues: { ":none": 0 } };
  await client.send(new UpdateCommand({ TableName: names.Batches, Key: { id }, ...end }));
  return id;
}

type Sent = Promise<ApiRequest>;
/** A valid request to each route that needs a key. Each function creates what the request refers to. */
const VALID_REQUESTS: Partial<Record<RouteName, () => Sent>> = {
  createRender: async () => ({ body: { template: await idOf(createTemplate()), layers: { title: { text: "Hi" } } } }),
  rerender: async () => {
    const id = await idOf(createRender());
    await send("cancelRender", { id });
    return { id };
  },
  createBatch: async () => ({ body: { jobs: [{ template: await idOf(createTemplate()) }] } }),
  listBatches: async () => {
    await createBatch();
    return {};
  },
  getBatch: async () => ({ id: await idOf(createBatch()) }),
  // The cancellation of a queued job is a transaction of its own, like the transaction of cancelRender.
  cancelBatch: async () => {
    const id = await idOf(createBatch());
    await send("cancelBatch", { id });
    return { id };
  },
  createArchive: async () => ({ id: await endedBatch() }),
  getArchive: async () => {
    const id = await endedBatch();
    await send("createArchive", { id });
    return { id };
  },
  listRenders: async () => ({}),
  cancelRender: async () => ({ id: await idOf(createRender()) }),
  deleteRender: async () => {
    const id = await idOf(createRender());
    await send("cancelRender", { id });
    return { id };
  },
  getRender: async () => ({ id: await idOf(createRender()) }),
  getRenderRequest: async () => ({ id: await idOf(createRender()) }),
  listTemplates: async () => ({}),
  createTemplate: async () => ({ body: { name: "Card", document: DOCUMENT } }),
  getTemplate: async () => ({ id: await idOf(createTemplate()) }),
  updateTemplate: async () => ({ id: await idOf(createTemplate()), body: { document: { ...DOCUMENT, width: 500 } } }),
  deleteTemplate: async () => ({ id: await idOf(createTemplate()) }),
  restoreTemplate: async () => {
    const id = await idOf(createTemplate());
    await send("deleteTemplate", { id });
    return { id };
  },
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
  listLedger: async () => ({}),
  listRenderDeliveries: async () => ({ id: await idOf(createRender()) }),
  resendWebhook: async () => {
    const template = await idOf(createTemplate());
    const id = await idOf(send("createRender", { body: { template, webhookUrl: ENDPOINT.url } }));
    await send("cancelRender", { id });
    return { id };
  },
  getWebhookSecret: async () => ({}),
  rotateWebhookSecret: async () => ({}),
  listEndpoints: async () => ({}),
  createEndpoint: async () => ({ body: ENDPOINT }),
  updateEndpoint: async () => ({ id: await idOf(createEndpoint()), body: { enabled: false } }),
  deleteEndpoint: async () => ({ id: await idOf(createEndpoint()) }),
  getEndpointSecret: async () => ({ id: await idOf(createEndpoint()) }),
  rotateEndpointSecret: async () => ({ id: await idOf(createEndpoint()) }),
  testEndpoint: async () => ({ id: await idOf(createEndpoint()) }),
  getEvent: async () => {
    const { json } = await send("testEndpoint", { id: await idOf(createEndpoint()) });
    return { id: String(json["eventId"]) };
  },
  listDeliveries: async () => ({}),
  recoverDeliveries: async () => ({ query: "since=2026-01-01T00:00:00Z" }),
  listKeys: async () => ({}),
  getSession: async () => ({}),
  createSessionLink: async () => ({ body: { name: "Ada", scopes: ["render"] } }),
  createKey: async () => ({ body: { name: "CI" } }),
  revokeKey: async () => ({ id: await idOf(createKey()) }),
  getOperations: async () => ({}),
  listWorkspaces: async () => ({}),
  createWorkspace: async () => ({ body: WORKSPACE }),
  getWorkspace: async () => ({ id: await idOf(createWorkspace()) }),
  updateWorkspace: async () => ({ id: await idOf(createWorkspace()), body: { plan: "free" } }),
  deleteWorkspace: async () => ({ id: await idOf(createWorkspace()) }),
};

const keyed = (Object.entries(ROUTES) as [RouteName, Route][])
  .filter(([, { servedBy, access }]) => servedBy === "api" && access === "key")
  .map(([name]) => name);

/** Routes that change the head of a template in one transaction, and each group of its versions in another. */
const CHANGES_VERSIONS: ReadonlySet<string> = new Set(["deleteTemplate", "restoreTemplate"]);

/** Routes that read the records of keys for their response, and not to find out who calls. */
const READS_KEYS: ReadonlySet<RouteName> = new Set(["listKeys"]);

/** Routes that look up the processor time of failed pictures. */
const STARTS_RENDERS: ReadonlySet<RouteName> = new Set(["createRender", "createBatch", "rerender"]);

const count = (holds: (call: (typeof calls)[number]) => boolean): number => calls.filter(holds).length;
const lookUps = () => count(({ command, tables: named }) => named.includes("ApiKeys") && /^(Batch)?Get/.test(command));
const limitCalls = (isRead: boolean) =>
  count(({ command, tables: named }) => named.includes("Limits") && /^(Batch)?Get/.test(command) === isRead);
const limitWrites = () => limitCalls(false);
const limitReads = () => limitCalls(true);
const transactions = () => count(({ command }) => command.startsWith("Transact"));

describe("calls to DynamoDB", () => {
  // The first debit of a month opens it with a transaction of its own.
  beforeAll(async () => {
    const { status } = await send("createRender", await VALID_REQUESTS.createRender?.());
    expect(status).toBe(202);
  });

  test.each(keyed)(
    "in an open month, a request to %s needs two limit writes, as few transactions as its route may have, and no read of a cached key",
    async (name) => {
      const request = await VALID_REQUESTS[name]?.();
      if (request === undefined) throw new Error(`This test has no valid request to ${name}.`);
      // On a busy machine, the cached key could expire between the two requests.
      clock.mockReturnValue(realNow());
      await send("listKeys");
      calls.length = 0;
      const { status } = await send(name, request);
      clock.mockImplementation(realNow);
      expect(status).toBeLessThan(300);
      // One write for the rate of the key, and one for that of the workspace.
      expect([lookUps(), limitWrites()]).toEqual([READS_KEYS.has(name) ? 1 : 0, 2]);
      expect(limitReads()).toBe(STARTS_RENDERS.has(name) ? 1 : 0);
      expect(transactions()).toBeLessThanOrEqual(CHANGES_VERSIONS.has(name) ? 2 : 1);
    },
  );

  test("a request with an unknown key reads the key once", async () => {
    api.key = String((await createKey()).json.key);
    calls.length = 0;
    expect((await send("listTemplates")).status).toBe(200);
    expect([lookUps(), limitWrites(), transactions()]).toEqual([1, 2, 0]);
  });
});
