/** Turns rows into the items of batches, and finds all issues before anything is sent. */
import { type Issue, issuesOf, parseCoercing, sentenceFor } from "@image-render/engine/issues";
import { createRenderSchema } from "../../core/contract/render-request.js";
import {
  checkOutput,
  checkOverrides,
  checkRequired,
  maxSizeOf,
  normalizeLayers,
  type TemplateDocument,
} from "@image-render/engine/document";
import type { LocatedIssue } from "../located-issue.js";
import { columnOf, overridesOf, type Target } from "./map-columns.js";
import type { Row } from "./read-rows.js";

/** The values that all rows share. */
export interface ItemSettings {
  readonly template: string;
  readonly version: number;
  readonly format: string;
  readonly scale: number | undefined;
  readonly quality: number | undefined;
  readonly priority: number | undefined;
}

/** A row and the request body for it. */
export interface Item {
  readonly row: Row;
  /** The name of the picture file. */
  readonly file: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface CheckRowsInput {
  readonly file: string;
  readonly rows: readonly Row[];
  readonly targets: ReadonlyMap<string, Target>;
  readonly document: TemplateDocument;
  readonly settings: ItemSettings;
  /** The column with the names of the picture files. */
  readonly nameColumn: string | undefined;
}

export function checkRows(input: CheckRowsInput): {
  readonly items: readonly Item[];
  readonly issues: readonly LocatedIssue[];
} {
  const { rows, targets, document, settings } = input;
  const issues: LocatedIssue[] = [];
  const items = rows.map((row) => {
    const { template, version, format, scale, quality, priority } = settings;
    const body = {
      ...{ template, version, format, ...overridesOf(row, targets) },
      // A batch leaves out deleted jobs, so the index of a job does not identify its row.
      metadata: { row: String(row.number) },
      ...(scale !== undefined && { scale }),
      ...(quality !== undefined && { quality }),
      ...(priority !== undefined && { priority }),
    };
    for (const issue of issuesOfBody(body, document)) issues.push(locate(input, row, issue));
    return { row, file: fileOf(input, row), body };
  });
  return { items, issues: [...issues, ...nameIssues(input, items)] };
}

function issuesOfBody(body: object, document: TemplateDocument): readonly Issue[] {
  const { result } = parseCoercing(createRenderSchema, body, { error: sentenceFor });
  if (!result.success) return issuesOf(result.error);
  const { layers, issues } = normalizeLayers(document, result.data.layers);
  const request = { ...result.data, layers };
  return [
    ...issues,
    ...checkRequired(document, request),
    ...checkOverrides(document, request),
    ...checkOutput(maxSizeOf(document), request),
  ];
}

/** Returns an issue with its place: the column, or else the row. */
export function locate(
  { file, targets }: Pick<CheckRowsInput, "file" | "targets">,
  row: Row,
  { path, message }: Issue,
): LocatedIssue {
  const column = columnOf(path, targets);
  const position = row.placeOf(column ?? "");
  return { file, ...(position !== undefined && { position }), path: column ?? path, message };
}

/** Returns the name of the picture file: the name in the row's `nameColumn`, or else its number, such as `001.png`. */
function fileOf({ rows, settings, nameColumn }: CheckRowsInput, { number, values }: Row): string {
  const name = nameColumn === undefined ? undefined : values.get(nameColumn);
  const own = typeof name === "string" || typeof name === "number" ? String(name) : undefined;
  return `${own ?? String(number).padStart(String(rows.length).length, "0")}.${settings.format}`;
}

function nameIssues({ file, nameColumn }: CheckRowsInput, items: readonly Item[]): LocatedIssue[] {
  const seen = new Map<string, number>();
  return items.flatMap(({ row, file: name }) => {
    // Some file systems do not distinguish case.
    const earlier = seen.get(name.toLowerCase());
    seen.set(name.toLowerCase(), row.number);
    const isSafe = /^[\p{L}\p{N}_][\p{L}\p{N}_. -]{0,120}$/u.test(name);
    if (isSafe && earlier === undefined) return [];
    const position = row.placeOf(nameColumn ?? "");
    const message = isSafe
      ? `The row ${earlier ?? 0} has the same file name ${name}.`
      : `${name} is not a valid file name: use letters, digits, spaces, and _ . -`;
    return [{ file, ...(position !== undefined && { position }), path: nameColumn ?? "", message }];
  });
}
