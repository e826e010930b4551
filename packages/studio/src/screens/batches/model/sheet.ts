/** A sheet: one table, the choices of the person, and the batches that it was sent as. The browser keeps it. */
import type { CreateRender, Render } from "@image-render/client";
import { DEFAULT_OUTPUT, type Output, outputOf } from "../../try-it/request/request-of.js";
import type { Mapping } from "./guess-columns.js";
import type { RequestFrame } from "./row-request.js";
import type { Table } from "./table.js";

/** The known facts about a render of a row. */
export interface RowRender {
  readonly id: string;
  /** `deleted`: somebody has deleted the render, so that the service no longer names it. */
  readonly status: Render["status"] | "running" | "deleted";
  readonly error?: string;
  /** The address of the picture, which needs no key. */
  readonly url?: string;
  readonly warnings: number;
}

/** Why a batch was not created. */
export interface PartProblem {
  /**
   * `late`: the key of the batch is no longer valid, so it is not known whether it was created. `credits`: there are not
   * enough. `template`: it was deleted. `scope`: the session may not create renders. `refused`: the service refused the
   * request for another reason.
   */
  readonly kind: "late" | "credits" | "template" | "scope" | "refused";
  readonly message: string;
  readonly requestId?: string | undefined;
}

/** A batch of the sheet: the rows that are created together. */
export interface Part {
  /** The idempotency key. It is stored before the batch is sent, so that a reload cannot send it twice. */
  readonly key: string;
  /** The indexes of its rows. */
  readonly rows: readonly number[];
  /** The requests, in the order of `rows`. They never change, because the key belongs to exactly this body. */
  readonly requests: readonly CreateRender[];
  /** When it was sent first, in milliseconds. */
  readonly triedAtMs?: number | undefined;
  readonly batchId?: string;
  /** The renders, in the order of `rows`. */
  readonly renders?: readonly RowRender[];
  readonly problem?: PartProblem | undefined;
}

/** The template of a sheet, at one version. */
export interface SheetTemplate {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly width: number;
  readonly height: number;
}

/** A sheet as it is stored. */
export interface Sheet extends Table {
  readonly id: string;
  readonly workspaceId: string;
  /** The name of the file, or a name that says that the cells were pasted. */
  readonly name: string;
  readonly createdAt: string;
  readonly template: SheetTemplate;
  readonly mapping: Mapping;
  readonly output: Output;
  /** The indexes of rows that are not sent. */
  readonly leftOut: readonly number[];
  /** The batches. Empty as long as the sheet was not sent. */
  readonly parts: readonly Part[];
}

/** The initial content of a new sheet. */
export type NewSheet = Pick<Sheet, "id" | "workspaceId" | "name" | "createdAt" | "template" | "mapping"> & Table;

/** Creates a sheet that has not been sent yet. */
export function newSheet(start: NewSheet): Sheet {
  return { ...start, output: DEFAULT_OUTPUT, leftOut: [], parts: [] };
}

/** Whether this is a sheet of this browser. A batch that was created elsewhere is shown as a sheet without columns. */
export function isSheet({ columns }: Pick<Sheet, "columns">): boolean {
  return columns.length > 0;
}

/** Returns what all requests of a sheet share. */
export function frameOf({ template, output }: Pick<Sheet, "template" | "output">): RequestFrame {
  return { template: template.id, version: template.version, output: outputOf(output) };
}

/** Changes a cell. A sheet that was sent does not change. */
export function withCell(sheet: Sheet, row: number, column: number, text: string): Sheet {
  if (sheet.parts.length > 0) return sheet;
  const rows = sheet.rows.map((old, index) =>
    index === row ? { ...old, cells: old.cells.map((cell, place) => (place === column ? text : cell)) } : old,
  );
  return { ...sheet, rows };
}

/** Leaves rows out, or includes them again. */
export function withLeftOut(sheet: Sheet, rows: readonly number[], isLeftOut: boolean): Sheet {
  if (sheet.parts.length > 0) return sheet;
  const kept = sheet.leftOut.filter((row) => !rows.includes(row));
  return { ...sheet, leftOut: isLeftOut ? [...kept, ...rows].sort((a, b) => a - b) : kept };
}

/** Fills a value from a column. If another column filled the value, that column no longer does. */
export function withTarget(sheet: Sheet, column: number, target: string | null): Sheet {
  if (sheet.parts.length > 0) return sheet;
  const mapping = sheet.mapping.map((old, index) => {
    if (index === column) return target;
    return old === target ? null : old;
  });
  return { ...sheet, mapping };
}

/** Returns the indexes of the rows that are sent. */
export function rowsToSend({ rows, leftOut }: Pick<Sheet, "rows" | "leftOut">): readonly number[] {
  const without = new Set(leftOut);
  return rows.map((_, index) => index).filter((index) => !without.has(index));
}
