import { describe, expect, test } from "@jest/globals";
import type { BatchSummary } from "@image-render/client";
import { batchesOfNoSheet, joinEntries } from "../../../src/screens/batches/model/entries.js";
import { newSheet, type RowRender, type Sheet } from "../../../src/screens/batches/model/sheet.js";

const at = (minute: number) => `2026-03-02T09:${String(minute).padStart(2, "0")}:00.000Z`;
const batch = (id: string, minute: number): BatchSummary => ({
  id,
  status: "done",
  totals: { total: 1, queued: 0, done: 1, failed: 0 },
  createdAt: at(minute),
});

/** A sheet with one row. `status` is that of its render, if the sheet was sent. */
function sheet(id: string, minute: number, status?: RowRender["status"] | "refused"): Sheet {
  const template = { id: "t", name: "Badge", version: 1, width: 1, height: 1 };
  const start = { id, workspaceId: "w", name: id, createdAt: at(minute), template, mapping: [], columns: [] };
  const empty = newSheet({ ...start, rows: [{ number: 2, cells: [] }] });
  if (status === undefined) return empty;
  const part = { key: id, rows: [0], requests: [] };
  const problem = { kind: "credits", message: "" } as const;
  if (status === "refused") return { ...empty, parts: [{ ...part, problem }] };
  return { ...empty, parts: [{ ...part, batchId: `batch of ${id}`, renders: [{ id: "r", status, warnings: 0 }] }] };
}

const ids = (entries: readonly { readonly id: string }[]) => entries.map(({ id }) => id);

describe("the list of batches", () => {
  test("has sheets, and batches without a sheet, ordered by time, and a sheet replaces its own batches", () => {
    const sheets = [sheet("guests", 2, "done"), sheet("draft", 4)];
    const batches = [batch("api", 3), batch("batch of guests", 2), batch("old", 1)];
    expect(ids(joinEntries(sheets, { batches, hasMore: false }, undefined))).toEqual(["draft", "api", "guests", "old"]);
    expect(ids(batchesOfNoSheet(batches, sheets))).toEqual(["api", "old"]);
  });

  test("leaves out sheets that are older than the batches so far, until the service has no more of them", () => {
    const sheets = [sheet("new", 5, "done"), sheet("old", 1, "done")];
    const batches = [batch("b", 4), batch("a", 3)];
    expect(ids(joinEntries(sheets, { batches, hasMore: true }, undefined))).toEqual(["new", "b", "a"]);
    const atSameTime = [sheet("same", 3, "done")];
    expect(ids(joinEntries(atSameTime, { batches, hasMore: true }, undefined))).toEqual(["b", "same", "a"]);
    expect(ids(joinEntries(sheets, { batches, hasMore: false }, undefined))).toEqual(["new", "b", "a", "old"]);
  });

  test("filters sheets by their state as the service filters batches", () => {
    const sheets = [
      sheet("draft", 1),
      sheet("running", 2, "running"),
      sheet("done", 3, "done"),
      sheet("failed", 4, "failed"),
      sheet("refused", 5, "refused"),
    ];
    const found = (filter: "draft" | "queued" | "done" | "failed") =>
      ids(joinEntries(sheets, { batches: [], hasMore: false }, filter));
    expect(found("draft")).toEqual(["draft"]);
    expect(found("queued")).toEqual(["running"]);
    expect(found("done")).toEqual(["done"]);
    expect(found("failed")).toEqual(["refused", "failed"]);
  });
});
