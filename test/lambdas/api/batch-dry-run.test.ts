/** Tests the route that checks a batch, on the tables of a local DynamoDB. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { DOCUMENT } from "../../support/render-fixture.js";
import { type ApiFixture, startApi } from "./api-fixture.js";

let api: ApiFixture;
let template = "";

beforeAll(async () => {
  api = await startApi();
  template = String((await api.send("createTemplate", { body: { name: "Card", document: DOCUMENT } })).json.id);
});

afterAll(async () => api.close());

const countOfRenders = async () =>
  ((await api.send("listRenders", { query: "limit=100" })).json.renders as unknown[]).length;

test("the dry run of a batch takes no credit, and its Idempotency-Key is still free for the batch itself", async () => {
  const headers = { "idempotency-key": "one-key" };
  const body = { jobs: [{ template }, { template }] };
  const used = (await api.send("getUsage")).json.used;
  const dry = await api.send("createBatch", { headers, body: { ...body, dryRun: "true" } });
  expect([dry.status, dry.json]).toMatchObject([
    200,
    {
      status: "valid",
      valid: true,
      credits: 2,
      renders: [
        { index: 0, width: 400 },
        { index: 1, height: 200 },
      ],
    },
  ]);
  expect([await countOfRenders(), (await api.send("getUsage")).json.used]).toEqual([0, used]);
  expect((await api.send("createBatch", { headers, body })).status).toBe(202);
  expect(await countOfRenders()).toBe(2);
});

test("the dry run of a batch returns the same error as the batch", async () => {
  const body = {
    webhookUrl: "http://10.0.0.1/",
    jobs: [{ template, layers: { titel: {} } }, { template }, { template, scale: 99, dryRun: true }],
  };
  const { json: real } = await api.send("createBatch", { body });
  const { status, json: dry } = await api.send("createBatch", { body: { ...body, dryRun: true } });
  expect([status, dry.details]).toEqual([422, real.details]);
  const { issues } = dry.details as { issues: readonly { readonly path: string }[] };
  expect(issues.map(({ path }) => path)).toEqual([
    "jobs[0].layers.titel",
    "jobs[2].scale",
    "jobs[2].dryRun",
    "webhookUrl",
  ]);
});
