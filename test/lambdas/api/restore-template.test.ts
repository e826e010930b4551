/** Tests that a deleted template comes back as it was, on the tables of a local DynamoDB. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { DOCUMENT } from "../../support/render-fixture.js";
import { type ApiFixture, startApi } from "./api-fixture.js";

let api: ApiFixture;

beforeAll(async () => {
  api = await startApi();
});

afterAll(async () => api.close());

const listed = async (query: string) =>
  ((await api.send("listTemplates", { query })).json.templates as { id: string }[]).map(({ id }) => id);

test("a restored template has its name, description, project and versions, and a new ETag", async () => {
  const projectId = String((await api.send("createProject", { body: { name: "Spring" } })).json.id);
  const body = { name: "Card", description: "For guests", projectId, document: DOCUMENT };
  const id = String((await api.send("createTemplate", { body })).json.id);
  const wide = { ...DOCUMENT, width: 500 };
  const before = await api.send("updateTemplate", { id, body: { document: wide } });
  expect((await api.send("deleteTemplate", { id })).status).toBe(204);
  expect((await api.send("getTemplate", { id })).status).toBe(404);
  expect([await listed("deleted=true"), await listed("")]).toEqual([[id], []]);

  const restored = await api.send("restoreTemplate", { id });
  const { updatedAt, ...facts } = before.json;
  expect([restored.status, restored.json]).toMatchObject([200, facts]);
  expect(Date.parse(String(restored.json.updatedAt))).toBeGreaterThanOrEqual(Date.parse(String(updatedAt)));
  expect(restored.headers.etag).not.toBe(before.headers.etag);
  expect((await api.send("getTemplate", { id, query: "version=1" })).json.document).toEqual(DOCUMENT);
  expect([await listed("deleted=true"), await listed("deleted=false")]).toEqual([[], [id]]);
  expect((await api.send("createRender", { body: { template: id } })).json.version).toBe(2);
  const next = await api.send("updateTemplate", {
    id,
    body: { document: DOCUMENT },
    headers: { "if-match": String(restored.headers.etag) },
  });
  expect([next.status, next.json.version]).toEqual([200, 3]);
  expect((await api.send("restoreTemplate", { id })).json).toEqual(next.json);
});
