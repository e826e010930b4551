/** Splits a sheet into batches, and follows them through sending, failing and trying again. */
import type { Batch, CreateRender, Render } from "@image-render/client";
import type { Part, PartProblem, RowRender, Sheet } from "./sheet.js";

/** The service keeps an idempotency key for 24 hours. An hour less leaves time for the request itself. */
export const KEY_VALID_MS = 23 * 3_600_000;

/** A row with its request. */
export interface SendableRow {
  readonly row: number;
  readonly request: CreateRender;
}

/**
 * Creates batches of rows.
 * @param size the largest batch that the plan allows
 * @param newKey creates an idempotency key
 */
export function partsOf(rows: readonly SendableRow[], size: number, newKey: () => string): readonly Part[] {
  const parts: Part[] = [];
  for (let start = 0; start < rows.length; start += size) {
    const chosen = rows.slice(start, start + size);
    parts.push({ key: newKey(), rows: chosen.map(({ row }) => row), requests: chosen.map(({ request }) => request) });
  }
  return parts;
}

/** Sends a sheet: from now on, it has batches. A sheet that has some already stays as it is, so two pages cannot send it. */
export function startSending(sheet: Sheet, parts: readonly Part[]): Sheet {
  return sheet.parts.length > 0 ? sheet : { ...sheet, parts };
}

/**
 * Adds new batches of the rows that failed. A row that is already part of a later batch is not failed any more, so a second
 * call adds nothing.
 */
export function retryFailed(sheet: Sheet, size: number, newKey: () => string): Sheet {
  const failed = new Set(
    latestRenders(sheet)
      .filter(({ render }) => render?.status === "failed")
      .map(({ row }) => row),
  );
  const rows = sendableRows(sheet).filter(({ row }) => failed.has(row));
  return rows.length === 0 ? sheet : { ...sheet, parts: [...sheet.parts, ...partsOf(rows, size, newKey)] };
}

/** Resends the batches that were not created. Batches whose outcome is not known get new keys. */
export function resendRefused(sheet: Sheet, newKey: () => string): Sheet {
  const parts = sheet.parts.map((part) =>
    part.problem === undefined ? part : { key: newKey(), rows: part.rows, requests: part.requests },
  );
  return { ...sheet, parts };
}

/** Changes the batch with a key. */
export function withPart(sheet: Sheet, key: string, change: (part: Part) => Part): Sheet {
  return { ...sheet, parts: sheet.parts.map((part) => (part.key === key ? change(part) : part)) };
}

/** Notes that a batch is about to be sent. */
export function triedAt(part: Part, nowMs: number): Part {
  return { ...part, triedAtMs: part.triedAtMs ?? nowMs };
}

/** Notes that a batch was not created. */
export function refusedWith(part: Part, problem: PartProblem): Part {
  return { ...part, problem };
}

/** Takes over what the service says about a batch. The first response has all renders. Later ones lack deleted ones. */
export function withBatch(part: Part, batch: Batch): Part {
  const known = new Map(batch.jobs.map((job) => [job.id, job]));
  const ids = part.renders?.map(({ id }) => id) ?? batch.jobs.map(({ id }) => id);
  const before = new Map(part.renders?.map((render) => [render.id, render]));
  return {
    ...part,
    batchId: batch.id,
    problem: undefined,
    renders: ids.map((id) => {
      const job = known.get(id);
      return job === undefined ? { id, status: "deleted", warnings: 0 } : renderOf(job, before.get(id));
    }),
  };
}

/** Returns what is kept of a render. */
export function renderOf({ id, status, attempts, error, assetUrl, warnings }: Render, before?: RowRender): RowRender {
  const render: RowRender = {
    id,
    status: status === "queued" && attempts > 0 ? "running" : status,
    ...(error !== undefined && { error }),
    ...(assetUrl !== undefined && { url: assetUrl }),
    warnings: warnings?.length ?? 0,
  };
  // Each response signs the address again. The page keeps the first one, so that it does not load the picture again.
  return before?.url !== undefined && render.url !== undefined ? { ...render, url: before.url } : render;
}

/** Whether a batch must still be sent. */
export const isUnsent = ({ batchId, problem }: Part): boolean => batchId === undefined && problem === undefined;

/** Whether a batch was created and has not ended. */
export function isRunning({ batchId, renders = [] }: Part): boolean {
  return batchId !== undefined && renders.some(({ status }) => status === "queued" || status === "running");
}

/** Returns whether it can no longer be known if a batch was created, because its key is too old. */
export function isTooLate({ triedAtMs }: Part, nowMs: number): boolean {
  return triedAtMs !== undefined && nowMs - triedAtMs > KEY_VALID_MS;
}

/** Whether there is work for a page: batches to send or to follow. */
export const isActive = ({ parts }: Sheet): boolean => parts.some((part) => isUnsent(part) || isRunning(part));

/** A row with its latest render. */
export interface RowState {
  readonly row: number;
  readonly part: Part;
  /** Undefined until the batch was created. */
  readonly render: RowRender | undefined;
}

/** Returns the state of each row that was sent, in the order of the sheet. A later batch replaces an earlier one. */
export function latestRenders({ parts }: Pick<Sheet, "parts">): readonly RowState[] {
  const found = new Map<number, RowState>();
  for (const part of parts) {
    for (const [index, row] of part.rows.entries()) found.set(row, { row, part, render: part.renders?.[index] });
  }
  return [...found.values()].sort((a, b) => a.row - b.row);
}

function sendableRows({ parts }: Sheet): readonly SendableRow[] {
  const found = new Map<number, SendableRow>();
  for (const { rows, requests } of parts) {
    for (const [index, request] of requests.entries()) {
      const row = rows[index];
      if (row !== undefined) found.set(row, { row, request });
    }
  }
  return [...found.values()].sort((a, b) => a.row - b.row);
}

/** The numbers of rows by their states. */
export interface Totals {
  readonly total: number;
  readonly unsent: number;
  readonly refused: number;
  readonly waiting: number;
  readonly done: number;
  readonly failed: number;
}

/** Counts the rows of a sheet by their states. Deleted renders count as done: their rows need nothing more. */
export function totalsOf(states: readonly RowState[]): Totals {
  const count = (fits: (state: RowState) => boolean): number => states.filter(fits).length;
  return {
    total: states.length,
    refused: count(({ part, render }) => render === undefined && part.problem !== undefined),
    unsent: count(({ part, render }) => render === undefined && part.problem === undefined),
    waiting: count(({ render }) => render?.status === "queued" || render?.status === "running"),
    done: count(({ render }) => render?.status === "done" || render?.status === "deleted"),
    failed: count(({ render }) => render?.status === "failed"),
  };
}
