/** Every route of the OpenAPI document has a method, and each method calls its route. */
import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import type { ImageRenderService } from "../src/index.js";
import { ONCE } from "../src/generated/routes.js";
import { clientWith, json, type SentRequest } from "./given-fetch.js";

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly { readonly name: string }[];
}
const document = JSON.parse(readFileSync("docs/openapi.json", "utf8")) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
);

const ID = "0c5a2d3e-7b41-4f0e-9a6c-2f1d8e7b6a50";
const imageUrl = `https://images.example.com/api/v1/img/${ID}?sig=k1.1.x`;
const upload = { method: "PUT", url: "https://bucket.example.com/file", headers: {} } as const;
const templateDocument = { width: 10, height: 10, layers: [] };

/** A call of each method, by the operation that it calls. */
const CALLS: Readonly<Record<string, (irs: ImageRenderService) => unknown>> = {
  createRender: (irs) => irs.renders.create({ template: ID }),
  rerender: (irs) => irs.renders.rerender(ID),
  listRenders: (irs) => irs.renders.list({ status: "failed" }).page(),
  getRender: (irs) => irs.renders.get(ID),
  // The studio reads it. A method would not fit into the 8 kB of the package.
  getRenderRequest: (irs) => irs.requestJson("GET /renders/{id}/request", { id: ID }),
  deleteRender: (irs) => irs.renders.delete(ID),
  waitForRender: (irs) => irs.renders.wait(ID),
  streamRenderEvents: (irs) => irs.renders.events(ID).next(),
  cancelRender: (irs) => irs.renders.cancel(ID),
  getAsset: (irs) => irs.renders.download(ID),
  headAsset: (irs) => irs.renders.info(ID),
  createBatch: (irs) => irs.batches.create([{ template: ID }]),
  listBatches: (irs) => irs.requestJson("GET /renders/batches"),
  getBatch: (irs) => irs.batches.get(ID),
  cancelBatch: (irs) => irs.batches.cancel(ID),
  createArchive: (irs) => irs.batches.createArchive(ID),
  getArchive: (irs) => irs.batches.archiveUrl(ID),
  waitForBatch: (irs) => irs.batches.wait(ID),
  streamBatchEvents: (irs) => irs.batches.events(ID).next(),
  signImages: (irs) => irs.images.sign({ template: ID }),
  purgeImage: (irs) => irs.images.purge(imageUrl),
  getSigningKey: (irs) => irs.templates.signingKey(ID),
  revokeSignatures: (irs) => irs.templates.revokeSignatures(ID),
  rotateSigningKey: (irs) => irs.signingKeys.rotate(),
  revokeSigningKey: (irs) => irs.signingKeys.revoke("k1"),
  getSignedImage: (irs) => irs.images.download(imageUrl),
  headSignedImage: (irs) => irs.images.info(imageUrl),
  listTemplates: (irs) => irs.templates.list().page(),
  createTemplate: (irs) => irs.templates.create({ document: templateDocument }),
  getTemplate: (irs) => irs.templates.get(ID, { version: 2 }),
  updateTemplate: (irs) => irs.templates.update(ID, { name: "Card" }, { ifMatch: '"3"' }),
  deleteTemplate: (irs) => irs.templates.delete(ID),
  restoreTemplate: (irs) => irs.requestJson("POST /templates/{id}/restore", { id: ID }),
  listVersions: (irs) => irs.templates.versions(ID),
  getSchema: (irs) => irs.templates.schema(ID),
  previewTemplate: (irs) => irs.templates.preview(ID),
  previewDocument: (irs) => irs.templates.previewDocument({ document: templateDocument }),
  getThumbnail: (irs) => irs.templates.thumbnail(ID, { version: 2 }),
  listProjects: (irs) => irs.projects.list(),
  createProject: (irs) => irs.projects.create({ name: "Shop" }),
  getProject: (irs) => irs.projects.get(ID),
  listUploads: (irs) => irs.uploads.list().page(),
  createUpload: (irs) => irs.uploads.create({ contentType: "image/png", bytes: 1 }),
  getUpload: (irs) => irs.uploads.get(ID),
  deleteUpload: (irs) => irs.uploads.delete(ID),
  getUploadFile: (irs) => irs.uploads.download(ID),
  headUploadFile: (irs) => irs.uploads.info(ID),
  listRenderDeliveries: (irs) => irs.renders.deliveries(ID),
  resendWebhook: (irs) => irs.renders.resendWebhook(ID),
  getWebhookSecret: (irs) => irs.webhooks.secret(),
  rotateWebhookSecret: (irs) => irs.webhooks.rotateSecret(),
  listEndpoints: (irs) => irs.webhooks.endpoints(),
  createEndpoint: (irs) => irs.webhooks.createEndpoint({ url: "https://example.com" }),
  updateEndpoint: (irs) => irs.webhooks.updateEndpoint(ID, { enabled: true }),
  deleteEndpoint: (irs) => irs.webhooks.deleteEndpoint(ID),
  getEndpointSecret: (irs) => irs.webhooks.endpointSecret(ID),
  rotateEndpointSecret: (irs) => irs.webhooks.rotateEndpointSecret(ID),
  testEndpoint: (irs) => irs.requestJson("POST /webhooks/endpoints/{id}/test", { id: ID }),
  getEvent: (irs) => irs.requestJson("GET /webhooks/events/{id}", { id: ID }),
  listDeliveries: (irs) => irs.webhooks.deliveries().page(),
  recoverDeliveries: (irs) => irs.webhooks.recover(new Date(0)),
  getUsage: (irs) => irs.usage.get(),
  listLedger: (irs) => irs.usage.ledger({ month: "2026-11" }).page(),
  listKeys: (irs) => irs.keys.list(),
  createKey: (irs) => irs.keys.create({ name: "CI" }),
  revokeKey: (irs) => irs.keys.revoke(ID),
  createSession: (irs) => irs.session.create("irs_x"),
  getSession: (irs) => irs.session.current(),
  createSessionLink: (irs) => irs.session.invite({ name: "Ada", scopes: ["render"] }),
  endSession: (irs) => irs.session.end(),
  getOperations: (irs) => irs.requestJson("GET /operations"),
  listWorkspaces: (irs) => irs.workspaces.list(),
  createWorkspace: (irs) => irs.workspaces.create({ name: "Shop", plan: "team" }),
  // Operators call these from the command line. Methods would not fit into the 8 kB of the package.
  getWorkspace: (irs) => irs.requestJson("GET /workspaces/{id}", { id: ID }),
  deleteWorkspace: (irs) => irs.requestJson("DELETE /workspaces/{id}", { id: ID }),
  updateWorkspace: (irs) => irs.workspaces.update(ID, { plan: "team" }),
  health: (irs) => irs.health(),
  openApi: (irs) => irs.openApi(),
};

