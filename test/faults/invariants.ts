/**
 * What must hold when the service is at rest, seen from outside: no job, credit, batch end, event or webhook is lost, none
 * is billed twice, none is stuck, and no picture is half-written.
 */
import type { BatchBody } from "../../core/contract/batch-body.js";
import type { JobBody } from "../../core/contract/job-body.js";
import { type Books, type Entry, readBooks, spentBy } from "./books.js";
import { digestOf } from "./fault-stack.js";
import { isWhole } from "./files.js";
import type { Expected, World } from "./scenario.js";

/** The contents of a workspace before a run. */
export interface Before {
  readonly startedAtMs: number;
  /** The IDs of all jobs and batches that ledger entries name. Each check adds those of its run. */
  readonly billed: Set<string>;
}

/** After this time, the next read of the balance returns the credits of a request that did not end. */
const RESERVATION_SECONDS = 90;

/** Returns the findings. Empty if everything holds. */
export async function checkInvariants(world: World, before: Before, expected: Expected): Promise<readonly string[]> {
  const [books, all] = await Promise.all([readSettledBooks(world), listJobs(world)]);
  const known = [...before.billed, ...all.flatMap(({ id, batchId }) => [id, batchId ?? id])];
  const jobs = all.filter(({ createdAt }) => Date.parse(createdAt) >= before.startedAtMs);
  for (const { jobId } of books.entries) before.billed.add(jobId);
  return [
    ...checkJobs(jobs, expected),
    ...checkMovements(jobs, books.entries, expected),
    ...checkStrangers(books.entries, new Set(known)),
    ...checkCounters(books),
    ...(await Promise.all((expected.batches ?? []).map((id) => checkBatch(world, id)))).flat(),
    ...checkEvents(world, expected),
    ...(await checkPictures(world, jobs, expected)),
  ];
}

/** Reads the books. If credits are reserved for a request that did not end, reads the balance and the books again. */
async function readSettledBooks({ stack, client, workspaceId }: World): Promise<Books> {
  const books = await readBooks(stack, workspaceId);
  if (books.counters.spent === spentBy(books.entries)) return books;
  await stack.move(RESERVATION_SECONDS);
  await client.call("GET", "/api/v1/usage");
  return readBooks(stack, workspaceId);
}

function checkCounters({ entries, counters: { granted, spent, remaining } }: Books): string[] {
  return [
    ...(granted === spent + remaining ? [] : [`granted ${granted} is not spent ${spent} + remaining ${remaining}`]),
    ...(spent === spentBy(entries) ? [] : [`the counters say ${spent} credits, and the ledger ${spentBy(entries)}`]),
  ];
}

function checkJobs(jobs: readonly JobBody[], { jobs: named = [], mayFail = [], view }: Expected): string[] {
  const found = new Map(jobs.map((job) => [job.id, job]));
  const lost = named.filter((id) => !found.has(id)).map((id) => `the job ${id} is lost`);
  const others = jobs.filter(({ id }) => !named.includes(id));
  const isOptional = ({ id }: JobBody) =>
    mayFail.includes(id) || (view !== undefined && others.some((one) => one.id === id));
  const wrong = jobs.flatMap((job) => {
    if (job.status === "queued") return [`the job ${job.id} does not end`];
    if (job.status === "failed" && !isOptional(job)) return [`the job ${job.id} failed: ${job.error ?? "no error"}`];
    return [];
  });
  // A view whose job failed, with a refund, renders the picture with another job.
  const surplus = view === undefined ? others.length : others.filter(({ status }) => status === "done").length - 1;
  return [...lost, ...wrong, ...(surplus === 0 ? [] : [`there are ${surplus} more jobs than expected`])];
}

/** Each job or batch has one debit. A failed job has one refund. */
function checkMovements(
  jobs: readonly JobBody[],
  entries: readonly Entry[],
  { batches = [], view }: Expected,
): string[] {
  const count = (kind: string, id: string) => entries.filter((one) => one.kind === kind && one.jobId === id).length;
  const wantedDebits = view === "free" ? 0 : 1;
  const single = jobs.filter(({ batchId }) => batchId === undefined).map(({ id }) => id);
  const debits = [...single, ...batches].flatMap((id) =>
    count("debit", id) === wantedDebits ? [] : [`${id} has ${count("debit", id)} debits`],
  );
  const refunds = jobs.flatMap(({ id, status }) => {
    const wanted = status === "failed" ? wantedDebits : 0;
    return count("refund", id) === wanted ? [] : [`the ${status} job ${id} has ${count("refund", id)} refunds`];
  });
  return [...debits, ...refunds];
}

/** A creation that was undone has a debit and its refund. Other jobs that do not exist have no entry. */
function checkStrangers(entries: readonly Entry[], known: ReadonlySet<string>): string[] {
  const strangers = new Set(entries.map(({ jobId }) => jobId).filter((id) => !known.has(id)));
  return [...strangers].flatMap((id) =>
    spentBy(entries.filter(({ jobId }) => jobId === id)) === 0 ? [] : [`${id} is billed and does not exist`],
  );
}

async function listJobs({ client }: World): Promise<readonly JobBody[]> {
  const { body } = await client.call<{ renders: JobBody[] }>("GET", "/api/v1/renders?limit=50");
  return body.renders;
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
  { stack }: World,
  jobs: readonly JobBody[],
  { withoutPicture = [], files = [], view }: Expected,
): Promise<string[]> {
  const findings: string[] = [];
  const done = jobs.filter(({ id, status }) => status === "done" && !withoutPicture.includes(id));
  for (const { id, assetUrl = "", template, format, width } of done) {
    const picture = await download(stack.service.connection.baseUrl, assetUrl);
    if (typeof picture === "string") findings.push(`the picture of the job ${id}: ${picture}`);
    // A PDF names the time of its creation, and each signed image has its own text.
    else if (format !== "pdf" && view === undefined)
      findings.push(...compare(`${template} ${format} ${width}`, picture, id));
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
