/** Sends the batches of a sheet and follows them until they have ended. Only one page does this for a sheet. */
import { ApiError } from "@image-render/client";
import { isSessionRefused, irs } from "../../../service/irs.js";
import { asError, invalidate } from "../../../service/resources.js";
import { isActive, isRunning, isTooLate, isUnsent, refusedWith, triedAt, withBatch, withPart } from "../model/parts.js";
import { isTransient, problemOf } from "../model/refusals.js";
import type { Part, Sheet } from "../model/sheet.js";
import { readSheet, updateSheet } from "../store/sheet-store.js";

/** The pause between two requests about running batches. The service allows two per second. */
const ASK_MS = 1_000;
/** The pause after a transient failure. */
const PAUSE_MS = 3_000;
/** The number of running batches that are read in turn. The oldest ones end first. */
const MAX_ASKED = 3;

const running = new Set<string>();

/** Works on a sheet as long as it is active, unless this page or another one does so already. */
export function runSheet(id: string): void {
  if (running.has(id)) return;
  running.add(id);
  // Another page that has the lock may be closed. Then this one takes over.
  navigator.locks
    .request(`studio-sheet-${id}`, () => work(id))
    // The browser has lost the sheet or stores nothing more. The page shows that where it reads the sheet.
    .catch(() => undefined)
    .finally(() => running.delete(id));
}

async function work(id: string): Promise<void> {
  let turn = 0;
  for (;;) {
    const sheet = await readSheet(id);
    if (sheet === undefined || !isActive(sheet)) return;
    const next = sheet.parts.find(isUnsent);
    const isBusy = next !== undefined && (await sendPart(sheet, next));
    const asked = sheet.parts.filter(isRunning).slice(0, MAX_ASKED);
    const part = asked[turn++ % Math.max(asked.length, 1)];
    if (part !== undefined) await askAbout(sheet, part);
    // Unsent batches follow each other at once. Everything else waits for the service.
    if (!isBusy) await pause(next === undefined ? ASK_MS : PAUSE_MS);
  }
}

/** Sends a batch. Returns whether the next one can follow at once. */
async function sendPart({ id }: Sheet, part: Part): Promise<boolean> {
  const nowMs = Date.now();
  if (isTooLate(part, nowMs)) {
    await change(id, part, (old) => refusedWith(old, { kind: "late", message: "" }));
    return true;
  }
  await change(id, part, (old) => triedAt(old, nowMs));
  try {
    const batch = await irs.batches.create({ jobs: [...part.requests] }, { idempotencyKey: part.key });
    await change(id, part, (old) => withBatch(old, batch));
    invalidate("renders/list");
    invalidate("usage");
    return true;
  } catch (error) {
    if (isTransient(asError(error))) return false;
    await change(id, part, (old) => refusedWith(old, problemOf(asError(error))));
    return true;
  }
}

async function askAbout({ id }: Sheet, { key, batchId = "" }: Part): Promise<void> {
  try {
    const batch = await irs.batches.get(batchId);
    await updateSheet(id, (sheet) => {
      const before = sheet.parts.find((part) => part.key === key);
      const after = before && withBatch(before, batch);
      // Nothing is written, and no page reads anything, until a render has changed.
      return after === undefined || JSON.stringify(after.renders) === JSON.stringify(before?.renders)
        ? sheet
        : withPart(sheet, key, () => after);
    });
  } catch (error) {
    const isGone = error instanceof ApiError && error.status === 404;
    if (isGone) await change(id, { key }, (part) => withBatch(part, { id: batchId, jobs: [] } as never));
    // Every other error is transient, or the page reports it: a lost connection, or a session that has ended.
  }
}

function change(id: string, { key }: Pick<Part, "key">, make: (part: Part) => Part): Promise<Sheet | undefined> {
  return updateSheet(id, (sheet) => withPart(sheet, key, make));
}

/** Waits, and keeps waiting while nobody is signed in. */
async function pause(ms: number): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, ms));
  while (isSessionRefused.peek());
}
