import { randomUUID } from "node:crypto";
import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, test } from "@jest/globals";
import { ApiError } from "../../../cli/api/api-error.js";
import type { Item } from "../../../cli/batch/check-rows.js";
import { Journal } from "../../../cli/batch/journal.js";
import { Progress } from "../../../cli/batch/progress.js";
import { runBatches, type RunInput } from "../../../cli/batch/run-batches.js";
import { makeFolder } from "../support.js";

interface Sent {
  readonly key: string;
  readonly rows: readonly string[];
}

/** A service that creates each batch once per key. Its jobs are done at the first read. */
class FakeService {
  readonly sent: Sent[] = [];
  readonly created = new Map<string, string>();
  readonly jobs = new Map<string, readonly { metadata: { row: string } }[]>();
  /** The rows whose renders fail. */
  readonly failing = new Set<string>();
  /** Called after a batch was created and before the response. */
  onCreated: () => void = () => undefined;

  /** The client reads what the contract says. This one has only the fields that a run uses. */
  readonly client = {
    read: async (_schema: unknown, method: (irs: unknown) => Promise<unknown>) => await method(this.#methods),
    run: async (method: (irs: unknown) => Promise<unknown>) => await method(this.#methods),
  } as unknown as RunInput["client"];

  readonly #methods = {
    batches: {
      create: async (body: { jobs: { metadata: { row: string } }[] }, { idempotencyKey }: { idempotencyKey: string }) =>
        this.#create(body.jobs, idempotencyKey),
      get: async (id: string) => {
        const jobs = (this.jobs.get(id) ?? []).map(({ metadata }) =>
          this.failing.has(metadata.row)
            ? { status: "failed", error: "There is no image.", metadata }
            : { status: "done", assetUrl: `https://asset/${metadata.row}`, metadata },
        );
        return { id, status: "done", jobs };
      },
    },
    images: { download: async (url: string) => Buffer.from(url) },
  };

  #create(jobs: { metadata: { row: string } }[], key: string) {
    this.sent.push({ key, rows: jobs.map(({ metadata }) => metadata.row) });
    const id = this.created.get(key) ?? randomUUID();
    this.created.set(key, id);
    this.jobs.set(id, jobs);
    this.onCreated();
    return { id };
  }
}

const itemsOf = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({
    row: { number: index + 1, values: new Map(), placeOf: () => undefined },
    file: `${index + 1}.png`,
    body: { template: "t", metadata: { row: String(index + 1) } },
  }));

/** One run of the command. */
async function runOnce(service: FakeService, out: string, count: number): Promise<Journal> {
  const journal = Journal.open(out);
  journal.begin("digest", 1);
  const progress = new Progress({ err: new PassThrough() }, count);
  await runBatches({ client: service.client, items: itemsOf(count), journal, out, batchSize: 50, progress });
  return journal;
}

describe("a run of batches", () => {
  test("a run sends all rows in batches of 50 and stores each picture", async () => {
    const [service, out] = [new FakeService(), makeFolder({})];
    await runOnce(service, out, 120);
    expect(service.sent.map(({ rows }) => rows.length)).toEqual([50, 50, 20]);
    expect(readdirSync(out)).toHaveLength(120 + 1);
    expect(readFileSync(join(out, "120.png"), "utf8")).toBe("https://asset/120");
  });

  test("a second run sends nothing when all rows are done", async () => {
    const [service, out] = [new FakeService(), makeFolder({})];
    await runOnce(service, out, 60);
    await runOnce(service, out, 60);
    expect(service.sent).toHaveLength(2);
  });

  test("a run after a lost response sends the batch again with the same key, so it is created once", async () => {
    const [service, out] = [new FakeService(), makeFolder({})];
    service.onCreated = () => {
      throw new ApiError("The connection broke.");
    };
    await expect(runOnce(service, out, 60)).rejects.toThrow("The connection broke.");
    service.onCreated = () => undefined;
    const { done } = await runOnce(service, out, 60);
    expect(service.sent.map(({ rows }) => rows.length)).toEqual([50, 50, 10]);
    expect(service.sent[0]?.key).toBe(service.sent[1]?.key);
    expect([service.created.size, done.size]).toEqual([2, 60]);
  });

  test("failed rows are reported, and the next run sends only them, with another key", async () => {
    const [service, out] = [new FakeService(), makeFolder({})];
    service.failing.add("3");
    const first = await runOnce(service, out, 5);
    expect([...first.failed]).toEqual([[3, "There is no image."]]);
    service.failing.clear();
    const second = await runOnce(service, out, 5);
    expect(service.sent.map(({ rows }) => rows)).toEqual([["1", "2", "3", "4", "5"], ["3"]]);
    expect([second.failed.size, second.done.size]).toEqual([0, 5]);
  });

  test("a folder with the journal of other data is refused", async () => {
    const [service, out] = [new FakeService(), makeFolder({})];
    await runOnce(service, out, 2);
    expect(() => Journal.open(out).begin("other", 1)).toThrow("belongs to other data");
  });

  test("an unfinished last line of the journal is removed, and a damaged line is named", async () => {
    const [service, out] = [new FakeService(), makeFolder({})];
    await runOnce(service, out, 2);
    appendFileSync(join(out, "irs-batch.jsonl"), '{"kind":"do');
    const journal = Journal.open(out);
    journal.addFailed(3, "There is no image.");
    const reopened = Journal.open(out);
    expect([reopened.done.size, reopened.failed.size]).toEqual([2, 1]);
    appendFileSync(join(out, "irs-batch.jsonl"), '{"kind":"do\n');
    expect(() => Journal.open(out)).toThrow(/irs-batch\.jsonl:6 is damaged/);
  });
});
