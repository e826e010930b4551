/**
 * `npm run bench:editor [-- --changes N --json --connection FILE]` measures in a browser how long the editor takes from a
 * change of a text to the painted picture of the service, for the Open Graph card at the size of the screen.
 */
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
import { openEditor } from "./editor/open-editor.js";
import { partsOf, type PictureTime } from "./editor/parts-of.js";
import {
  clearRecording,
  type Recording,
  recordingOf,
  startRecording,
  waitForPictures,
} from "./editor/record-pictures.js";
import { processorMsOf } from "./editor/processor-time.js";
import { type LocalService, startLocalService } from "./local-service.js";
import { percentile, provenance, table } from "./report.js";

const { values } = parseArgs({
  options: {
    changes: { type: "string", default: "150" },
    json: { type: "boolean" },
    /** The `connection.json` of a service that is already running. */
    connection: { type: "string" },
  },
});
/** Changes before the measurement, so that both functions and the browser have run the code often. */
const WARM_UP = 20;
/** The editor requests the exact picture this long after the last change, so a shorter pause shows only drafts. */
const EXACT_AFTER_MS = 300;

const service: LocalService =
  values.connection === undefined
    ? await startLocalService()
    : { ...(JSON.parse(readFileSync(values.connection, "utf8")) as LocalService), close: () => Promise.resolve() };
try {
  const { page, close } = await openEditor(service, service.templates["Open Graph card"] ?? "");
  try {
    await measure(page, Number(values.changes));
  } finally {
    await close();
  }
} finally {
  await service.close();
}

async function measure(page: Page, changes: number): Promise<void> {
  await page.getByRole("treeitem", { name: /^title,/ }).click();
  await page.getByRole("textbox", { name: "Text", exact: true }).focus();
  await startRecording(page);
  await record(page, WARM_UP, 1, 40);
  const before = processorMsOf(service.pid);
  const drafts = await record(page, changes, 1, 40);
  // Count one more picture: the exact one after the last draft.
  const processorMs = (processorMsOf(service.pid) - before) / (changes + 1);
  const exact = await record(page, Math.ceil(changes / 5), 2, EXACT_AFTER_MS);
  const results = [
    { what: "draft", processorMs, times: drafts.map((one) => partsOf(one.request, one.picture, one.changed)) },
    { what: "exact", times: exact.map(({ request, picture }) => partsOf(request, picture, request.startTime)) },
  ];
  if (values.json === true) process.stdout.write(`${JSON.stringify(results.map(summaryOf), undefined, 2)}\n`);
  else process.stdout.write(`${results.map(reportOf).join("\n\n")}\n\n${provenance()}\n`);
}

interface Change {
  readonly changed: number;
  readonly request: Recording["requests"][number];
  readonly picture: Recording["pictures"][number];
}

/** Types letters one after the other, and returns the last picture of each. */
async function record(page: Page, count: number, picturesEach: number, pauseMs: number): Promise<readonly Change[]> {
  const changes: Change[] = [];
  for (let index = 0; index < count; index++) {
    await clearRecording(page);
    // The title keeps its length, so that each picture costs about the same.
    await page.keyboard.press(index % 2 === 0 ? "x" : "Backspace");
    await waitForPictures(page, picturesEach);
    const { changes: times, requests, pictures } = await recordingOf(page);
    const [changed, request, picture] = [times[0], requests.at(-1), pictures.at(-1)];
    if (changed === undefined || request === undefined || picture === undefined) continue;
    changes.push({ changed, request, picture });
    // If all changes came at the same moment of a frame, all of them would wait equally long for the next frame.
    await pause(pauseMs === EXACT_AFTER_MS ? 0 : pauseMs * Math.random());
  }
  // The exact picture of the last change is part of no measurement.
  await pause(EXACT_AFTER_MS * 3);
  return changes;
}

interface Result {
  /** Processor time of the service for each picture. */
  readonly processorMs?: number;
  readonly what: string;
  readonly times: readonly PictureTime[];
}

function summaryOf({ what, times, processorMs }: Result) {
  const parts = Object.fromEntries(
    namesOf(times).map((name) => [name, percentiles(times.map((time) => time[name] ?? 0))]),
  );
  return { what, samples: times.length, ...(processorMs !== undefined && { processorMs }), parts };
}

function percentiles(samples: readonly number[]): { readonly p50: number; readonly p95: number } {
  const rounded = (share: number): number => Math.round(percentile(samples, share) * 10) / 10;
  return { p50: rounded(0.5), p95: rounded(0.95) };
}

function reportOf({ what, times, processorMs }: Result): string {
  const rows = namesOf(times).map((name) => {
    const { p50, p95 } = percentiles(times.map((time) => time[name] ?? 0));
    return [name, "", "", p50.toFixed(1), p95.toFixed(1)];
  });
  const processor =
    processorMs === undefined ? [] : [["processor time of the service", "", "", processorMs.toFixed(1), ""]];
  return table([`${what} (${times.length})`, "", "", "p50 ms", "p95 ms"], [...rows, ...processor]);
}

function namesOf(times: readonly PictureTime[]): readonly string[] {
  return [...new Set(times.flatMap((time) => Object.keys(time)))];
}
