/** The service's checks of rows. They are kept by request, so that only changed rows are checked again. */
import type { CreateRender, Issue, Warning } from "@image-render/client";
import type { Mapping } from "./guess-columns.js";
import { placeIssues, type RowIssue } from "./place-issues.js";
import { type CellProblem, requestOf, type RequestFrame } from "./row-request.js";
import type { TableRow } from "./table.js";
import type { Target } from "./targets.js";

/** The service's check of a request. */
export interface Verdict {
  /** Empty for a valid request. */
  readonly issues: readonly Issue[];
  readonly warnings: readonly Warning[];
  readonly credits: number;
}

/** The verdicts by the JSON of the request. */
export type CheckBook = ReadonlyMap<string, Verdict>;

/** A row with what is known about it. */
export interface CheckedRow {
  readonly row: number;
  readonly request: CreateRender;
  readonly key: string;
  /** `unknown`: the service was not asked about this request. */
  readonly state: "unknown" | "valid" | "invalid";
  readonly issues: readonly RowIssue[];
  readonly warnings: readonly Warning[];
  readonly credits: number;
}

interface CheckContext {
  readonly mapping: Mapping;
  readonly targets: ReadonlyMap<string, Target>;
  readonly frame: RequestFrame;
  readonly book: CheckBook;
  /** Describes in words a problem that the page has found itself. */
  readonly say: (problem: CellProblem) => string;
}

/** Compares a row with the verdicts. */
export function checkRow(
  row: number,
  content: TableRow,
  { mapping, targets, frame, book, say }: CheckContext,
): CheckedRow {
  const { request, problems } = requestOf(content, mapping, targets, frame);
  const key = JSON.stringify(request);
  const verdict = book.get(key);
  const own = problems.map((problem) => ({ column: problem.column, message: say(problem), path: "" }));
  const issues = [...own, ...placeIssues(verdict?.issues ?? [], mapping)];
  const state = issues.length > 0 ? "invalid" : verdict === undefined ? "unknown" : "valid";
  return { row, request, key, state, issues, warnings: verdict?.warnings ?? [], credits: verdict?.credits ?? 0 };
}

/** Returns the different requests of rows that the service was not asked about. */
export function requestsToCheck(rows: readonly CheckedRow[], book: CheckBook): readonly CreateRender[] {
  const open = new Map(rows.filter(({ key }) => !book.has(key)).map(({ key, request }) => [key, request]));
  return [...open.values()];
}