/** Operations without a method of their own: the document calls each an alias of another one. */
const aliases = operations.filter(({ summary }) => /^An alias of /.test(summary)).map(({ operationId }) => operationId);

async function requestOf(call: (irs: ImageRenderService) => unknown): Promise<SentRequest | undefined> {
  // Responds with a stream that has ended, or with the JSON of an object that has ended.
  const answer = ({ url }: SentRequest) =>
    url.pathname.endsWith("/events") ? new Response(null, { status: 204 }) : json(200, { status: "done" });
  const { client, requests } = clientWith([answer], { retry: { max: 0 } });
  // Other tests check how the methods read the response.
  await Promise.resolve(call(client)).catch(() => undefined);
  return requests[0];
}

test("every operation of the document that is not an alias has a method, and there are no others", () => {
  const named = operations.map(({ operationId }) => operationId).filter((name) => !aliases.includes(name));
  expect(Object.keys(CALLS).sort()).toEqual(named.sort());
  expect(aliases.sort()).toEqual(["getImage", "headImage"]);
});

test.each(operations.filter(({ operationId }) => operationId in CALLS))(
  "$operationId is called by $method $path, with an idempotency key exactly if the document has one",
  async ({ operationId, method, path, parameters = [] }) => {
    const sent = await requestOf(CALLS[operationId] ?? (() => undefined));
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/, ID)}$`);
    expect(sent?.method).toBe(method);
    expect(sent?.url.pathname).toMatch(pattern);
    const hasKey = parameters.some(({ name }) => name === "Idempotency-Key");
    expect(sent?.headers.has("idempotency-key")).toBe(hasKey);
  },
);

test("the list of routes with an idempotency key is that of the document", () => {
  const expected = operations.flatMap(({ method, path, parameters = [] }) =>
    parameters.some(({ name }) => name === "Idempotency-Key") ? [`${method} ${path.replace("/api/v1", "")}`] : [],
  );
  expect([...ONCE].sort()).toEqual(expected.sort());
});

test("a call of any route can set headers and queries, and gets the whole response", async () => {
  const { client, requests } = clientWith([new Response("a,b\n", { headers: { "content-type": "text/csv" } })]);
  const response = await client.request("GET /usage/ledger", {
    query: { format: "csv" },
    headers: { accept: "text/csv" },
  });
  await expect(response.text()).resolves.toBe("a,b\n");
  expect(requests[0]?.url.search).toBe("?format=csv");
  expect(requests[0]?.headers.get("accept")).toBe("text/csv");
});

test("bytes are sent to the address of an upload without the key", async () => {
  const { client, requests } = clientWith([new Response(null, { status: 200 })]);
  await client.uploads.send(upload, new Blob(["picture"]));
  expect(requests[0]).toMatchObject({ method: "PUT", body: "picture" });
  expect(requests[0]?.headers.has("authorization")).toBe(false);
});
