import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createClaimsTable } from "../../aws/claims-table.js";
import { createJobsTable } from "../../aws/jobs-table.js";
import { createBalances } from "../../aws/balances.js";
import type { Job } from "../../core/renders/job.js";
import type { Creation } from "../../core/renders/ports.js";
import { deriveUuid } from "../../core/shared/derive-uuid.js";
import type { Claim } from "../../core/signed-images/claim.js";
import { type DynamoTables, startDynamoTables } from "../support/dynamo-tables.js";
import { queuedJob, START_MS, TEMPLATE, WORKSPACE } from "../support/render-fixture.js";

let tables: DynamoTables;
let jobs: ReturnType<typeof createJobsTable>;

beforeAll(async () => {
  tables = await startDynamoTables();
  const { Jobs, Workspaces, Claims } = tables.names;
  jobs = createJobsTable(tables.client, { jobs: Jobs, workspaces: Workspaces, claims: Claims });
}, 60_000);

afterAll(async () => tables.close());

/** A generation of the picture at `key`, its job and its claim. */
function generationOf(key: string, generation: number): { job: Job; claim: Claim } {
  const debit = { date: "2026-11-01", credits: 1 };
  const job = queuedJob({ id: deriveUuid(key, String(generation)), storedAs: key, debit, priority: 7 });
  const claim = {
    id: key,
    workspaceId: WORKSPACE,
    templateId: TEMPLATE,
    version: 1,
    generation,
    jobId: job.id,
    debited: true,
    failures: 0,
    createdAtMs: START_MS,
    claimedAtMs: START_MS,
  };
  return { job, claim };
}

const create = (key: string, generation: number, grant = 1000): Promise<Creation> => {
  const { job, claim } = generationOf(key, generation);
  return jobs.create(job, { grant, claim });
};
const find = (key: string) => createClaimsTable(tables.client, tables.names.Claims).find(key);
const spent = async () =>
  (await createBalances(tables.client, tables.names.Workspaces).find(WORKSPACE, "2026-11"))?.spent ?? 0;

describe("claiming a picture", () => {
  test("is won by one of 40 at once, who alone writes a job and pays", async () => {
    const before = await spent();
    const creations = await Promise.all(Array.from({ length: 40 }, () => create("img/a", 1)));
    expect(creations.filter((creation) => creation === "created")).toHaveLength(1);
    expect(creations.filter((creation) => creation === "claimed")).toHaveLength(39);
    expect(await find("img/a")).toEqual(generationOf("img/a", 1).claim);
    expect(await spent()).toBe(before + 1);
  }, 60_000);

  test("anew is won by one of 40 who have seen the same generation", async () => {
    await create("img/b", 1);
    const before = await spent();
    const creations = await Promise.all(Array.from({ length: 40 }, () => create("img/b", 2)));
    expect(creations.filter((creation) => creation === "created")).toHaveLength(1);
    expect(await find("img/b")).toMatchObject({ generation: 2 });
    expect(await spent()).toBe(before + 1);
  }, 60_000);

  test("from an older generation than the one that stands changes nothing", async () => {
    await create("img/c", 1);
    await create("img/c", 2);
    expect(await create("img/c", 2)).toBe("claimed");
    expect(await create("img/c", 4)).toBe("claimed");
    expect(await find("img/c")).toMatchObject({ generation: 2 });
    expect(await jobs.find(generationOf("img/c", 4).job.id)).toBeUndefined();
  });

  test("that somebody has claimed is not refused for want of credits", async () => {
    const { job, claim } = generationOf("img/d", 1);
    const debit = { date: "2026-12-01", credits: 1 };
    expect(await jobs.create({ ...job, debit }, { grant: 1, claim })).toBe("created");
    expect(await jobs.create({ ...job, debit }, { grant: 1, claim })).toBe("claimed");
    expect(await find("img/e")).toBeUndefined();
    const other = generationOf("img/e", 1);
    expect(await jobs.create({ ...other.job, debit }, { grant: 1, claim: other.claim })).toBe("out-of-credits");
    expect(await find("img/e")).toBeUndefined();
  });

  test("stands when the creation is undone, so that the next generation has a job of its own", async () => {
    const before = await spent();
    await create("img/f", 1);
    expect(await jobs.undoCreation(generationOf("img/f", 1).job, START_MS)).toBe(true);
    expect(await spent()).toBe(before);
    expect(await create("img/f", 1)).toBe("claimed");
    expect(await create("img/f", 2)).toBe("created");
    expect(await spent()).toBe(before + 1);
  });
});
