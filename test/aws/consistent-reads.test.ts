import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchGetCommand, DynamoDBDocumentClient, GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { createApiKeysTable, createSessionLinks } from "../../aws/api-keys-table.js";
import { createArchivals } from "../../aws/archivals.js";
import { createBatchesTable } from "../../aws/batches-table.js";
import { createClaimsTable } from "../../aws/claims-table.js";
import { readShards } from "../../aws/credit-shards.js";
import { createDeliveryLog } from "../../aws/deliveries-table.js";
import { createDeploymentFacts } from "../../aws/deployment-facts.js";
import { createDueWebhooks } from "../../aws/due-webhooks.js";
import { createIdempotencyRecords } from "../../aws/idempotency-records.js";
import { createJobsTable } from "../../aws/jobs-table.js";
import { createLedger } from "../../aws/ledger.js";
import { createLimitsTable } from "../../aws/limits-table.js";
import { createProjectsTable } from "../../aws/projects-table.js";
import { createSignatureGenerations } from "../../aws/signature-generations.js";
import { createTemplateFinder } from "../../aws/template-finder.js";
import { changeVersions } from "../../aws/template-expiry.js";
import { createTemplateLists } from "../../aws/template-lists.js";
import { createTemplateRemoval } from "../../aws/template-removal.js";
import { createTemplateRestoration } from "../../aws/template-restoration.js";
import { createTemplateVersions } from "../../aws/template-versions.js";
import { createUploadsTable } from "../../aws/uploads-table.js";
import { createWebhookSettingsReader } from "../../aws/webhook-settings.js";
import { createWorkspaceReader } from "../../aws/workspaces-table.js";
import { newBatch } from "../support/batch-samples.js";
import { JOB, TEMPLATE, WORKSPACE } from "../support/render-fixture.js";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: "us-east-1" }));
const TABLE = "Table";
const BATCHES = createBatchesTable(client, { jobs: TABLE, batches: TABLE, workspaces: TABLE });
const DOCUMENTS = {
  put: async () => "",
  get: async () => "",
  expire: async () => undefined,
  keep: async () => "",
};

/** The head of a template of the workspace. With this item, the functions read on. */
const HEAD = { id: TEMPLATE, version: 0, workspaceId: WORKSPACE };

interface Read {
  readonly read: () => Promise<unknown>;
  /** The item that single reads find. @default none */
  readonly found?: Record<string, unknown>;
}

