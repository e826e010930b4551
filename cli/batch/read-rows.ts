/** Reads the rows of a CSV or JSON file. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { CsvError, parse } from "csv-parse/sync";
import type { Position } from "../json/position.js";
import { fileIssue, type LocatedIssue } from "../located-issue.js";
import { describeReadError, readSourceFile, type SourceFile } from "../source-file.js";

/** A row of the file, for one picture. */
export interface Row {
  /** The number of the row, starting at 1. */
  readonly number: number;
  /** The values by column, without empty cells and `null`. */
  readonly values: ReadonlyMap<string, unknown>;
  /** Returns the position of a column of this row in the file. */
  readonly placeOf: (column: string) => Position | undefined;
}

export interface Rows {
  /** All columns of the file. */
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** Returns the position where the file first names a column. */
  readonly placeOfColumn: (column: string) => Position | undefined;
}

export type ReadRows = Rows | { readonly issues: readonly LocatedIssue[] };

/** Reads a file as an array of objects if its name ends in `.json`, else as CSV with a line of column names. */
export async function readRows(file: string, folder: string): Promise<ReadRows> {
  if (file.toLowerCase().endsWith(".json")) {
    const read = await readSourceFile(file, folder);
    return "issue" in read ? { issues: [read.issue] } : rowsOfJson(read.source);
  }
  try {
    return rowsOfCsv(file, await readFile(resolve(folder, file)));
  } catch (error) {
    return { issues: [error instanceof CsvError ? csvIssue(file, error) : fileIssue(file, describeReadError(error))] };
  }
}

function rowsOfCsv(file: string, bytes: Buffer): ReadRows {
  const records = parse(bytes, { bom: true, info: true, skip_empty_lines: true }) as unknown as {
    readonly record: readonly string[];
    readonly info: { readonly lines: number };
  }[];
  const [head, ...body] = records;
  const columns = (head?.record ?? []).map((column) => column.trim());
  const issues = columns.flatMap((column, index) => {
    if (column === "") return [at(file, 1, `The column ${index + 1} has no name.`)];
    return columns.indexOf(column) === index ? [] : [at(file, 1, `The column "${column}" is there twice.`)];
  });
  if (body.length === 0) issues.push(fileIssue(file, "The file has no rows below the column names."));
  if (issues.length > 0) return { issues };
  const rows = body.map(({ record, info }, index): Row => {
    const cells = record.map((value, cell) => [columns[cell] ?? "", value] as const);
    // csv-parse returns the line on which a record ends.
    const line = info.lines - record.join("").split("\n").length + 1;
    return {
      number: index + 1,
      values: new Map(cells.filter(([, value]) => value !== "")),
      placeOf: () => ({ line, column: 1 }),
    };
  });
  return { columns, rows, placeOfColumn: () => ({ line: 1, column: 1 }) };
}

function csvIssue(file: string, error: CsvError): LocatedIssue {
  const line = typeof error["lines"] === "number" ? error["lines"] : 1;
  return at(file, line, error.message);
}

function at(file: string, line: number, message: string): LocatedIssue {
  return { file, position: { line, column: 1 }, path: "", message };
}

function rowsOfJson(source: SourceFile): ReadRows {
  const { name, value } = source;
  if (!Array.isArray(value) || value.length === 0) {
    return { issues: [fileIssue(name, "The file must be an array with an object for each picture.")] };
  }
  const wrong = value.flatMap((item: unknown, index) => {
    if (typeof item === "object" && item !== null && !Array.isArray(item)) return [];
    return [source.locate({ path: `[${index}]`, message: "It must be an object." })];
  });
  if (wrong.length > 0) return { issues: wrong };
  const place = (index: number, column: string) =>
    source.locate({ path: pathTo(source, index, column), message: "" }).position;
  const rows = value.map((item: object, index): Row => ({
    number: index + 1,
    values: new Map(Object.entries(item).filter(([, cell]) => cell !== null && cell !== "")),
    placeOf: (column) => place(index, column),
  }));
  const columns = [...new Set(value.flatMap((item: object) => Object.keys(item)))];
  const firstWith = (column: string) => value.findIndex((item: object) => Object.hasOwn(item, column));
  return { columns, rows, placeOfColumn: (column) => place(firstWith(column), column) };
}

/** Returns the path of a column. Returns the path of the row if it has no such column. */
function pathTo(source: SourceFile, index: number, column: string): string {
  return [`[${index}].${column}`, `[${index}]["${column}"]`].find((path) => source.has(path)) ?? `[${index}]`;
}
