import { describe, expect, test } from "@jest/globals";
import type { Part, Sheet } from "../../../src/screens/batches/model/sheet.js";
import {
  isActive,
  isRunning,
  isTooLate,
  isUnsent,
  latestRenders,
  partsOf,
  refusedWith,
  resendRefused,
  retryFailed,
  startSending,
  totalsOf,
  triedAt,
  withBatch,
  withPart,
} from "../../../src/screens/batches/model/parts.js";
import { batchDownload } from "../../../src/messages/en/batches.js";
import { describePart } from "../../../src/screens/batches/model/describe-part.js";
import { failedRowsSheet, failureReasons } from "../../../src/screens/batches/model/failed-rows.js";
import { resultsCsv } from "../../../src/screens/batches/model/results-csv.js";
import { writeCsv } from "../../../src/screens/batches/model/write-csv.js";
import { batch, FRAME, job, keys, sheetOf } from "./batch-fixture.js";

const { template, version } = FRAME;

/** Returns a sheet of three rows that was sent as batches of two rows. */
function sentSheet(newKey = keys()): Sheet {
  const sheet = sheetOf(["a", "b", "c"]);
  const rows = [0, 1, 2].map((row) => ({ row, request: { template, version, metadata: { row: String(row) } } }));
  return startSending(sheet, partsOf(rows, 2, newKey));
}

/** Returns the sheet after its batches were created, the second row failed, and the others were done. */
function endedSheet(newKey = keys()): Sheet {
  const first = batch("batch 1", [
    job("job 1", "done", { assetUrl: "https://images.example.com/1" }),
    job("job 2", "failed", { error: "The image could not be loaded." }),
  ]);
  const second = batch("batch 2", [job("job 3", "done", { assetUrl: "https://images.example.com/3" })]);
  const sheet = withPart(sentSheet(newKey), "k1", (part) => withBatch(part, first));
  return withPart(sheet, "k2", (part) => withBatch(part, second));
}

describe("the batches of a sheet", () => {
  test("120 rows are sent as batches of 50, 50 and 20, each with a key of its own", () => {
    const rows = Array.from({ length: 120 }, (_, row) => ({ row, request: { template, version } }));
    const parts = partsOf(rows, 50, keys());
    expect(parts.map((part) => part.rows.length)).toEqual([50, 50, 20]);
    expect(parts.map(({ key }) => key)).toEqual(["k1", "k2", "k3"]);
    expect(parts[2]?.rows[0]).toBe(100);
  });

  test("a sheet that was sent is not sent a second time", () => {
    const sheet = sentSheet();
    const second = startSending(
      sheet,
      partsOf([{ row: 0, request: { template, version } }], 50, () => "other"),
    );
    expect(second.parts.map(({ key }) => key)).toEqual(["k1", "k2"]);
  });

  test("a batch that was created has the renders of its rows, in their order", () => {
    const states = latestRenders(endedSheet());
    expect(states.map(({ row, render }) => [row, render?.id, render?.status])).toEqual([
      [0, "job 1", "done"],
      [1, "job 2", "failed"],
      [2, "job 3", "done"],
    ]);
  });

  test("a render has what the service says about it, and no address after its picture was removed", () => {
    const warnings = [{ code: "TEXT_CUT" as const, layer: "title", message: "It is cut." }];
    const done = job("job 3", "done", { assetUrl: "https://images.example.com/3", warnings });
    const part: Part = { key: "k", rows: [0, 1], requests: [] };
    const first = withBatch(part, batch("b", [done, job("job 4", "failed", { error: "It is too large." })]));
    expect(first.renders).toEqual([
      { id: "job 3", status: "done", url: "https://images.example.com/3", warnings: 1 },
      { id: "job 4", status: "failed", error: "It is too large.", warnings: 0 },
    ]);
    const { renders } = withBatch(first, batch("b", [job("job 3", "done")]));
    expect(renders).toEqual([
      { id: "job 3", status: "done", warnings: 0 },
      { id: "job 4", status: "deleted", warnings: 0 },
    ]);
  });

  test("rows are counted by their states", () => {
    const sheet = withPart(sentSheet(), "k1", (part) =>
      withBatch(part, batch("batch 1", [job("1", "queued"), job("2", "queued", { attempts: 1 })])),
    );
    const none = { unsent: 0, refused: 0, waiting: 0, done: 0, failed: 0 };
    expect(totalsOf(latestRenders(sheet))).toEqual({ ...none, total: 3, waiting: 2, unsent: 1 });
    const left = withPart(sheet, "k1", (part) => withBatch(part, batch("batch 1", [job("2", "failed")])));
    expect(totalsOf(latestRenders(left))).toEqual({ ...none, total: 3, done: 1, failed: 1, unsent: 1 });
  });

  test("a render that was deleted keeps the place of its row", () => {
    const sheet = withPart(endedSheet(), "k1", (part) => withBatch(part, batch("batch 1", [job("job 2", "failed")])));
    expect(latestRenders(sheet).map(({ render }) => render?.status)).toEqual(["deleted", "failed", "done"]);
  });

  test("the address of a picture stays the same when the batch is read again", () => {
    const again = batch("batch 2", [job("job 3", "done", { assetUrl: "https://images.example.com/3?sig=new" })]);
    const sheet = withPart(endedSheet(), "k2", (part) => withBatch(part, again));
    expect(latestRenders(sheet)[2]?.render?.url).toBe("https://images.example.com/3");
  });

  test("a sheet is active until all of its batches have ended", () => {
    expect(isActive(sheetOf(["a"]))).toBe(false);
    const sent = sentSheet();
    expect(isActive(sent)).toBe(true);
    expect(sent.parts.every(isUnsent)).toBe(true);
    const running = withPart(endedSheet(), "k2", (part) =>
      withBatch({ ...part, renders: [] }, batch("batch 2", [job("job 3", "queued", { attempts: 1 })])),
    );
    expect(isActive(endedSheet())).toBe(false);
    expect(running.parts.map(isRunning)).toEqual([false, false]);
  });

  test("a render that a renderer works on is distinguished from one that waits", () => {
    const sheet = withPart(sentSheet(), "k1", (part) =>
      withBatch(part, batch("batch 1", [job("1", "queued"), job("2", "queued", { attempts: 1 })])),
    );
    expect(latestRenders(sheet).map(({ render }) => render?.status)).toEqual(["queued", "running", undefined]);
    expect(sheet.parts.map(isRunning)).toEqual([true, false]);
  });

  test("the first time of sending is kept, and a key is too old after 23 hours", () => {
    const [part] = sentSheet().parts as readonly [Part];
    const tried = triedAt(triedAt(part, 1_000), 2_000);
    expect(tried.triedAtMs).toBe(1_000);
    expect(isTooLate(tried, 1_000 + 23 * 3_600_000)).toBe(false);
    expect(isTooLate(tried, 1_001 + 23 * 3_600_000)).toBe(true);
    expect(isTooLate(part, 9e15)).toBe(false);
  });
});

