/** Finds the cells that issues of the service are about. */
import type { Issue } from "@image-render/client";
import type { Mapping } from "./guess-columns.js";

/** A problem of a row. */
export interface RowIssue {
  /** The index of the column. Undefined if no column of the sheet fills the value. */
  readonly column: number | undefined;
  readonly message: string;
  /** The path in the request, for a problem without a column. */
  readonly path: string;
}

/** The beginning of a path in a batch: the list has the name `jobs` in requests. */
const ITEM = /^(?:jobs|renders)\[(\d+)\]\.?/;

/** Splits the issues of a batch by the index of their item. Issues about the whole batch are under -1. */
export function issuesByItem(issues: readonly Issue[]): ReadonlyMap<number, readonly Issue[]> {
  const found = new Map<number, Issue[]>();
  for (const { path, message } of issues) {
    const [start = "", index = "-1"] = ITEM.exec(path) ?? [];
    const item = Number(index);
    found.set(item, [...(found.get(item) ?? []), { path: path.slice(start.length), message }]);
  }
  return found;
}

/** Finds the columns of the issues of a row. The longest target that a path begins with is the right one. */
export function placeIssues(issues: readonly Issue[], mapping: Mapping): readonly RowIssue[] {
  return issues.map(({ path, message }) => {
    const fits = mapping
      .map((id, column) => ({ id, column }))
      .filter((entry): entry is { id: string; column: number } => entry.id !== null && isWithin(path, entry.id))
      .sort((a, b) => b.id.length - a.id.length);
    return { column: fits[0]?.column ?? hiddenColumn(path, mapping), message, path };
  });
}

function isWithin(path: string, id: string): boolean {
  return path === id || path.startsWith(`${id}.`) || path.startsWith(`${id}[`);
}

/** A cell that hides its layer sets `hide`, which has no column of its own. */
function hiddenColumn(path: string, mapping: Mapping): number | undefined {
  if (!path.endsWith(".hide")) return undefined;
  const layer = path.slice(0, -"hide".length);
  const column = mapping.findIndex(
    (id) => id !== null && id.startsWith(layer) && !id.slice(layer.length).includes("."),
  );
  return column === -1 ? undefined : column;
}
