import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { DOCUMENT } from "../../support/render-fixture.js";
import { type ApiFixture, startApi } from "./api-fixture.js";

interface Entry {
  readonly kind: string;
  readonly credits: number;
  readonly at: string;
  readonly jobId: string;
  readonly requestId: string;
}

const MONTH = new Date().toISOString().slice(0, 7);
const JOBS = 12;

let api: ApiFixture;
let workspaceId = "";
const created: string[] = [];

beforeAll(async () => {
  api = await startApi();
  workspaceId = String((await api.send("getUsage")).json.workspaceId);
  const template = (await api.send("createTemplate", { body: { name: "Card", document: DOCUMENT } })).json.id;
  for (let index = 0; index < JOBS; index += 1) {
    created.push(String((await api.send("createRender", { body: { template } })).json.id));
  }
  const [canceled = ""] = created;
  expect((await api.send("cancelRender", { id: canceled })).status).toBe(200);
}, 60_000);

afterAll(async () => api.close());

/** All entries of the month, page by page. */
async function readAll(limit: number): Promise<Entry[]> {
  const entries: Entry[] = [];
  let query = `limit=${limit}`;
  for (;;) {
    const { status, json } = await api.send("listLedger", { query });
    expect(status).toBe(200);
    expect(json.month).toBe(MONTH);
    const page = json.entries as Entry[];
    expect(page.length).toBeLessThanOrEqual(limit);
    entries.push(...page);
    if (json.nextCursor === undefined) return entries;
    query = `limit=${limit}&cursor=${json.nextCursor as string}`;
  }
}

describe("GET /usage/ledger", () => {
  test("lists each debit and each refund of the month once, with its job and its request", async () => {
    const entries = await readAll(100);
    const jobsOf = (kind: string) => entries.filter((entry) => entry.kind === kind).map(({ jobId }) => jobId);
    expect(jobsOf("debit").sort()).toEqual([...created].sort());
    expect(jobsOf("refund")).toEqual([created[0]]);
    expect(entries.every(({ credits, requestId }) => credits === 1 && requestId === "r")).toBe(true);
    expect(entries.every(({ at }) => at.startsWith(MONTH))).toBe(true);
  });

  test.each([1, 5, 13])("pages of %d entries together contain the same entries as one page", async (limit) => {
    expect(await readAll(limit)).toEqual(await readAll(1000));
  });

  test("does not list the entry of a voided reservation", async () => {
    const before = await readAll(100);
    const Item = {
      id: `credits#${workspaceId}#3`,
      item: `ledger#${MONTH}#debit#a`,
      kind: "void",
      voided: new Set("r"),
    };
    await api.tables.client.send(new PutCommand({ TableName: "Workspaces", Item }));
    expect(await readAll(2)).toEqual(before);
  });

  test("lists the entries of jobs that are older than the shards", async () => {
    const atMs = Date.parse(`2026-01-31T10:00:00Z`);
    const entry = { kind: "debit", credits: 1, jobId: created[0], requestId: "old", atMs };
    const Item = { id: workspaceId, item: `ledger#2026-01#debit#${created[0] ?? ""}`, ...entry };
    await api.tables.client.send(new PutCommand({ TableName: "Workspaces", Item }));
    const { json } = await api.send("listLedger", { query: "month=2026-01" });
    expect(json.entries).toEqual([
      { kind: "debit", credits: 1, at: "2026-01-31T10:00:00.000Z", jobId: created[0], requestId: "old" },
    ]);
  });

  test.each([
    ["format=csv", undefined],
    ["", "text/csv"],
    ["", "application/json;q=0.5, text/csv"],
  ])("responds with CSV to the query %p and Accept %p", async (query, accept) => {
    const headers = accept === undefined ? {} : { accept };
    const { status, headers: received, text } = await api.send("listLedger", { query, headers });
    expect([status, received["content-type"]]).toEqual([200, "text/csv; charset=utf-8; header=present"]);
    const lines = text.split("\r\n");
    expect(lines[0]).toBe("at,kind,credits,jobId,requestId");
    expect(lines).toHaveLength(JOBS + 1 + 2);
    expect(lines.at(-1)).toBe("");
    expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,(debit|refund),1,[0-9a-f-]{36},r$/);
  });

  test.each(["*/*", "application/json", "text/csv;q=0.1, */*"])("responds with JSON to Accept %s", async (accept) => {
    expect((await api.send("listLedger", { headers: { accept } })).json.month).toBe(MONTH);
  });

  test("names the next page of a CSV in the header Link, with the rest of the query", async () => {
    const first = await api.send("listLedger", { query: "format=csv&limit=10" });
    const [, query = ""] = /^<\/api\/v1\/usage\/ledger\?([^>]+)>; rel="next"$/.exec(first.headers.link ?? "") ?? [];
    expect(Object.fromEntries(new URLSearchParams(query))).toMatchObject({ format: "csv", limit: "10" });
    const second = await api.send("listLedger", { query });
    expect(second.headers.link).toBeUndefined();
    const rows = [first, second].flatMap(({ text }) => text.trim().split("\r\n").slice(1));
    expect(new Set(rows).size).toBe(JOBS + 1);
  });

  test("refuses the cursor of another month", async () => {
    const { json } = await api.send("listLedger", { query: "limit=1" });
    const query = `month=2026-01&cursor=${json.nextCursor as string}`;
    const refused = await api.send("listLedger", { query });
    expect([refused.status, refused.json.code]).toEqual([400, "BAD_REQUEST"]);
  });

  test("refuses a value that is not a month", async () => {
    const { status, json } = await api.send("listLedger", { query: "month=2026-13" });
    expect(status).toBe(400);
    expect(json.message).toContain("It must be a month, for example 2026-11.");
  });
});