const READS: Readonly<Record<string, Read>> = {
  "a key, so that a revoked key stops working": { read: () => createApiKeysTable(client, TABLE).findByHash("h") },
  "the keys of a list": { read: () => createApiKeysTable(client, TABLE).readKeys(["h"]) },
  "a sign-in link, which works once": { read: () => createSessionLinks(client, TABLE).findLink("h") },
  "a workspace, whose revision protects its keys": { read: () => createWorkspaceReader(client, TABLE).find(WORKSPACE) },
  "an archived job": { read: () => createArchivals(client, TABLE).find(JOB) },
  "a batch": { read: () => BATCHES.find(JOB) },
  "the jobs of a batch": { read: () => BATCHES.jobsOf(newBatch(1).batch) },
  "a batch whose creation is undone": { read: () => BATCHES.undoCreation(newBatch(1).batch, 0) },
  "a corrupt job": {
    read: () => createJobsTable(client, { jobs: TABLE, workspaces: TABLE }).endCorrupt(JOB, "x", 0),
  },
  "a claim of a picture": { read: () => createClaimsTable(client, TABLE).find("img/a") },
  "the shards of a balance": { read: () => readShards(client, TABLE, WORKSPACE, "2026-11") },
  "the deliveries about a render": {
    read: () => createDeliveryLog(client, TABLE).listOf({ kind: "render", id: JOB }),
  },
  "the distribution of a deployment": { read: () => createDeploymentFacts(client, TABLE).distributionId() },
  "a recorded response to an idempotency key": { read: () => createIdempotencyRecords(client, TABLE).findRecord("r") },
  "a page of the ledger": { read: () => createLedger(client, TABLE).list(WORKSPACE, "2026-11", { limit: 1 }) },
  "free slots, because a caller comes back right after it has freed one": {
    read: () => createLimitsTable(client, TABLE).listFreeSlots(["s"], 0),
  },
  "a project": { read: () => createProjectsTable(client, TABLE).find(WORKSPACE, "p") },
  "the projects of a workspace": { read: () => createProjectsTable(client, TABLE).list(WORKSPACE) },
  "the generation of a template's signatures": {
    read: () => createSignatureGenerations(client, TABLE).find(TEMPLATE),
  },
  "the highest version of a template": {
    read: () => createTemplateFinder(client, TABLE, DOCUMENTS).find(WORKSPACE, TEMPLATE, "highest"),
  },
  "a given version of a template": {
    read: () => createTemplateFinder(client, TABLE, DOCUMENTS).find(WORKSPACE, TEMPLATE, 2),
  },
  "a version of a template for the renderer": {
    read: () => createTemplateVersions(client, TABLE, DOCUMENTS).findVersion(WORKSPACE, TEMPLATE, 2),
  },
  "the versions of a template": {
    read: () => createTemplateLists(client, TABLE).listVersions(WORKSPACE, TEMPLATE, 10),
    found: HEAD,
  },
  "a template that is deleted": {
    read: () => createTemplateRemoval(client, TABLE, DOCUMENTS)(WORKSPACE, TEMPLATE, { nowMs: 0, forgetAtMs: 1 }),
  },
  "a template that is restored": {
    read: () => createTemplateRestoration(client, TABLE, DOCUMENTS)(WORKSPACE, TEMPLATE, { nowMs: 0, keptMs: 1 }),
  },
  "the versions that a deletion or a restoration changes": {
    read: () =>
      changeVersions(
        { client, tableName: TABLE },
        {
          ...{ id: TEMPLATE, head: { deletedAtMs: undefined } },
          filter: { FilterExpression: "attribute_exists(expiresAt)", values: {} },
          change: () => ({ UpdateExpression: "REMOVE expiresAt" }),
        },
      ),
  },
  "an upload": { read: () => createUploadsTable(client, TABLE).find(WORKSPACE, "u") },
  "the uploads that a render uses": { read: () => createUploadsTable(client, TABLE).findAll(WORKSPACE, ["u"]) },
  "a page of uploads": { read: () => createUploadsTable(client, TABLE).list(WORKSPACE, { limit: 1 }) },
  "the webhook settings of a workspace": {
    read: () => createWebhookSettingsReader(client, TABLE).find(WORKSPACE),
  },
};

/** Returns for each read that the function sent whether it was consistent. */
async function consistencyOf({ read, found }: Read): Promise<readonly unknown[]> {
  const dynamo = mockClient(client);
  dynamo.on(GetCommand).resolves(found === undefined ? {} : { Item: found });
  dynamo.on(QueryCommand).resolves({});
  dynamo.on(BatchGetCommand).resolves({});
  await read().catch(() => undefined);
  const batches = dynamo.commandCalls(BatchGetCommand).map(({ args }) => args[0].input.RequestItems?.[TABLE]);
  const reads = [...dynamo.commandCalls(GetCommand), ...dynamo.commandCalls(QueryCommand)];
  dynamo.restore();
  return [...reads.map(({ args }) => args[0].input), ...batches].map((input) => input?.ConsistentRead);
}

test.each(Object.entries(READS))("reading %s sees the latest write", async (_what, read) => {
  const consistency = await consistencyOf(read);
  expect(consistency.length).toBeGreaterThan(0);
  expect(consistency.every((consistent) => consistent === true)).toBe(true);
});

test("a due webhook is read consistently, because the index that lists it can lag behind", async () => {
  const dynamo = mockClient(client);
  dynamo.on(QueryCommand).resolves({ Items: [{ id: "render#1", item: "1.done#request" }] });
  dynamo.on(GetCommand).resolves({});
  expect(await createDueWebhooks(client, TABLE).listDue(0, 10, 1)).toEqual([]);
  expect(dynamo.commandCalls(GetCommand).map(({ args }) => args[0].input.ConsistentRead)).toEqual([true]);
  dynamo.restore();
});

test("polling a batch reads it eventually consistently, at half the cost", async () => {
  expect(await consistencyOf({ read: () => BATCHES.peek(JOB) })).toEqual([false]);
});
