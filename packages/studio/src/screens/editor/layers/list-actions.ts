/** Handles keys and the pointer in the list of layers. */
import type { EditedDocument, EditedLayer } from "../../../editor/document/edited-document.js";
import { findLayer, parentOf } from "../../../editor/document/layer-tree.js";
import { moveInto } from "../../../editor/document/operations.js";

/** The row that a key leads to, or undefined if it leads to none. The first row is 0. */
export function rowForKey(key: string, current: number, count: number): number | undefined {
  const next = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: count - 1 }[key];
  return next === undefined ? undefined : Math.max(0, Math.min(count - 1, next));
}

/** Returns the closed groups after a key: the arrow to the left closes a group, and the one to the right opens it. */
export function closedForKey(key: string, closed: ReadonlySet<string>, group: string): ReadonlySet<string> | undefined {
  if (key === "ArrowLeft") return new Set([...closed, group]);
  return key === "ArrowRight" ? new Set([...closed].filter((id) => id !== group)) : undefined;
}

/**
 * Drops layers on a row of the list, which shows the topmost layer first.
 * @param isAbove whether they are dropped on its upper half. The lower half of a group puts them into the group, on top
 */
export function dropOn(
  document: EditedDocument,
  ids: ReadonlySet<string>,
  target: EditedLayer,
  isAbove: boolean,
): EditedDocument {
  if (target.children !== undefined && !isAbove) return moveInto(document, ids, target.id, target.children.length);
  const index = findLayer(document, target.id)?.index ?? 0;
  return moveInto(document, ids, parentOf(document, target.id), isAbove ? index + 1 : index);
}
