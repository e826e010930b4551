import { randomUUID } from "node:crypto";
import { expect, test } from "@jest/globals";
import { createBalances } from "../../aws/balances.js";
import { createClaimsTable } from "../../aws/claims-table.js";
import { createJobsTable } from "../../aws/jobs-table.js";
import type { BalanceStore } from "../../core/billing/month-balance.js";
import type { Job } from "../../core/renders/job.js";
import type { Creation, JobStore } from "../../core/renders/ports.js";
import { deriveUuid } from "../../core/shared/derive-uuid.js";
import type { ImageClaim, ImageClaimStore } from "../../core/renders/image-claim.js";
import { describeOnTables } from "../support/implementations.js";
import { createInMemoryJobs } from "../support/in-memory-jobs.js";
import { queuedJob, START_MS, TEMPLATE, WORKSPACE } from "../support/render-fixture.js";

/** Returns the job and the claim of a generation of the signed image with this storage key. */
function generationOf(key: string, generation: number): { job: Job; claim: ImageClaim } {
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

describeOnTables<{ jobs: JobStore; claims: ImageClaimStore; balances: BalanceStore }>(
  "claims",
  {
    inMemory: () => {
      const jobs = createInMemoryJobs();
      return { jobs, claims: jobs.claims, balances: jobs.balances };
    },
    adapter: ({ client, names }) => ({
      jobs: createJobsTable(client, { jobs: names.Jobs, workspaces: names.Workspaces, claims: names.Claims }),
      claims: createClaimsTable(client, names.Claims),
      balances: createBalances(client, names.Workspaces),
    }),
  },
  (stores) => {
    const newKey = () => `img/${randomUUID()}`;
    const create = (key: string, generation: number): Promise<Creation> => {
      const { job, claim } = generationOf(key, generation);
      return stores().jobs.create(job, { grant: 1000, claim });
    };
    const spent = async () => (await stores().balances.find(WORKSPACE, "2026-11"))?.spent ?? 0;

    test("one of 40 concurrent first claims creates a job and takes a credit", async () => {
      const [key, before] = [newKey(), await spent()];
      const creations = await Promise.all(Array.from({ length: 40 }, () => create(key, 1)));
      expect(creations.filter((creation) => creation === "created")).toHaveLength(1);
      expect(creations.filter((creation) => creation === "claimed")).toHaveLength(39);
      const { claim, job } = generationOf(key, 1);
      expect(await stores().claims.find(key)).toEqual(claim);
      // The adapter can add the shards of the balance to the debit, and `checksCredits` to the job.
      expect(await stores().jobs.find(job.id)).toMatchObject({ ...job });
      expect(await spent()).toBe(before + 1);
    });

    test("one of 40 concurrent claims of the next generation succeeds", async () => {
      const key = newKey();
      await create(key, 1);
      const before = await spent();
      const creations = await Promise.all(Array.from({ length: 40 }, () => create(key, 2)));
      expect(creations.filter((creation) => creation === "created")).toHaveLength(1);
      expect(await stores().claims.find(key)).toMatchObject({ generation: 2 });
      expect(await spent()).toBe(before + 1);
    });

    test("a claim of an existing generation, or of a generation after the next one, changes nothing", async () => {
      const key = newKey();
      await create(key, 1);
      await create(key, 2);
      expect(await create(key, 2)).toBe("claimed");
      expect(await create(key, 4)).toBe("claimed");
      expect(await stores().claims.find(key)).toMatchObject({ generation: 2 });
      expect(await stores().jobs.find(generationOf(key, 4).job.id)).toBeUndefined();
    });

    test("a first claim of a later generation is refused", async () => {
      const key = newKey();
      expect(await create(key, 2)).toBe("claimed");
      expect(await stores().claims.find(key)).toBeUndefined();
    });

    test("without credits, an existing claim takes precedence, and a new one is refused and not written", async () => {
      const { jobs, claims } = stores();
      const [first, second] = [newKey(), newKey()];
      const inMonth = (key: string) => {
        const { job, claim } = generationOf(key, 1);
        const debit = { date: "2026-12-01", credits: 1 };
        return jobs.create({ ...job, debit }, { grant: 1, claim });
      };
      expect(await inMonth(first)).toBe("created");
      expect(await inMonth(first)).toBe("claimed");
      expect(await inMonth(second)).toBe("out-of-credits");
      expect(await claims.find(second)).toBeUndefined();
    });

    test("a claim remains when the creation of its job is undone, so the next generation has a new job", async () => {
      const [key, before] = [newKey(), await spent()];
      await create(key, 1);
      expect(await stores().jobs.undoCreation(generationOf(key, 1).job, START_MS)).toBe(true);
      expect(await spent()).toBe(before);
      expect(await create(key, 1)).toBe("claimed");
      expect(await create(key, 2)).toBe("created");
      expect(await spent()).toBe(before + 1);
    });
  },
);