describe("trying again", () => {
  test("only the rows that failed are sent again, with the same requests and new keys", () => {
    const newKey = keys();
    const sheet = retryFailed(endedSheet(newKey), 50, newKey);
    expect(sheet.parts.map(({ key, rows }) => [key, rows])).toEqual([
      ["k1", [0, 1]],
      ["k2", [2]],
      ["k3", [1]],
    ]);
    expect(sheet.parts[2]?.requests).toEqual([{ template, version, metadata: { row: "1" } }]);
  });

  test("rows that failed together are sent again together, in the order of the sheet", () => {
    const failed = batch("batch 1", [job("1", "failed"), job("2", "failed")]);
    const sheet = retryFailed(
      withPart(sentSheet(), "k1", (part) => withBatch(part, failed)),
      50,
      () => "k3",
    );
    expect(sheet.parts[2]).toMatchObject({ key: "k3", rows: [0, 1], requests: [{ metadata: { row: "0" } }, {}] });
  });

  test("a second call adds nothing, so that two pages do not try the same rows again", () => {
    const newKey = keys();
    const once = retryFailed(endedSheet(newKey), 50, newKey);
    expect(retryFailed(once, 50, newKey)).toBe(once);
  });

  test("a row that is done after the second attempt counts once, as done", () => {
    const newKey = keys();
    const again = retryFailed(endedSheet(newKey), 50, newKey);
    const sheet = withPart(again, "k3", (part) => withBatch(part, batch("batch 3", [job("job 4", "done")])));
    expect(totalsOf(latestRenders(sheet))).toEqual({
      total: 3,
      unsent: 0,
      refused: 0,
      waiting: 0,
      done: 3,
      failed: 0,
    });
  });

  test("a batch that was refused is sent again with a new key, and the others stay", () => {
    const newKey = keys();
    const refused = withPart(sentSheet(newKey), "k2", (part) =>
      refusedWith(triedAt(part, 1_000), { kind: "credits", message: "No credits are left." }),
    );
    expect(totalsOf(latestRenders(refused))).toMatchObject({ unsent: 2, refused: 1 });
    const [first, second] = resendRefused(refused, newKey).parts;
    expect(first?.key).toBe("k1");
    expect(second).toEqual({ key: "k3", rows: [2], requests: [{ template, version, metadata: { row: "2" } }] });
  });
});

