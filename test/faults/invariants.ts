/**
 * What must hold when the service is at rest, seen from outside: no job, credit, batch end, event or webhook is lost, none
 * is billed twice, none is stuck, and no picture is half-written.
 */
import type { BatchBody } from "../../core/contract/batch-body.js";
import type { UsageBody } from "../../core/contract/access-api.js";
import type { JobBody } from "../../core/contract/job-body.js";
import type { LedgerEntryBody } from "../../core/contract/ledger-api.js";
import { digestOf } from "./fault-stack.js";
import type { Expected, World } from "./scenario.js";

interface LedgerPage {
  readonly entries: readonly LedgerEntryBody[];
  readonly nextCursor?: string;
}

/** The state of a workspace before a run, which the state after it is compared with. */
export interface Before {
  readonly startedAtMs: number;
  readonly ledger: readonly LedgerEntryBody[];
}

export async function readBefore(world: World): Promise<Before> {
  return { startedAtMs: await world.stack.now(), ledger: (await readLedger(world)).entries };
}

/** Returns the findings. Empty if everything holds. */
export async function checkInvariants(world: World, before: Before, expected: Expected): Promise<readonly string[]> {
  const [ledger, jobs] = await Promise.all([readLedger(world), listJobsSince(world, before.startedAtMs)]);
  const known = new Set(before.ledger.map(keyOf));
  const entries = ledger.entries.filter((entry) => !known.has(keyOf(entry)));
  return [
    ...checkJobs(jobs, expected),
    ...checkLedger(jobs, entries, expected),
    ...ledger.findings,
    ...(await Promise.all((expected.batches ?? []).map((id) => checkBatch(world, id)))).flat(),
    ...checkEvents(world, expected),
    ...(await checkPictures(world, jobs, expected)),
  ];
}

const keyOf = ({ kind, jobId, at }: LedgerEntryBody): string => `${kind} ${jobId} ${at}`;

function checkJobs(jobs: readonly JobBody[], { jobs: wanted = [], mayFail = [], unnamedJobs = 0 }: Expected): string[] {
  const found = new Map(jobs.map((job) => [job.id, job]));
  const lost = wanted.filter((id) => !found.has(id)).map((id) => `the job ${id} is lost`);
  const surplus = jobs.length - wanted.filter((id) => found.has(id)).length - unnamedJobs;
  const wrong = jobs.flatMap(({ id, status, error }) => {
    if (status === "queued") return [`the job ${id} does not end`];
    if (status === "failed" && !mayFail.includes(id)) return [`the job ${id} failed: ${error ?? "no error"}`];
    return [];
  });
  const others = surplus === 0 ? [] : [`there are ${jobs.length} jobs, which is ${surplus} more than expected`];
  return [...lost, ...wrong, ...others];
}

/** Each job or batch has one debit. A failed job has one refund, unless it was rendered before. */
function checkLedger(
  jobs: readonly JobBody[],
  entries: readonly LedgerEntryBody[],
  { batches = [] }: Expected,
): string[] {
  const count = (kind: string, id: string) => entries.filter((one) => one.kind === kind && one.jobId === id).length;
  const single = jobs.filter(({ batchId }) => batchId === undefined).map(({ id }) => id);
  const debits = [...single, ...batches].flatMap((id) =>
    count("debit", id) === 1 ? [] : [`${id} has ${count("debit", id)} debits in place of 1`],
  );
  const refunds = jobs.flatMap(({ id, status }) => {
    const wanted = status === "failed" ? 1 : 0;
    return count("refund", id) === wanted ? [] : [`the ${status} job ${id} has ${count("refund", id)} refunds`];
  });
  const known = new Set([...jobs.map(({ id }) => id), ...batches]);
  const strangers = new Set(entries.map(({ jobId }) => jobId).filter((id) => !known.has(id)));
  // A creation that was undone has a debit and its refund.
  const unpaid = [...strangers].flatMap((id) =>
    sum(entries.filter(({ jobId }) => jobId === id)) === 0 ? [] : [`${id} is billed and does not exist`],
  );
  return [...debits, ...refunds, ...unpaid];
}

function sum(entries: readonly LedgerEntryBody[]): number {
  return entries.reduce((total, { kind, credits }) => total + (kind === "debit" ? credits : -credits), 0);
}

