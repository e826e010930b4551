/** Turns a row of a sheet into a request. */
import type { CreateRender } from "@image-render/client";
import { optionOf, type Mapping } from "./guess-columns.js";
import type { TableRow } from "./table.js";
import type { Target } from "./targets.js";

/** A cell with this text hides the layer that its column fills. */
export const HIDDEN = "__HIDDEN__";

/** The values that all rows of a sheet share. */
export interface RequestFrame {
  readonly template: string;
  readonly version: number;
  /** The fields about the file, such as `format`. */
  readonly output: Partial<CreateRender>;
}

/** A problem that the page finds itself, before the service is asked. */
export interface CellProblem {
  /** The index of the column. */
  readonly column: number;
  readonly kind: "hides-variable" | "no-list";
}

/** A request, and what is wrong with its cells. */
export interface RowRequest {
  readonly request: CreateRender;
  readonly problems: readonly CellProblem[];
}

/**
 * Returns the request of a row. An empty cell leaves the value of the template. {@link HIDDEN} hides the layer, whatever
 * other columns set of it. The same row always makes the same request, so it can be repeated with its idempotency key.
 */
export function requestOf(
  { cells }: TableRow,
  mapping: Mapping,
  targets: ReadonlyMap<string, Target>,
  { template, version, output }: RequestFrame,
): RowRequest {
  const variables: NonNullable<CreateRender["variables"]> = {};
  const layers: Record<string, Record<string, string | number | boolean>> = {};
  const problems: CellProblem[] = [];
  for (const [column, id] of mapping.entries()) {
    const text = cells[column] ?? "";
    const target = id === null ? undefined : targets.get(id);
    if (target === undefined || text.trim() === "") continue;
    const { name, attribute } = target;
    if (text.trim() === HIDDEN) {
      if (attribute === undefined) problems.push({ column, kind: "hides-variable" });
      else layers[name] = { ...layers[name], hide: true };
    } else if (attribute !== undefined) {
      // A hidden layer stays hidden: `hide` of another column must not show it again.
      const isHidden = layers[name]?.hide === true && attribute === "hide";
      if (!isHidden) layers[name] = { ...layers[name], [attribute]: valueOf(target, text) };
    } else if (target.isList) {
      const rows = listOf(text);
      if (rows === undefined) problems.push({ column, kind: "no-list" });
      else variables[name] = rows;
    } else variables[name] = valueOf(target, text);
  }
  const request: CreateRender = {
    template,
    version,
    ...output,
    ...(Object.keys(layers).length > 0 && { layers }),
    ...(Object.keys(variables).length > 0 && { variables }),
  };
  return { request, problems };
}

/** A text that is not a value of its type stays as it is, so that the service says what is wrong with it. */
function valueOf({ field }: Target, text: string): string | number | boolean {
  const trimmed = text.trim();
  switch (field.control) {
    case "number":
      return Number.isFinite(Number(trimmed)) ? Number(trimmed) : text;
    case "boolean":
      if (/^(true|yes|1)$/i.test(trimmed)) return true;
      return /^(false|no|0)$/i.test(trimmed) ? false : text;
    case "choice":
      return optionOf(field.options, text) ?? text;
    case "color":
    case "image":
    case "date":
      return trimmed;
    case "line":
    case "text":
      return text;
  }
}

type ListRows = Extract<NonNullable<CreateRender["variables"]>[string], readonly unknown[]>;

function listOf(text: string): ListRows | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? (parsed as ListRows) : undefined;
  } catch {
    return undefined;
  }
}