describe("the name of a batch", () => {
  test("has the numbers of its rows in the sheet", () => {
    const sheet = sentSheet();
    expect([describePart(sheet, 0), describePart(sheet, 1)]).toEqual(["Rows 2–3", "Row 4"]);
    expect(describePart(sheet, 2)).toBe("");
  });

  test("has its place among the downloads if there are several", () => {
    expect(batchDownload.part(1, 1, "Rows 2–3")).toBe("Rows 2–3");
    expect(batchDownload.part(1, 2, "Rows 2–3")).toBe("Part 1 of 2: Rows 2–3");
  });

  test("says that rows are tried again, because they do not follow each other", () => {
    const newKey = keys();
    const sheet = retryFailed(endedSheet(newKey), 50, newKey);
    expect([0, 1, 2].map((index) => describePart(sheet, index))).toEqual(["Rows 2–3", "Row 4", "1 row, tried again"]);
  });
});

describe("the rows that failed", () => {
  test("become a new sheet with their numbers, the same columns and the same kind of file", () => {
    const output = { format: "webp", scale: 2, quality: 80, isTransparent: false } as const;
    const fixed = failedRowsSheet(
      { ...endedSheet(), output, leftOut: [0] },
      "fix.csv",
      "new",
      "2026-11-29T08:00:00.000Z",
    );
    expect(fixed).toMatchObject({
      id: "new",
      name: "fix.csv",
      createdAt: "2026-11-29T08:00:00.000Z",
      workspaceId: "workspace",
      columns: ["Title"],
      mapping: ["layers.title.text"],
      rows: [{ number: 3, cells: ["b"] }],
      output,
      leftOut: [],
      parts: [],
    });
  });

  test("are counted by their errors, the most frequent first", () => {
    const jobs = [
      job("1", "failed", { error: "The host does not exist." }),
      job("2", "failed", { error: "It is too large." }),
    ];
    const sheet = withPart(sentSheet(), "k1", (part) => withBatch(part, batch("batch 1", jobs)));
    const more = batch("batch 2", [job("3", "failed", { error: "It is too large." })]);
    expect(failureReasons(withPart(sheet, "k2", (part) => withBatch(part, more)))).toEqual([
      ["It is too large.", 2],
      ["The host does not exist.", 1],
    ]);
    expect(failureReasons(endedSheet())).toEqual([["The image could not be loaded.", 1]]);
  });

  test("are counted together if the service says nothing about them", () => {
    const sheet = withPart(sentSheet(), "k1", (part) =>
      withBatch(part, batch("batch 1", [job("1", "failed"), job("2", "failed")])),
    );
    expect(failureReasons(sheet)).toEqual([["", 2]]);
  });
});

test("a cell of a CSV is in quotes only if it needs them", () => {
  expect(writeCsv([["a", "b c", "d,e", 'f"g', "h\ni", "j\rk", " l", "m "], [""]])).toBe(
    '\uFEFFa,b c,"d,e","f""g","h\ni","j\rk"," l","m "\r\n\r\n',
  );
});

describe("the results as CSV", () => {
  const words = {
    columns: { row: "Row", state: "State", error: "Error", link: "Link" },
    states: {
      unsent: "not sent",
      refused: "not created",
      queued: "waiting",
      running: "running",
      done: "done",
      failed: "failed",
      deleted: "deleted",
    },
  };

  test("each row has its own cells, then its state, its error and its link", () => {
    const rows = [["Ada"], ["Grace, “the\nAdmiral”"], ['say "hi"']].map((cells, index) => ({
      number: index + 2,
      cells,
    }));
    expect(resultsCsv({ ...endedSheet(), rows }, words)).toBe(
      "\uFEFFRow,Title,State,Error,Link\r\n" +
        "2,Ada,done,,https://images.example.com/1\r\n" +
        '3,"Grace, “the\nAdmiral”",failed,The image could not be loaded.,\r\n' +
        '4,"say ""hi""",done,,https://images.example.com/3\r\n',
    );
  });

  test("rows that were left out are not in it", () => {
    const csv = resultsCsv({ ...endedSheet(), parts: endedSheet().parts.slice(1) }, words);
    expect(csv.split("\r\n")).toEqual([
      "\uFEFFRow,Title,State,Error,Link",
      "4,c,done,,https://images.example.com/3",
      "",
    ]);
  });
});