/** Reads the ledger of this month and of the month before, and compares each with its counters. */
async function readLedger(world: World): Promise<{ entries: readonly LedgerEntryBody[]; findings: readonly string[] }> {
  const { body } = await world.client.call<UsageBody>("GET", "/api/v1/usage");
  const { granted, spent, remaining } = body.credits;
  const ofMonth = await readMonth(world, body.month);
  const before = await readMonth(world, monthBefore(body.month));
  const findings = [
    ...(granted === spent + remaining ? [] : [`granted ${granted} is not spent ${spent} + remaining ${remaining}`]),
    ...(spent === sum(ofMonth) ? [] : [`the counter says ${spent} credits, and the ledger ${sum(ofMonth)}`]),
  ];
  return { entries: [...before, ...ofMonth], findings };
}

function monthBefore(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7);
}

async function readMonth({ client }: World, month: string): Promise<readonly LedgerEntryBody[]> {
  const entries: LedgerEntryBody[] = [];
  let cursor: string | undefined;
  do {
    const next: string = cursor === undefined ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const path = `/api/v1/usage/ledger?month=${month}&format=json&limit=1000${next}`;
    const { body } = await client.call<LedgerPage>("GET", path);
    entries.push(...body.entries);
    cursor = body.nextCursor;
  } while (cursor !== undefined);
  return entries;
}

async function listJobsSince({ client }: World, sinceMs: number): Promise<readonly JobBody[]> {
  const { body } = await client.call<{ renders: JobBody[] }>("GET", "/api/v1/renders?limit=50");
  return body.renders.filter(({ createdAt }) => Date.parse(createdAt) >= sinceMs);
}

async function checkBatch({ client }: World, id: string): Promise<string[]> {
  const { body } = await client.call<BatchBody>("GET", `/api/v1/renders/batches/${id}`);
  const { status, totals, finishedAt } = body;
  const isComplete = totals.total === totals.done + totals.failed;
  if (status !== "queued" && finishedAt !== undefined && isComplete) return [];
  return [`the batch ${id} does not end: ${status}, ${JSON.stringify(totals)}`];
}

function checkEvents({ stack, hookPath }: World, { events = [] }: Expected): string[] {
  const accepted = stack.hooks.acceptedAt(hookPath);
  return events.filter((id) => !accepted.includes(id)).map((id) => `the receiver has not got the event ${id}`);
}

/** The hashes of whole pictures by template and size: equal requests have equal pictures. */
const whole = new Map<string, string>();

async function checkPictures(
  { stack, template }: World,
  jobs: readonly JobBody[],
  { withoutPicture = [], files = [] }: Expected,
): Promise<string[]> {
  const findings: string[] = [];
  const done = jobs.filter(({ id, status }) => status === "done" && !withoutPicture.includes(id));
  for (const { id, assetUrl = "", format, width } of done) {
    const picture = await download(stack.service.connection.baseUrl, assetUrl);
    if (typeof picture === "string") findings.push(`the picture of the job ${id}: ${picture}`);
    // A PDF names the time of its creation.
    else if (format !== "pdf") findings.push(...compare(`${template} ${format} ${width}`, picture, id));
  }
  for (const url of files) {
    const file = await download(stack.service.connection.baseUrl, url);
    if (typeof file === "string") findings.push(`${url}: ${file}`);
  }
  return findings;
}

function compare(kind: string, picture: Uint8Array, id: string): string[] {
  const digest = digestOf(picture);
  const known = whole.get(kind);
  whole.set(kind, known ?? digest);
  return known === undefined || known === digest ? [] : [`the picture of the job ${id} differs from the others`];
}

/** Resolves to the bytes, or to what is wrong. */
async function download(baseUrl: string, url: string): Promise<Uint8Array | string> {
  try {
    const response = await fetch(new URL(url, baseUrl));
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.status !== 200) return `status ${response.status}`;
    return isWhole(bytes) ? bytes : `${bytes.length} bytes that are not a whole file`;
  } catch (error) {
    return String(error);
  }
}

/** Every format that the scenarios make has marks at its beginning and at its end. */
function isWhole(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes);
  const begins = (mark: string) => buffer.subarray(0, mark.length).toString("latin1") === mark;
  if (begins("\x89PNG")) return buffer.subarray(-8).includes("IEND");
  if (begins("%PDF-")) return buffer.subarray(-16).includes("%%EOF");
  if (begins("PK")) return buffer.subarray(-22, -18).toString("latin1") === "PK\x05\x06";
  return false;
}
