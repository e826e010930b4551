/**
 * Runs the code that creates and ends jobs against a client that records its commands.
 *
 * This is the only benchmark that imports aws/: it must replay the writes that the adapters really make.
 */
import { randomUUID } from "node:crypto";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { createJobsTable } from "../../aws/jobs-table.js";
import { createLimitsTable } from "../../aws/limits-table.js";
import { createRateLimiter } from "../../core/access/rate-limiter.js";
import type { Job } from "../../core/renders/job.js";
import type { CapturedCommand, CapturedJob } from "./captured.js";

const TABLES = { jobs: "Jobs", workspaces: "Workspaces" };
const WORKSPACE = "5f3c1f0e-6e0b-4d3e-9a53-0c8a2f6f9f10";
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A job as created by a request with a few overrides. */
function jobAt(id: string, nowMs: number): Job {
  return {
    ...{ id, workspaceId: WORKSPACE, templateId: randomUUID(), templateVersion: 1 },
    ...{ format: "png", scale: 1, transparent: false, priority: 5, width: 1200, height: 630 },
    inputs: {
      layers: { title: { text: "x".repeat(80) }, photo: { image_url: `https://example.com/${id}.jpg` } },
      variables: {},
    },
    ...{ baseUrl: "https://images.example.com", requestId: randomUUID() },
    ...{ status: "queued", attempts: 0, createdAtMs: nowMs, sweepAtMs: nowMs + 60_000 },
    debit: { date: new Date(nowMs).toISOString().slice(0, 10), credits: 1 },
  };
}

/** @param isFailed whether the job ends with a refund */
export async function captureJob(nowMs: number, isFailed: boolean): Promise<CapturedJob> {
  let commands: CapturedCommand[] = [];
  const stored = new Map<string, Record<string, unknown>>();
  const client = recordingClient((command) => void commands.push(command), stored);
  const take = (): CapturedCommand[] => {
    const taken = commands;
    commands = [];
    return taken;
  };
  const jobs = createJobsTable(client, TABLES);
  const job = jobAt(randomUUID(), nowMs);
  const limiter = createRateLimiter(createLimitsTable(client, "Limits"), () => nowMs, silent);
  await limiter("create#key", { perSecond: 1_000, burst: 1_000 });
  const limit = take();
  if ((await jobs.create(job, { grant: 1_000_000_000 })) !== "created") throw new Error("The job was not created.");
  const create = take();
  await jobs.markEnqueued(job.id, nowMs);
  await jobs.claim(job.id, { nowMs, untilMs: nowMs + 60_000, token: randomUUID() });
  const ending = isFailed
    ? ({ status: "failed", error: "The image https://example.com/x.jpg returned 404." } as const)
    : ({ status: "done", bytes: 81_234, renderMs: 212 } as const);
  await jobs.end(job, { unleasedAtMs: nowMs }, ending, nowMs);
  await jobs.markPublished(job.id, nowMs);
  return { jobId: job.id, limit, create, end: take() };
}

/** Every write succeeds. A read or an update of a job returns the job as it was created. */
function recordingClient(record: (command: CapturedCommand) => void, stored: Map<string, Record<string, unknown>>) {
  // eslint-disable-next-line @typescript-eslint/require-await -- The client returns promises.
  const send = async (command: object): Promise<unknown> => {
    const { input } = command as { input: Record<string, unknown> };
    const name = command.constructor.name;
    if (!name.startsWith("Get")) record({ name, input });
    for (const { Put } of (input.TransactItems ?? []) as {
      Put?: { TableName: string; Item: Record<string, unknown> };
    }[]) {
      if (Put?.TableName === "Jobs") stored.set(String(Put.Item.id), Put.Item);
    }
    const item = stored.get(String((input.Key as { id?: string } | undefined)?.id));
    if (name === "GetCommand") return { Item: item };
    return { Attributes: item ?? { fullAtMs: 0 } };
  };
  return { send } as unknown as DynamoDBDocumentClient;
}
